import { forgotPassword, type LinkKind } from '@alo/contract';
import { sql } from 'kysely';
import type { KeepLetter } from '../../background/letters-again.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { letterOf } from '../../domain/letters.ts';
import { takeAskedLetter } from '../../domain/letters-of-a-day.ts';
import { letterToken, linkAddress, makeLink } from '../../domain/one-use-links.ts';
import { publicRoute, type RequestContext, type Route } from '../../http/route.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';

export interface ForgotPasswordDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  /** Refuses who has asked for too many links of late. */
  readonly takeTry: (from: RequestContext, whom: string) => Promise<void>;
  readonly keepLetter: KeepLetter;
  readonly onFailed: (error: unknown) => void;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

/** A link for who has forgotten their password. Nothing of the answer, nor its time, says whether there is such a person. */
export function forgotPasswordRoutes({
  db,
  serverKey,
  takeTry,
  keepLetter,
  onFailed,
  consoleUrl,
  now,
}: ForgotPasswordDeps): Route[] {
  return [
    publicRoute(forgotPassword, async ({ body, ...from }) => {
      await takeTry(from, `${body.ma_dn} ${body.email.toLowerCase()}`);
      void send(body, from).catch(onFailed);
      return {};
    }),
  ];

  async function send({ ma_dn, email }: { ma_dn: string; email: string }, from: RequestContext): Promise<void> {
    const tenant = await db.directory.tenantByCode(ma_dn);
    if (tenant === undefined) return;
    const tryNow = await db.inTenant(tenant.id, async (trx) => {
      const person = await trx
        .selectFrom('account')
        .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
        .where('active', '=', true)
        // Whose invitation has got lost, or has expired, is sent it again; who was only added is not let in before they are invited.
        .where((row) =>
          row.or([
            row('password_hash', 'is not', null),
            row.exists(
              row.selectFrom('one_use_link').whereRef('account_id', '=', 'account.id').select('one_use_link.id'),
            ),
          ]),
        )
        .select(['id', 'name', 'email'])
        .select(sql<LinkKind>`case when password_hash is null then 'invite' else 'reset' end`.as('kind'))
        // Whose address is just being changed is asked for again by the new one.
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (person === undefined) return undefined;
      const { id, kind } = person;
      const earlier = await trx
        .selectFrom('audit')
        .where('subject', '=', 'account')
        .where('subject_id', '=', id)
        .where('action', '=', 'forgot-password')
        .where('at', '>=', sql<Date>`date_trunc('day', now(), 'UTC')`)
        .select('id')
        .limit(1)
        .executeTakeFirst();
      // A link that was sent before stays good.
      if (!(await takeAskedLetter(trx, earlier === undefined))) return undefined;
      const link = await makeLink(trx, { tenantId: tenant.id, accountId: id, kind, now: now() });
      await audit(
        trx,
        { ...from, accountId: null },
        { action: 'forgot-password', subject: 'account', subjectId: id, after: { name: person.name } },
      );
      const url = linkAddress(consoleUrl(), letterToken(serverKey, link.token));
      const company = await brandOf(trx);
      const about = { person, company, code: ma_dn, url, expiresAt: link.expiresAt, timeZone: tenant.time_zone };
      const letter = { to: person.email, ...letterOf(kind, about) };
      return keepLetter(trx, { tenantId: tenant.id, letter, about: `${kind} ${id}`, until: link.expiresAt });
    });
    await tryNow?.();
  }
}
