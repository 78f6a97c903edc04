import { colleagues, myCalls, myQueues, parkedCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { chosenFor, customerNames } from '../../domain/customer-names.ts';
import { numberView } from '../../domain/number-view.ts';
import { presenceOf } from '../../domain/presence.ts';
import { type Route, route } from '../../http/route.ts';
import { numbersOf, ownCallsAsSeen, ownQueuesOf, partyAsSeen } from './own-calls.ts';

export interface MyCallsDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'ownCalls' | 'ownQueues' | 'parked' | 'phones'>;
}

/** What one's own call window shows of the switchboard, why none rings, and whom one can send a caller to. */
export const myCallsRoutes = ({ db, calls }: MyCallsDeps): Route[] => [
  route(myCalls, ({ caller }) => ownCallsAsSeen(db, calls, caller)),
  route(myQueues, ({ caller }) => ownQueuesOf(calls, caller)),
  route(parkedCalls, async ({ caller }) => {
    const parked = caller.extension === null ? [] : await calls.parked(caller.tenantId);
    if (parked.length === 0) return { data: [] };
    return db.inTenant(caller.tenantId, async (trx) => {
      const chosen = await chosenFor(
        trx,
        parked.map(({ call_id: id }) => id),
      );
      const names = await customerNames(trx, numbersOf(parked.map(({ party }) => party)), chosen.values());
      const view = await numberView(trx, caller);
      return {
        data: parked.map((one) => ({
          ...one,
          party: partyAsSeen(view, names, chosen.get(one.call_id))(one.party),
          customer_id: chosen.get(one.call_id) ?? null,
        })),
      };
    });
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
        name,
        extension,
        state: presenceOf(activity, phones.get(extension)),
      })),
    };
  }),
];
