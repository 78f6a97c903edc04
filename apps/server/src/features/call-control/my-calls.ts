import { colleagues, myCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
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
    if (caller.extension === null) return { data: [], ringing: [], phone: 'idle' as const };
    const own = await calls.ownCalls(caller.tenantId, caller.extension);
    if (own.data.length === 0 && own.ringing.length === 0) return own;
    const { view, chosen } = await db.inTenant(caller.tenantId, async (trx) => ({
      view: await numberView(trx, caller),
      chosen: await chosenFor(
        trx,
        own.data.map(({ id }) => id),
      ),
    }));
    return {
      ...own,
      data: own.data.map((call) => ({ ...shown(call, view), customer_id: chosen.get(call.id) ?? null })),
      ringing: own.ringing.map((call) => ({ ...call, party: partyAsSeen(call.party, view) })),
    };
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

type Party = OwnCall['parties'][number];

const partyAsSeen = (party: Party, view: NumberView): Party =>
  party.kind === 'customer' ? { ...party, number: view.show(party.number) } : party;

/** Whom conversations were said to be with. */
async function chosenFor(trx: Trx, callIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (callIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('call_customer')
    .where('call_id', 'in', [...callIds])
    .select(['call_id', 'customer_id'])
    .execute();
  return new Map(rows.map(({ call_id, customer_id }) => [call_id, customer_id]));
}

/** As somebody with this view of numbers may see it. */
function shown(call: OwnCall, view: NumberView): OwnCall {
  const seen = (party: Party) => partyAsSeen(party, view);
  const { supervising } = call;
  return {
    ...call,
    parties: call.parties.map(seen),
    waiting: call.waiting.map(seen),
    supervising: supervising && { ...supervising, agent: seen(supervising.agent) },
  };
}
