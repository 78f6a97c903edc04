import { type CallerMatch, chooseCallCustomer, customerByPhone, isAllowed, myLastCall } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { callKeys, everyCallKey, presentCall, recordsOf } from '../../domain/call-records.ts';
import { type CallsNow, unlessAway } from '../../domain/calls-now.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberNow } from '../../domain/number-now.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { reading } from '../../resource/reading.ts';
import { numberMeant, ownNumbers, readCustomerCard } from './customer-card.ts';
import { customer } from './customers.ts';
import { lastNotes, strangersNotes } from './last-notes.ts';
import { callsOfLateWith, numberThen, ownCallsOfLate } from './own-calls.ts';
import { openTasks } from './tasks.ts';
import { whoMayBe } from './who-may-be.ts';

const lastCalls = 3;
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
        return { customer: null, matches: [], calls: [], tasks: [], notes: [], said: [], may_follow: true };
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
        notes: card === undefined ? await strangersNotes(trx, caller, number) : await lastNotes(trx, request, card),
        said: await saidOf(trx, caller, card === undefined ? { number } : { customerId: card.id }),
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
    const known = await numberNow(calls, caller, params.id);
    await db.inTenant(caller.tenantId, async (trx) => {
      const number = known ?? (await numberThen(trx, caller, params.id));
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

/** Of which conversations with a customer, or with somebody who is none, somebody has said of late what came of them. */
async function saidOf(
  trx: Trx,
  { accountId }: Caller,
  whom: { readonly customerId: string } | { readonly number: string },
): Promise<string[]> {
  const kept = trx.selectFrom('disposition');
  const rows = await ('customerId' in whom
    ? kept.where('customer_id', '=', whom.customerId)
    : kept.where('customer_id', 'is', null).where('call_id', 'in', callsOfLateWith(trx, whom.number))
  )
    .where('created_by', '=', accountId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .select('call_id')
    .execute();
  return rows.flatMap(({ call_id: call }) => call ?? []);
}

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
