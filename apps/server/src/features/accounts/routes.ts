import {
  accountAccess,
  getMaxUserCompanyTenancy,
  inviteAccount,
  type LinkKind,
  resetAccountPassword,
  signOutAccount,
  subscriberHasUser,
  subscribers,
  unlockAccount,
  updateUserInfoLogin,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { letterOf } from '../../domain/letters.ts';
import { linkAddress, makeLink } from '../../domain/one-use-links.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { isAbove } from '../../kernel/rights.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { accessOf } from './access.ts';
import { seatsOf } from './seats.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly sessions: {
    readonly endAll: (trx: Trx, accountId: string) => Promise<string[]>;
    readonly announceEnded: (tenantId: string, sessionIds: readonly string[]) => Promise<void>;
  };
  /** Forgets the wrong passwords that were tried for somebody. */
  readonly forgetTries: (of: { readonly tenantId: string; readonly accountId: string }) => Promise<void>;
  readonly sendMail: (letter: { to: string; subject: string; text: string }) => Promise<void>;
  readonly onMailFailed: (error: unknown) => void;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

/** What is done with somebody's account besides changing its row, and what people read and change of themselves. */
export function accountRoutes(deps: AccountDeps): Route[] {
  const { db, sessions, announce } = deps;
  const inTenant = <T>({ caller }: By, work: (trx: Trx) => Promise<T>) => db.inTenant(caller.tenantId, work);

  return [
    route(inviteAccount, (by) => sendLink(deps, by, by.params.id, 'invite')),
    route(resetAccountPassword, (by) => sendLink(deps, by, by.params.id, 'reset')),

    route(signOutAccount, async (by) => {
      const ended = await inTenant(by, async (trx) => {
        const { id } = await withinReach(trx, by, by.params.id);
        await audit(trx, actorOf(by), { action: 'sign-out', subject: 'account', subjectId: id });
        await announce(trx, { tenantId: by.caller.tenantId, subject: 'accounts', ids: [id] });
        return sessions.endAll(trx, id);
      });
      await sessions.announceEnded(by.caller.tenantId, ended);
      return { ended: ended.length };
    }),

    route(unlockAccount, async (by) => {
      const { id } = await inTenant(by, async (trx) => {
        const person = await withinReach(trx, by, by.params.id);
        await audit(trx, actorOf(by), { action: 'unlock', subject: 'account', subjectId: person.id });
        return person;
      });
      await deps.forgetTries({ tenantId: by.caller.tenantId, accountId: id });
      return {};
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

/** Somebody whose account the caller may act on: who may do more than the caller is out of reach. */
async function withinReach(trx: Trx, { caller }: By, id: string) {
  const person = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.id', '=', id)
    .select(['account.id', 'account.name', 'account.email', 'account.active', 'account.password_hash'])
    .select(['role.name as role_name', 'role.permissions', 'role.scope'])
    .executeTakeFirst();
  if (person === undefined) throw Problem.notFound();
  const { role_name, permissions, scope, ...rest } = person;
  if (isAbove({ name: role_name, permissions, scope }, caller.role)) throw Problem.refused('forbidden');
  return rest;
}

async function sendLink(deps: AccountDeps, by: By, id: string, kind: LinkKind) {
  const { caller } = by;
  const { person, company, link } = await deps.db.inTenant(caller.tenantId, async (trx) => {
    const found = await withinReach(trx, by, id);
    if (!found.active) throw Problem.invalid({ active: 'Tài khoản đang ngừng hoạt động' });
    const isNew = found.password_hash === null;
    if (kind === 'invite' && !isNew)
      throw Problem.invalid({ id: 'Người này đã có mật khẩu; hãy gửi liên kết đặt lại' });
    if (kind === 'reset' && isNew) throw Problem.invalid({ id: 'Người này chưa nhận lời mời; hãy mời lại' });
    await audit(trx, actorOf(by), { action: `send-${kind}`, subject: 'account', subjectId: id });
    const wanted = { tenantId: caller.tenantId, accountId: id, kind, now: deps.now() };
    return { person: found, company: await brandOf(trx), link: await makeLink(trx, wanted) };
  });
  const url = linkAddress(deps.consoleUrl(), link.token);
  const letter = letterOf(kind, { person, company, url, expiresAt: link.expiresAt, timeZone: caller.timeZone });
  const sent = await deps.sendMail({ to: person.email, ...letter }).then(
    () => true,
    (error: unknown) => {
      deps.onMailFailed(error);
      return false;
    },
  );
  return { url, expires_at: link.expiresAt, sent };
}
