import { colleagues, myCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { CallsNow, OwnCall } from '../../domain/calls-now.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { presenceOf } from '../../domain/presence.ts';
import { type Route, route } from '../../http/route.ts';

export interface MyCallsDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'ownCalls' | 'phones'>;
}

/** What one's own call window shows of the switchboard, and whom one can send a caller to. */
export const myCallsRoutes = ({ db, calls }: MyCallsDeps): Route[] => [
  route(myCalls, async ({ caller }) => {
    if (caller.extension === null) return { data: [], phone: 'idle' as const };
    const { data, phone } = await calls.ownCalls(caller.tenantId, caller.extension);
    if (data.length === 0) return { data, phone };
    const view = await db.inTenant(caller.tenantId, (trx) => numberView(trx, caller));
    return { data: data.map((conversation) => shown(conversation, view)), phone };
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
    const phones = await calls.phones(
      caller.tenantId,
      people.map(({ extension }) => extension),
    );
    return {
      data: people.map(({ name, extension, status_activity: activity }) => ({
        ...{ name, extension },
        state: presenceOf(activity, phones.get(extension)),
      })),
    };
  }),
];

/** As somebody with this view of numbers may see it. */
function shown(call: OwnCall, view: NumberView): OwnCall {
  const seen = (party: OwnCall['parties'][number]) =>
    party.kind === 'customer' ? { ...party, number: view.show(party.number) } : party;
  const { supervising } = call;
  return {
    ...call,
    parties: call.parties.map(seen),
    waiting: call.waiting.map(seen),
    supervising: supervising && { ...supervising, agent: seen(supervising.agent) },
  };
}
