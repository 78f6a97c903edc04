import {
  accountAccess,
  dropSecondFactor,
  getMaxUserCompanyTenancy,
  inviteAccount,
  inviteMany,
  resetAccountPassword,
  signOutAccount,
  subscriberHasUser,
  subscribers,
  unlockAccount,
  updateUserInfoLogin,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { accessOf } from './access.ts';
import { type InviteDeps, invitePeople } from './invite-many.ts';
import { seatsOf } from './seats.ts';
import { sendLink, withinReach } from './send-link.ts';

export interface AccountDeps extends InviteDeps {
  readonly sessions: {
    readonly endAll: (trx: Trx, accountId: string, by?: string) => Promise<string[]>;
    readonly announceEnded: (tenantId: string, sessionIds: readonly string[]) => Promise<void>;
  };
  /** Forgets the wrong passwords that were tried for somebody. */
  readonly forgetTries: (of: { readonly tenantId: string; readonly accountId: string }) => Promise<void>;
}

/** What is done with somebody's account besides changing its row, and what people read and change of themselves. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { db, sessions, announce } = deps;
  const inTenant = <T>({ caller }: By, work: (trx: Trx) => Promise<T>) => db.inTenant(caller.tenantId, work);

  return [
    route(inviteMany, (by) => invitePeople(deps, by, by.body)),
    route(inviteAccount, (by) => sendLink(deps, by, by.params.id, 'invite')),
    route(resetAccountPassword, (by) => sendLink(deps, by, by.params.id, 'reset')),

    route(signOutAccount, async (by) => {
      const ended = await inTenant(by, async (trx) => {
        const { id, name } = await withinReach(trx, by, by.params.id);
        await audit(trx, actorOf(by), { action: 'sign-out', subject: 'account', subjectId: id, after: { name } });
        await announce(trx, { tenantId: by.caller.tenantId, subject: 'accounts', ids: [id] });
        return sessions.endAll(trx, id, by.caller.accountId);
      });
      await sessions.announceEnded(by.caller.tenantId, ended);
      return { ended: ended.length };
    }),

    route(unlockAccount, async (by) => {
      const { id } = await inTenant(by, async (trx) => {
        const person = await withinReach(trx, by, by.params.id);
        const after = { name: person.name };
        await audit(trx, actorOf(by), { action: 'unlock', subject: 'account', subjectId: person.id, after });
        return person;
      });
      await deps.forgetTries({ tenantId: by.caller.tenantId, accountId: id });
      return {};
    }),

    route(dropSecondFactor, async (by) => {
      const { accountId, tenantId } = by.caller;
      // One's own takes a proof that it is oneself.
      if (by.params.id === accountId) throw Problem.invalid({ id: 'Của chính mình thì gỡ ở Cài đặt cá nhân' });
      const ended = await inTenant(by, async (trx) => {
        const { id, name } = await withinReach(trx, by, by.params.id);
        let gone = 0n;
        for (const table of ['account_totp', 'passkey', 'recovery_code'] as const) {
          const { numDeletedRows } = await trx.deleteFrom(table).where('account_id', '=', id).executeTakeFirst();
          gone += numDeletedRows;
        }
        if (gone === 0n) throw Problem.invalid({ id: 'Người này chưa bật xác thực hai bước' });
        const after = { name, kind: 'all' };
        await audit(trx, actorOf(by), { action: 'second-factor-removed', subject: 'account', subjectId: id, after });
        await announce(trx, { tenantId, subject: 'accounts', ids: [id] });
        return sessions.endAll(trx, id);
      });
      await sessions.announceEnded(tenantId, ended);
      return { ended: ended.length };
    }),

    route(accountAccess, (by) => inTenant(by, (trx) => accessOf(trx, by.params.id))),

    route(getMaxUserCompanyTenancy, (by) => inTenant(by, seatsOf)),

    route(updateUserInfoLogin, (by) =>
      inTenant(by, async (trx) => {
        const { accountId, tenantId } = by.caller;
        const own = trx.selectFrom('account').where('id', '=', accountId).select(['id', 'name', 'email', 'phone']);
        const before = await own.executeTakeFirstOrThrow();
        await trx
          .updateTable('account')
          .set((row) => ({
            ...by.body,
            version: row('version', '+', 1),
            updated_at: new Date(),
            updated_by: accountId,
          }))
          .where('id', '=', accountId)
          .execute();
        const after = await own.executeTakeFirstOrThrow();
        await audit(trx, actorOf(by), { action: 'update', subject: 'account', subjectId: accountId, before, after });
        await announce(trx, { tenantId, subject: 'accounts', ids: [accountId] });
        return after;
      }),
    ),

    route(subscribers, (by) =>
      inTenant(by, async (trx) => ({
        data: await trx.selectFrom('extension').select(['id', 'number', 'name']).orderBy('number').execute(),
      })),
    ),

    route(subscriberHasUser, (by) =>
      inTenant(by, async (trx) => ({
        data: await trx
          .selectFrom('extension')
          .innerJoin('account', 'account.extension', 'extension.number')
          .where('account.active', '=', true)
          .select(['extension.id', 'extension.number', 'extension.name'])
          .select(['account.id as user_id', 'account.name as user_name'])
          .orderBy('extension.number')
          .execute(),
      })),
    ),
  ];
}
