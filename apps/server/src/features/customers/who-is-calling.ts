import { type CallerMatch, chooseCallCustomer, customerByPhone, isAllowed, myLastCall } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { callKeys, everyCallKey, presentCall, recordsOf } from '../../domain/call-records.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { reading } from '../../resource/reading.ts';
import { numberMeant, ownNumbers, readCustomerCard } from './customer-card.ts';
import { customer } from './customers.ts';
import { lastNotes } from './last-notes.ts';
import { ownCallsOfLate } from './own-calls.ts';
import { openTasks } from './tasks.ts';

const lastCalls = 3;
const matchesAtMost = 6;
const read = reading(customer);

/** Who is calling, and whom of several it was said to be. */
interface WhoIsCallingDeps {
  readonly db: Db;
  readonly budget: NumberBudget;
  readonly calls: Pick<CallsNow, 'outsideNumber' | 'ownCalls'>;
}

export const whoIsCallingRoutes = ({ db, budget, calls }: WhoIsCallingDeps): Route[] => [
  route(customerByPhone, async (request) => {
    const { caller, query } = request;
    await budget.spend(request, query.phone);
    // As the switchboard knows it: of a call that has just begun to ring the history has nothing yet.
    const isNumber = parsePhone(query.phone).ok;
    const talking = seesEverybody(caller) && isNumber ? [] : await numbersTalkedWith(calls, caller);
    return db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const number =
        (isNumber ? undefined : talking.find((one) => view.show(one) === query.phone)) ??
        (await numberMeant(trx, query.phone, { view, extension: caller.extension }));
      if (number === undefined)
        return { customer: null, matches: [], calls: [], tasks: [], notes: [], may_follow: true };
      const isTold = seesEverybody(caller) || talking.includes(number) || (await isOwnNumber(trx, caller, number));
      const by = isTold ? await whoMayBe(trx, number) : await inOwnList(trx, request, await whoMayBe(trx, number));
      const [first] = by.keys();
      const shown = query.chosen !== undefined && by.has(query.chosen) ? query.chosen : first;
      const card = shown === undefined ? undefined : await readCustomerCard(trx, request, shown);
      const newest = (keys: ReturnType<typeof callKeys>) =>
        keys
          .where('call.outside_number', '=', number)
          .where('call.status', '<>', 'in_progress')
          .orderBy('call.started_at', 'desc')
          .limit(lastCalls);
      const records = await recordsOf(trx, () => newest(callKeys(trx, caller)))
        .orderBy('call.started_at', 'desc')
        .execute();
      return {
        customer: card ?? null,
        matches: by.size < 2 ? [] : await matchesOf(trx, request, by),
        calls: records.map((record) => presentCall(record, view, caller)),
        tasks: card === undefined ? [] : await openTasks(trx, card.id),
        notes: card === undefined ? [] : await lastNotes(trx, request, card),
        may_follow: !isTold,
      };
    });
  }),

  route(myLastCall, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { extension } = caller;
      const last = extension === null ? undefined : await ownCallsOfLate(trx, extension).limit(1).executeTakeFirst();
      if (last === undefined) return { call: null, chosen: null };
      const [record] = await recordsOf(trx, () =>
        everyCallKey(trx).where('call.id', '=', last.id).where('call.started_at', '=', last.started_at),
      ).execute();
      const said = await trx
        .selectFrom('call_customer')
        .where('call_id', '=', last.id)
        .select('customer_id')
        .executeTakeFirst();
      const view = await numberView(trx, caller);
      return {
        call: record === undefined ? null : presentCall(record, view, caller),
        chosen: said?.customer_id ?? null,
      };
    }),
  ),

  route(chooseCallCustomer, async (request) => {
    const { caller, params, body } = request;
    const { tenantId, extension } = caller;
    if (extension === null) throw Problem.notFound();
    // First as the call is known where it runs: the history may not have it yet, and has it before it is forgotten there.
    const known = await calls.outsideNumber(tenantId, { call: params.id, extension }).catch(unlessAway);
    await db.inTenant(tenantId, async (trx) => {
      const number = known ?? (await numberOfOwnCall(trx, extension, params.id));
      if (number === undefined) throw Problem.notFound();
      if (!(await whoMayBe(trx, number)).has(body.customer_id)) throw Problem.notFound();
      const choice = { customer_id: body.customer_id, chosen_by: caller.accountId };
      await trx
        .insertInto('call_customer')
        .values({ call_id: params.id, ...choice })
        .onConflict((row) => row.columns(['tenant_id', 'call_id']).doUpdateSet({ ...choice, chosen_at: sql`now()` }))
        .execute();
    });
    return {};
  }),
];

const seesEverybody = ({ role, ...place }: Caller): boolean =>
  isAllowed(role, 'customer.view') && reachOf({ role, ...place }).kind === 'all';

/** The numbers outside of the conversations that one is in, and of those that ring at one's phone. */
async function numbersTalkedWith(
  calls: WhoIsCallingDeps['calls'],
  { tenantId, extension }: Caller,
): Promise<readonly string[]> {
  const own = extension === null ? undefined : await calls.ownCalls(tenantId, extension).catch(unlessAway);
  if (own === undefined) return [];
  const parties = [
    ...own.data.flatMap((call) => [...call.parties, ...call.waiting, ...(call.consulted?.about ?? [])]),
    ...own.ringing.flatMap(({ party, consulted }) => [party, ...(consulted?.about ?? [])]),
  ];
  return parties.map(({ number }) => number);
}

const isOwnNumber = async (trx: Trx, { extension }: Caller, number: string): Promise<boolean> =>
  extension !== null && (await ownNumbers(trx, extension)).includes(number);

/** Of those found, who stands in the list of customers that somebody may see. */
async function inOwnList(
  trx: Trx,
  { caller }: By,
  found: ReadonlyMap<string, CallerMatch['by']>,
): Promise<Map<string, CallerMatch['by']>> {
  if (found.size === 0 || !isAllowed(caller.role, 'customer.view')) return new Map();
  const isSeen = customer.scope?.(reachOf(caller)) ?? sql<boolean>`true`;
  const seen = await trx
    .selectFrom('customer as row')
    .where('row.id', 'in', [...found.keys()])
    .where(isSeen)
    .select('row.id')
    .execute();
  return new Map([...found].filter(([one]) => seen.some(({ id }) => id === one)));
}

/** Those whose number it is, then those who are known by it in Zalo. */
export async function whoMayBe(trx: Trx, number: string): Promise<Map<string, CallerMatch['by']>> {
  const parsed = parsePhone(number);
  const spelt = parsed.ok ? [parsed.phone.national, parsed.phone.canonical.replace('+', '')] : [number];
  const { rows } = await sql<{ id: string; by: CallerMatch['by'] }>`
    select customer_id as id, 'phone' as by, 0 as rank from customer_phone where e164 = ${number}
    union all
    select id, 'zalo', 1 from customer where zalo_digits <> '' and zalo_digits = any (${spelt})
    order by rank, id limit ${matchesAtMost}`.execute(trx);
  // Who has the number in both places is found by their phone.
  const found = new Map<string, CallerMatch['by']>();
  for (const { id, by } of rows) if (!found.has(id)) found.set(id, by);
  return found;
}

async function matchesOf(trx: Trx, by: By, matches: ReadonlyMap<string, CallerMatch['by']>) {
  const show = (await customer.mask?.(by)?.(trx)) ?? ((row) => row);
  const rows = await read.byIds(trx, [...matches.keys()]);
  return [...matches].flatMap(([id, why]) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return [];
    const { name, code, phone, is_status, user_name } = show(row);
    return [{ id, name, code, phone, is_status, user_name, by: why }];
  });
}

/** The customer's number in a conversation in which one has, or had a part today. */
async function numberOfOwnCall(trx: Trx, extension: string, callId: string): Promise<string | undefined> {
  const found = await trx
    .selectFrom('leg')
    .innerJoin('call', (join) =>
      join.onRef('call.id', '=', 'leg.call_id').onRef('call.started_at', '=', 'leg.call_started_at'),
    )
    .where('leg.call_id', '=', callId)
    .where('leg.extension', '=', extension)
    .where('call.started_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('call.outside_number', '<>', '')
    .select('call.outside_number')
    .limit(1)
    .executeTakeFirst();
  return found?.outside_number;
}
