import { colleagues, myCalls, myQueues, parkedCalls } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { CallsNow, OwnCall, OwnCalls } from '../../domain/calls-now.ts';
import { type CustomerNames, chosenFor, customerNames } from '../../domain/customer-names.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { presenceOf } from '../../domain/presence.ts';
import { type Route, route } from '../../http/route.ts';

export interface MyCallsDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'ownCalls' | 'ownQueues' | 'parked' | 'phones'>;
}

/** What one's own call window shows of the switchboard, why none rings, and whom one can send a caller to. */
export const myCallsRoutes = ({ db, calls }: MyCallsDeps): Route[] => [
  route(myCalls, async ({ caller }) => {
    if (caller.extension === null)
      return { data: [], ringing: [], phone: 'idle' as const, phones: 0, idle_since: null };
    const own = await calls.ownCalls(caller.tenantId, caller.extension);
    if (own.data.length === 0 && own.ringing.length === 0) return own;
    const { view, chosen, names } = await db.inTenant(caller.tenantId, async (trx) => {
      const said = await chosenFor(
        trx,
        [...own.data, ...own.ringing].map(({ id }) => id),
      );
      return {
        view: await numberView(trx, caller),
        chosen: said,
        names: await customerNames(trx, customersIn(own), said.values()),
      };
    });
    const seenIn = (id: string) => partyAsSeen(view, names, chosen.get(id));
    return {
      ...own,
      data: own.data.map((call) => ({ ...shown(call, seenIn(call.id)), customer_id: chosen.get(call.id) ?? null })),
      ringing: own.ringing.map((call) => ({
        ...call,
        ...consultedAsSeen(call, seenIn(call.id)),
        party: seenIn(call.id)(call.party),
      })),
    };
  }),
  route(myQueues, async ({ caller }) =>
    caller.extension === null
      ? { at: new Date(), wrap_up_until: null, wrap_up_required: false, wrap_up_call: null, why: '', data: [] }
      : calls.ownQueues(caller.tenantId, caller.extension),
  ),
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

type Party = OwnCall['parties'][number];

/** With the name that they have as a customer, and the number as far as it is shown. */
const partyAsSeen =
  (view: NumberView, names: CustomerNames, chosen: string | undefined) =>
  (party: Party): Party =>
    party.kind === 'customer'
      ? { ...party, name: names(party.number, chosen) || view.showName(party.name), number: view.show(party.number) }
      : party;

const partiesOf = ({ parties, waiting, ...call }: OwnCall): readonly Party[] => [
  ...parties,
  ...waiting,
  ...askedAbout(call),
];

/** About whom a colleague asks one. */
const askedAbout = ({ consulted }: Pick<OwnCall, 'consulted'>): readonly Party[] => consulted?.about ?? [];

const consultedAsSeen = ({ consulted }: Pick<OwnCall, 'consulted'>, seen: (party: Party) => Party) =>
  consulted && { consulted: { ...consulted, about: consulted.about.map(seen) } };

/** The numbers of everybody outside who has a part in them. */
const customersIn = ({ data, ringing }: OwnCalls): string[] =>
  numbersOf([...data.flatMap(partiesOf), ...ringing.flatMap(({ party, ...call }) => [party, ...askedAbout(call)])]);

const numbersOf = (parties: readonly Party[]): string[] =>
  parties.flatMap(({ kind, number }) => (kind === 'customer' ? [number] : []));

function shown(call: OwnCall, seen: (party: Party) => Party): OwnCall {
  const { supervising } = call;
  return {
    ...call,
    ...consultedAsSeen(call, seen),
    parties: call.parties.map(seen),
    waiting: call.waiting.map(seen),
    supervising: supervising && { ...supervising, agent: seen(supervising.agent) },
  };
}
