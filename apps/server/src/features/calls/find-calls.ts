import { type historiesCall, totalCap } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { type CallRecord, callKeys, recordsOf } from '../../domain/call-records.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { walkTo } from '../../resource/deep-pages.ts';

export type CallQuery = Omit<z.output<typeof historiesCall.query>, 'page_size'>;

/** Who asks, and how they are shown numbers. */
interface Seen {
  readonly caller: Caller;
  readonly view: NumberView;
}

/** Columns that a list may be sorted by; others have no order that means something, or none that can be found quickly. */
const sortable = {
  started_at: 'call.started_at',
  wait_seconds: 'call.wait_ms',
  talk_seconds: 'call.talk_ms',
  status: 'call.status',
  direction: 'call.direction',
} as const;

/** People called so are looked up first where they are no more than this; more are met on the way through the list. */
const namedAtMost = 500;

/** One page of conversations and how many there are, counted up to a limit. */
export async function findCalls(
  trx: Trx,
  query: CallQuery,
  { caller, view }: Seen,
): Promise<{ records: CallRecord[]; total: number; total_capped: boolean }> {
  const found = await wanted(trx, query, { caller, view });
  const order = sortOf(query.sort);
  const skip = (query.page - 1) * query.per_page;
  const isWhole = isUnfiltered(query) && reachOf(caller).kind === 'all' && order === newestFirst;
  const walk = isWhole ? walkTo('call', skip) : undefined;
  const page = (walk === undefined ? found : found.where('call.started_at', '<', walk.before))
    .orderBy(order)
    .limit(query.per_page)
    .offset(walk?.offset ?? skip);
  const records = await recordsOf(trx, () => page)
    .orderBy(order)
    .execute();
  const { total } = await trx
    .selectFrom(found.limit(totalCap + 1).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { records, total: Math.min(total, totalCap), total_capped: total > totalCap };
}

/** Every conversation that was asked for, newest first, to be read in pieces. */
export async function allCalls(trx: Trx, query: CallQuery, seen: Seen) {
  const keys = await wanted(trx, query, seen);
  return recordsOf(trx, () => keys).orderBy(newestFirst);
}

/** How many there are, exactly or counted up to a limit. */
export async function countCalls(trx: Trx, query: CallQuery, seen: Seen, atMost?: number): Promise<number> {
  const keys = await wanted(trx, query, seen);
  const { total } = await trx
    .selectFrom((atMost === undefined ? keys : keys.limit(atMost)).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function wanted(trx: Trx, query: CallQuery, { caller, view }: Seen) {
  const { from, to, direction, status, extension, search } = query;
  const { timeZone } = caller;
  let found = callKeys(trx, caller);
  // Days are the company's, from its midnight to its midnight.
  const midnight = (date: string, plus: number) =>
    sql<Date>`((${date}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
  const [fromAt, toAt] = [from && midnight(from, 0), to && midnight(to, 1)];
  if (fromAt) found = found.where('call.started_at', '>=', fromAt);
  if (toAt) found = found.where('call.started_at', '<', toAt);
  if (direction !== undefined) found = found.where('call.direction', '=', direction);
  if (status !== undefined) found = found.where('call.status', '=', status);
  if (extension) found = found.where(isOf([extension]));
  if (search === '') return found;

  const meant = await meaningOf(trx, search, { view, from: fromAt, to: toAt });
  switch (meant.kind) {
    case 'part':
      return found.where(
        sql<boolean>`(call.id, call.started_at) in (select id, started_at from ${findCall(meant.digits, fromAt, toAt)})`,
      );
    case 'condition':
      return found.where(meant.condition);
    case 'numbers':
      return found.where('call.outside_number', 'in', meant.numbers);
    case 'extensions':
      return found.where(isOf(meant.extensions));
    case 'both':
      return found.where((call) =>
        call.or([call('call.outside_number', 'in', meant.numbers), isOf(meant.extensions)(call)]),
      );
    case 'nothing':
      return found.where(sql<boolean>`false`);
    default:
      return meant satisfies never;
  }
}

type Moment = RawBuilder<Date> | string | undefined;

/** Calls with the part in the customer's number, in no order; one more than are counted at the most. */
const findCall = (part: string, from: Moment, to: Moment) =>
  sql`find_call(${part}, ${from || null}, ${to || null}, ${totalCap + 1})`;

const isOf = (extensions: readonly string[]) => (call: ExpressionBuilder<Database, 'call'>) =>
  call.or([call('call.from_extension', 'in', extensions), call('call.to_extension', 'in', extensions)]);

type Meaning =
  | { readonly kind: 'part'; readonly digits: string }
  /** So many are meant that they are met at once on the way through the list. */
  | { readonly kind: 'condition'; readonly condition: RawBuilder<SqlBool> }
  | { readonly kind: 'numbers'; readonly numbers: readonly string[] }
  | { readonly kind: 'extensions'; readonly extensions: readonly string[] }
  | { readonly kind: 'both'; readonly numbers: readonly string[]; readonly extensions: readonly string[] }
  | { readonly kind: 'nothing' };

/**
 * What a search for calls means: an extension, a whole number in any usual writing, part of one, or the name of a customer
 * or a colleague. People who see masked numbers find them by the whole number only: parts would tell the rest.
 */
async function meaningOf(
  trx: Trx,
  search: string,
  { view, from, to }: { view: NumberView; from: Moment; to: Moment },
): Promise<Meaning> {
  const digits = search.replace(/[\s.\-()]/g, '');
  if (!/^\+?\d{2,20}$/.test(digits)) return namedBy(trx, search);
  if (await isExtension(trx, digits)) return { kind: 'extensions', extensions: [digits] };
  const read = parsePhone(search);
  if (read.ok && read.phone.canonical.startsWith('+')) return { kind: 'numbers', numbers: [read.phone.canonical] };
  // The 0 that a number is dialled with is not part of what is stored.
  const part = digits.replace(/^(\+|0)/, '');
  if (view.masked || part.length < 3) return { kind: 'nothing' };
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${findCall(part, from, to)}`.execute(trx);
  return (rows[0]?.n ?? 0) > totalCap
    ? { kind: 'condition', condition: sql`call.outside_number like ${`%${part}%`}` }
    : { kind: 'part', digits: part };
}

async function isExtension(trx: Trx, digits: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where extension = ${digits} union all select from extension where number = ${digits}
  `.execute(trx);
  return rows.length > 0;
}

async function namedBy(trx: Trx, search: string): Promise<Meaning> {
  const pattern = sql`fold(${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`;
  const isNamed = (column: 'customer.name' | 'account.name') => sql<boolean>`fold(${sql.ref(column)}) like ${pattern}`;
  const words = search.split(/\s+/);
  // The index knows more of a customer than the name, and in no order: what it finds is looked at again.
  const found = sql<boolean>`customer.id in (select found.id from find_customer(${words}::text[], ${totalCap + 1}) as found)`;
  const customers = await trx
    .selectFrom('customer')
    .innerJoin('customer_phone', 'customer_phone.customer_id', 'customer.id')
    .where(found)
    .where(isNamed('customer.name'))
    .select('customer_phone.e164')
    .limit(namedAtMost + 1)
    .execute();
  const colleagues = await trx
    .selectFrom('account')
    .where(isNamed('account.name'))
    .where('extension', 'is not', null)
    .select((colleague) => colleague.ref('account.extension').$notNull().as('extension'))
    .limit(namedAtMost)
    .execute();
  const numbers = customers.map(({ e164 }) => e164);
  const extensions = colleagues.map((colleague) => colleague.extension);
  if (numbers.length > namedAtMost) {
    const isTheirs = sql<SqlBool>`exists (select from customer_phone join customer on customer.id = customer_phone.customer_id
      where customer_phone.e164 = call.outside_number and ${isNamed('customer.name')})`;
    const isOurs = sql<SqlBool>`call.from_extension = any(${extensions}) or call.to_extension = any(${extensions})`;
    return { kind: 'condition', condition: extensions.length === 0 ? isTheirs : sql`(${isTheirs} or ${isOurs})` };
  }
  if (numbers.length > 0 && extensions.length > 0) return { kind: 'both', numbers, extensions };
  if (numbers.length > 0) return { kind: 'numbers', numbers };
  return extensions.length > 0 ? { kind: 'extensions', extensions } : { kind: 'nothing' };
}

/** As its index is; backwards the other way round. */
const newestFirst = sql`call.started_at desc, call.id`;

function sortOf(sort = '-started_at'): RawBuilder<unknown> {
  const name = sort.replace(/^-/, '');
  if (!Object.hasOwn(sortable, name)) throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
  if (sort === '-started_at') return newestFirst;
  if (sort === 'started_at') return sql`call.started_at, call.id desc`;
  // The check above is what makes it a key.
  const column = sql.ref(sortable[name as keyof typeof sortable]);
  return sql`${column} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}, call.started_at desc, call.id`;
}

/** Nothing is asked for but a page of all there is. */
const isUnfiltered = ({ from, to, direction, status, extension, search }: CallQuery) =>
  search === '' && [from, to, direction, status, extension].every((filter) => filter === undefined || filter === '');
