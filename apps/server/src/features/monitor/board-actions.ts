import type { CallId } from '@alo/call-core';
import { type ActivityStatus, moveCall, setAgentStatus, signOutAgent } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { visibleOf, wayOf } from './board.ts';
import { readCompany } from './company-roster.ts';

type Chosen = { readonly status: ActivityStatus; readonly reason: string };
type Person = Pick<Caller, 'tenantId' | 'accountId' | 'extension'>;

export interface BoardActionDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn' | 'request'>;
  readonly sessions: {
    readonly endAll: (trx: Trx, accountId: string, by: string) => Promise<string[]>;
    readonly announceEnded: (tenantId: string, sessionIds: readonly string[]) => Promise<void>;
  };
  /** Keeps a status that `by` chose for somebody. */
  readonly setActivity: (
    trx: Trx,
    accountId: string,
    chosen: Chosen,
    by: string | null,
  ) => Promise<{ status_activity: ActivityStatus; status_reason: string; status_since: Date }>;
  /** Told once it is kept; `by` is the extension of who chose it. */
  readonly onActivitySet: (person: Person, chosen: Chosen, by: string | null) => Promise<void>;
}

/** What whoever watches the board may do to the people and calls on it, and to no others; each is audited. */
export function boardActionRoutes({ db, calls, sessions, setActivity, onActivitySet }: BoardActionDeps): Route[] {
  /** A call that is not on somebody's board is not there. */
  async function expectSeen({ caller }: By, id: string): Promise<void> {
    const { tenantId } = caller;
    const [company, everything] = await Promise.all([readCompany(db, tenantId), calls.goingOn(tenantId)]);
    if (!visibleOf(everything, wayOf(caller, company)).calls.some((call) => call.id === id)) throw Problem.notFound();
  }

  return [
    route(setAgentStatus, async (by) => {
      const { caller, params, body } = by;
      const [person, now] = await db.inTenant(caller.tenantId, async (trx) => {
        const found = await personAt(trx, caller, params.extension);
        const before = { status: found.status_activity, reason: found.status_reason };
        const setter = found.id === caller.accountId ? null : caller.accountId;
        const entry = { action: 'set-status', subject: 'account', subjectId: found.id };
        await audit(trx, actorOf(by), { ...entry, before, after: { name: found.name, ...body } });
        return [found, await setActivity(trx, found.id, body, setter)];
      });
      const of = { tenantId: caller.tenantId, accountId: person.id, extension: params.extension };
      await onActivitySet(of, { status: now.status_activity, reason: now.status_reason }, caller.extension);
      return now;
    }),

    route(signOutAgent, async (by) => {
      const { caller, params } = by;
      const ended = await db.inTenant(caller.tenantId, async (trx) => {
        const { id, name } = await personAt(trx, caller, params.extension);
        await audit(trx, actorOf(by), { action: 'sign-out', subject: 'account', subjectId: id, after: { name } });
        return sessions.endAll(trx, id, caller.accountId);
      });
      await sessions.announceEnded(caller.tenantId, ended);
      return { ended: ended.length };
    }),

    route(moveCall, async (by) => {
      const { caller, params, body } = by;
      const { tenantId, extension, accountId } = caller;
      await expectSeen(by, params.id);
      if (extension === null) throw Problem.invalid({ agent: 'Tài khoản của bạn chưa có máy nhánh' });
      const { agent, to } = body;
      // The trail has it before anybody is moved; what is refused after that was still tried.
      await db.inTenant(tenantId, async (trx) => {
        if (agent !== null) await personAt(trx, caller, agent);
        const after = { agent: agent ?? '', to: await wordsOf(trx, to) };
        await audit(trx, actorOf(by), { action: 'move-call', subject: 'call', subjectId: params.id, after });
      });
      // An address names a call by its id.
      const what = { kind: 'move', call: params.id as CallId, agent, to } as const;
      const id = `${accountId}/${body.request_id ?? newId()}`;
      const reply = await calls.request(tenantId, { id, by: extension, what });
      if (reply.ok) return { call_id: reply.call, slot: null };
      if (reply.refused === 'no-call') throw Problem.notFound();
      throw Problem.callRefused(reply.words);
    }),
  ];
}

/** Somebody within reach of who watches; anybody else is not there. */
async function personAt(trx: Trx, caller: Caller, extension: string) {
  const found = await trx
    .selectFrom('account')
    .where('extension', '=', extension)
    .where('active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select(['id', 'name', 'status_activity', 'status_reason'])
    .executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
  return found;
}

/** Extensions and internal numbers are short. */
const insideNumber = /^\d{1,6}$/;

/** For the trail, which keeps nobody's number outside. */
async function wordsOf(trx: Trx, to: { readonly number: string } | { readonly queue: string }): Promise<string> {
  if ('number' in to) return insideNumber.test(to.number) ? to.number : 'số ngoài';
  const found = await trx.selectFrom('queue').where('id', '=', to.queue).select('name').executeTakeFirst();
  if (found === undefined) throw Problem.noSuchChoice({ to: 'Hàng đợi này không còn nữa' });
  return found.name;
}
