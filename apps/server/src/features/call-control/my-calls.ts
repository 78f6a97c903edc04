import { type Board, lookUp, type OwnConversation, ownConversations } from '@alo/call-core';
import { colleagues, type MyCall, myCalls } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Db } from '../../db/database.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { type PhoneState, presenceOf } from '../../domain/presence.ts';
import { type Route, route } from '../../http/route.ts';

export interface MyCallsDeps {
  readonly db: Db;
  /** Undefined where the tenant's calls do not run in this process. */
  readonly boardOf: (tenantId: string) => Board | undefined;
  readonly phoneOf: (tenantId: string, extension: string) => PhoneState | undefined;
}

/** What one's own call window shows of the switchboard, and whom one can send a caller to. */
export const myCallsRoutes = ({ db, boardOf, phoneOf }: MyCallsDeps): Route[] => [
  route(myCalls, async ({ caller }) => {
    const board = boardOf(caller.tenantId);
    const own = board === undefined || caller.extension === null ? [] : ownConversations(board, caller.extension);
    const phone = (caller.extension !== null && phoneOf(caller.tenantId, caller.extension)?.state) || 'idle';
    if (board === undefined || own.length === 0) return { data: [], phone };
    const view = await db.inTenant(caller.tenantId, (trx) => numberView(trx, caller));
    return { data: own.map((conversation) => shown(board, conversation, view)), phone };
  }),
  route(colleagues, async ({ caller }) => {
    const { people } = await db.read(caller.tenantId, (trx) => ({
      people: trx
        .selectFrom('account')
        .where('extension', 'is not', null)
        .where('active', '=', true)
        .select(['name', 'status_activity', sql<string>`extension`.as('extension')])
        .orderBy(sql`name collate "vi-x-icu"`),
    }));
    return {
      data: people.map(({ name, extension, status_activity: activity }) => ({
        ...{ name, extension },
        state: presenceOf(activity, phoneOf(caller.tenantId, extension)),
      })),
    };
  }),
];

function shown(
  board: Board,
  { call, through, ...own }: OwnConversation,
  view: NumberView,
): z.input<typeof myCalls.result>['data'][number] {
  const party =
    (state?: 'waiting') =>
    (leg: OwnConversation['parties'][number]): MyCall['parties'][number] => ({
      leg_id: leg.id,
      ...(leg.party.kind === 'extension'
        ? { kind: 'colleague', name: leg.party.name, number: leg.party.extension }
        : { kind: 'customer', name: leg.party.name, number: view.show(leg.party.number) }),
      state: state ?? (leg.state === 'up' ? (leg.holds ? 'held' : 'talking') : 'ringing'),
    });
  return {
    id: call.id,
    direction: call.direction,
    started_at: new Date(call.startedAt),
    through: through === null ? '' : throughWords(board, through),
    parties: own.parties.map(party()),
    consulting: own.consulting,
    waiting: own.waiting.map(party('waiting')),
    recording: own.recording,
    supervising: own.supervising && { mode: own.supervising.mode, agent: party()(own.supervising.agent) },
  };
}

function throughWords({ plan }: Board, { kind, key }: { kind: 'group' | 'queue'; key: string }): string {
  return kind === 'queue'
    ? `Hàng đợi “${lookUp(plan.queues, key)?.name ?? key}”`
    : `Nhóm “${lookUp(plan.groups, key)?.name ?? key}”`;
}
