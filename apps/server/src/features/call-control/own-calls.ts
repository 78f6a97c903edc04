import type { Db } from '../../db/database.ts';
import type { CallsNow, OwnCall, OwnCalls, OwnQueues } from '../../domain/calls-now.ts';
import { type CustomerNames, chosenFor, customerNames } from '../../domain/customer-names.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';

/** What somebody does on the phone, with names and numbers as they may see them. */
export async function ownCallsAsSeen(
  db: Pick<Db, 'inTenant'>,
  calls: Pick<CallsNow, 'ownCalls'>,
  caller: Caller,
): Promise<OwnCalls> {
  if (caller.extension === null) return { data: [], ringing: [], phone: 'idle', phones: 0, idle_since: null };
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
}

/** What keeps the calls of queues from somebody. */
export const ownQueuesOf = async (
  calls: Pick<CallsNow, 'ownQueues'>,
  { tenantId, extension }: Pick<Caller, 'tenantId' | 'extension'>,
): Promise<OwnQueues> =>
  extension === null
    ? { at: new Date(), wrap_up_until: null, wrap_up_required: false, wrap_up_call: null, why: '', data: [] }
    : calls.ownQueues(tenantId, extension);

type Party = OwnCall['parties'][number];

/** With the name that they have as a customer, and the number as far as it is shown. */
export const partyAsSeen =
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

/** The numbers of those outside among them. */
export const numbersOf = (parties: readonly Party[]): string[] =>
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
