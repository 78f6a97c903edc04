import { applyOneUseLink, readOneUseLink } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { cameByLetter, findLink, tenantOfLink, useUpLink } from '../../domain/one-use-links.ts';
import { whyNotPassword } from '../../domain/password-policy.ts';
import { publicRoute, type Route } from '../../http/route.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';

export interface OneUseLinkDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly sessions: {
    readonly endAll: (trx: Trx, accountId: string) => Promise<string[]>;
    readonly announceEnded: (tenantId: string, sessionIds: readonly string[]) => Promise<void>;
  };
  readonly now: () => number;
}

/** What somebody does with a link that lets them choose a password once, whoever made it and for whatever. */
export function oneUseLinkRoutes({ db, serverKey, hashPassword, sessions, now }: OneUseLinkDeps): Route[] {
  const inTenantOf = <T>(token: string, work: (trx: Trx, tenantId: string) => Promise<T>): Promise<T> => {
    const tenantId = tenantOfLink(token);
    if (tenantId === undefined) throw Problem.deadLink();
    return db.inTenant(tenantId, (trx) => work(trx, tenantId));
  };

  async function held(trx: Trx, token: string) {
    const link = await findLink(trx, token, now());
    if (link === undefined) throw Problem.deadLink();
    const person = await trx
      .selectFrom('account')
      .innerJoin('tenant', 'tenant.id', 'account.tenant_id')
      .where('account.id', '=', link.accountId)
      .where('tenant.active', '=', true)
      .select(['account.name', 'account.email', 'tenant.code as ma_dn', 'tenant.name as tenant_name'])
      .executeTakeFirst();
    if (person === undefined) throw Problem.deadLink();
    return { link, person };
  }

  return [
    publicRoute(readOneUseLink, async ({ body }) => {
      const { link, person } = await inTenantOf(body.token, (trx) => held(trx, body.token));
      return { kind: link.kind, expires_at: link.expiresAt, ...person };
    }),

    publicRoute(applyOneUseLink, async ({ body, network, requestId }) => {
      const { token, new_password } = body;
      const { person } = await inTenantOf(token, (trx) => held(trx, token));
      const owner = { ...person, tenantCode: person.ma_dn, tenantName: person.tenant_name };
      const why = whyNotPassword(new_password, owner);
      if (why !== undefined) throw Problem.invalid({ new_password: why });
      const password_hash = await hashPassword(new_password);
      const { tenantId, ended } = await inTenantOf(token, async (trx, tenantId) => {
        const { link } = await held(trx, token);
        if (!(await useUpLink(trx, link, now()))) throw Problem.deadLink();
        await trx
          .updateTable('account')
          .set({ password_hash, updated_at: new Date(now()), updated_by: link.accountId })
          // Whoever was invited is here from now on, and was not while their account waited for them.
          .$if(link.kind === 'invite', (row) => row.set({ status_since: new Date(now()) }))
          .$if(cameByLetter(serverKey, token), (row) => row.set({ email_proved_at: new Date(now()) }))
          .where('id', '=', link.accountId)
          .execute();
        const actor = { accountId: link.accountId, network, requestId };
        await audit(trx, actor, { action: `password-by-${link.kind}`, subject: 'account', subjectId: link.accountId });
        return { tenantId, ended: await sessions.endAll(trx, link.accountId) };
      });
      await sessions.announceEnded(tenantId, ended);
      return { ma_dn: person.ma_dn, username: person.email };
    }),
  ];
}
