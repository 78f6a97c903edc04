import { type CallerMatch, chooseCallCustomer, customerByPhone, isAllowed, myLastCall } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { callKeys, everyCallKey, presentCall, recordsOf } from '../../domain/call-records.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { numberNow } from '../../domain/number-now.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { reading } from '../../resource/reading.ts';
import { readCustomerCard } from './customer-card.ts';
import { customer } from './customers.ts';
import { lastNotes, strangersNotes } from './last-notes.ts';
import { callsOfLateWith, numberThen, ownCallsOfLate } from './own-calls.ts';
import { openTasks } from './tasks.ts';
import { whoMayBe } from './who-may-be.ts';
import type { WhomOneAsksAbout } from './whom-one-asks-about.ts';

const lastCalls = 3;
const read = reading(customer);

interface WhoIsCallingDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'outsideNumber'>;
  readonly whom: WhomOneAsksAbout;
}

/** Who is calling, and whom of several it was said to be. */
export const whoIsCallingRoutes = ({ db, calls, whom }: WhoIsCallingDeps): Route[] => [
  route(customerByPhone, async (request) => {
    const { caller, query } = request;
    const asked = await whom(request, query.phone);
    return db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const number = await asked.number(trx, view);
      if (number === undefined)
        return { customer: null, matches: [], calls: [], tasks: [], notes: [], said: [], may_follow: true };
      const isTold = await asked.isTold(trx, number);
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
