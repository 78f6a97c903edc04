import { type historiesCall, totalCap } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../db/database.ts';
import { type CallRecord, callKeys, everyCallKey, recordsOf } from '../../domain/call-records.ts';
import { countSeenBy } from '../../domain/call-scope.ts';
import { type NumberView, numberView, numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { isFar, walkTo } from '../../resource/deep-pages.ts';
import { type Common, foundAmong, type Meaning, meaningOf, type Span } from './search-calls.ts';

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
} as const;

interface PageOfCalls {
  readonly records: CallRecord[];
  readonly total: number;
  readonly total_capped: boolean;
}

/** One page of conversations as somebody is shown them, and how many there are, counted up to a limit. */
export async function readCalls(
  db: Pick<Db, 'inTenant' | 'read'>,
  query: CallQuery,
  caller: Caller,
): Promise<PageOfCalls & { view: NumberView }> {
  if (query.search !== '' || (isUnfiltered(query) && reachOf(caller).kind !== 'all')) {
    return db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      return { ...(await findCalls(trx, query, { caller, view })), view };
    });
  }
  // What is to be read does not depend on what something means, or on how many there are.
  const { records, counted, ...setting } = await db.read(caller.tenantId, (trx) => {
    const all = narrowed(trx, query, caller);
    return { records: pageOf(trx, all, query, caller), counted: counting(trx, all), ...numberViewRead(caller) };
  });
  return { records, ...upToCap(counted[0]?.total ?? 0), view: numberViewFrom(setting) };
}

async function findCalls(trx: Trx, query: CallQuery, { caller, view }: Seen): Promise<PageOfCalls> {
  const order = sortOf(query.sort);
  const skip = (query.page - 1) * query.per_page;
  const all = narrowed(trx, query, caller);
  const meant = await searched(trx, query, { caller, view });
  // Whether nothing but a search and days is asked for, which the indexes know.
  const isWide =
    isUnfiltered({ ...query, search: '', from: undefined, to: undefined }) && reachOf(caller).kind === 'all';
  let isCommon = false;
  if (meant?.kind === 'found') {
    const { met, total, ids, times } = await foundAmong(trx, meant, {
      all: isWide && order === newestFirst ? undefined : all,
      order,
      skip,
      atMost: query.per_page,
    });
    isCommon = met > totalCap;
    if (!isCommon) {
      const theirs = sql<boolean>`(call.id, call.started_at) in (
        select * from unnest(${ids}::uuid[], ${times}::text[]::timestamptz[]))`;
      const records = await recordsOf(trx, () => everyCallKey(trx).where(theirs))
        .orderBy(order)
        .execute();
      return { records, total, total_capped: false };
    }
  }
  const found = all.where(conditionOf(meant));
  const records = await pageOf(trx, found, query, caller).execute();
  if (isCommon && isWide) return { records, total: totalCap, total_capped: true };
  if (meant?.kind === 'common') {
    const { total, isWhole } = await countOnTheWay(trx, all, meant);
    const atLeast = isWhole ? total : Math.max(total, skip + records.length);
    return { records, total: Math.min(atLeast, totalCap), total_capped: !isWhole };
  }
  const known = isUnfiltered(query) ? await countSeenBy(trx, caller, totalCap + 1) : undefined;
  return { records, ...upToCap(known ?? (await countOf(trx, found.limit(totalCap + 1)))) };
}

const upToCap = (total: number) => ({ total: Math.min(total, totalCap), total_capped: total > totalCap });

/** The page that was asked for of what was found. */
function pageOf(trx: Trx, found: ReturnType<typeof callKeys>, query: CallQuery, caller: Caller) {
  const order = sortOf(query.sort);
  const skip = (query.page - 1) * query.per_page;
  const isWhole = isUnfiltered(query) && reachOf(caller).kind === 'all' && order === newestFirst;
  const walk = isWhole && isFar(skip) ? walkTo('call', skip) : undefined;
  const page = (walk === undefined ? found : found.where('call.started_at', '<', walk.before))
    .orderBy(order)
    .limit(query.per_page)
    .offset(walk?.offset ?? skip);
  return recordsOf(trx, () => page).orderBy(order);
}

/** So many calls are looked at one by one to be counted; a tenth of a second. */
const lookedAt = 10_000;

/** How many of the newest calls have a common name, and whether these were all calls that could have it. */
async function countOnTheWay(
  trx: Trx,
  all: ReturnType<typeof narrowed>,
  { condition }: Common,
): Promise<{ total: number; isWhole: boolean }> {
  const newest = all
    .select(['call.outside_number', 'call.from_extension', 'call.to_extension'])
    .orderBy(newestFirst)
    .limit(lookedAt + 1);
  const { total, looked } = await trx
    .selectFrom(newest.as('call'))
    .select(({ fn }) => [fn.countAll<number>().filterWhere(condition).as('total'), fn.countAll<number>().as('looked')])
    .executeTakeFirstOrThrow();
  return { total, isWhole: looked <= lookedAt };
}

/** Every conversation that was asked for, newest first, to be read in pieces. */
export async function allCalls(trx: Trx, query: CallQuery, seen: Seen) {
  const { keys } = await wanted(trx, query, seen);
  return recordsOf(trx, () => keys).orderBy(newestFirst);
}

/** How many there are, exactly, or at least so many. */
export async function countCalls(trx: Trx, query: CallQuery, seen: Seen, atMost?: number): Promise<number> {
  const { keys, all, meant } = await wanted(trx, query, seen);
  if (atMost === undefined) return countOf(trx, keys);
  if (meant?.kind !== 'common') return countOf(trx, keys.limit(atMost));
  const { total, isWhole } = await countOnTheWay(trx, all, meant);
  return isWhole ? Math.min(total, atMost) : atMost;
}

const countOf = async (trx: Trx, keys: ReturnType<typeof callKeys>): Promise<number> =>
  (await countingAll(trx, keys).executeTakeFirstOrThrow()).total;

const counting = (trx: Trx, keys: ReturnType<typeof callKeys>) => countingAll(trx, keys.limit(totalCap + 1));

const countingAll = (trx: Trx, keys: ReturnType<typeof callKeys>) =>
  trx.selectFrom(keys.as('some')).select(({ fn }) => fn.countAll<number>().as('total'));

/** The keys of all that was asked for, and what they were chosen from. */
async function wanted(trx: Trx, query: CallQuery, seen: Seen) {
  const all = narrowed(trx, query, seen.caller);
  const meant = await searched(trx, query, seen);
  if (meant?.kind === 'found') {
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${meant.keys}) as found`.execute(trx);
    const isRare = (rows[0]?.n ?? 0) <= totalCap;
    if (isRare) return { keys: all.where(sql<boolean>`(call.id, call.started_at) in (${meant.keys})`), all, meant };
  }
  return { keys: all.where(conditionOf(meant)), all, meant };
}

const searched = async (trx: Trx, query: CallQuery, { caller, view }: Seen) =>
  query.search === '' ? undefined : meaningOf(trx, query.search, { view, span: spanOf(query, caller) });

/** What a search means of each call by itself. */
function conditionOf(meant: Meaning | undefined): RawBuilder<SqlBool> {
  if (meant === undefined) return sql`true`;
  return meant.kind === 'nothing' ? sql`false` : meant.condition;
}

/** All that is asked for besides what is searched. */
function narrowed(trx: Trx, query: CallQuery, caller: Caller) {
  const { direction, status, extension, broken } = query;
  const { from, to } = spanOf(query, caller);
  let found = callKeys(trx, caller);
  if (from) found = found.where('call.started_at', '>=', from);
  if (to) found = found.where('call.started_at', '<', to);
  if (direction !== undefined) found = found.where('call.direction', '=', direction);
  if (status !== undefined) found = found.where('call.status', '=', status);
  if (broken !== undefined) found = found.where('call.broken', '<>', '');
  if (!extension) return found;
  return found.where((call) =>
    call.or([call('call.from_extension', '=', extension), call('call.to_extension', '=', extension)]),
  );
}

/** Days are the company's, from its midnight to its midnight. */
function spanOf({ from, to }: CallQuery, { timeZone }: Caller): Span {
  const midnight = (date: string, plus: number) =>
    sql<Date>`((${date}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
  return { from: from ? midnight(from, 0) : undefined, to: to ? midnight(to, 1) : undefined };
}

/** As its index is; backwards the other way round. */
const newestFirst = sql`call.started_at desc, call.id`;

function sortOf(sort = '-started_at'): RawBuilder<unknown> {
  const name = sort.replace(/^-/, '');
  if (!Object.hasOwn(sortable, name)) throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
  if (sort === '-started_at') return newestFirst;
  if (sort === 'started_at') return sql`call.started_at, call.id desc`;
  // The check above is what makes it a key. Backwards it is the same order, so that one index serves both.
  const column = sql.ref(sortable[name as keyof typeof sortable]);
  return sort.startsWith('-')
    ? sql`${column} desc, call.started_at desc, call.id desc`
    : sql`${column}, call.started_at, call.id`;
}

/** Nothing is asked for but a page of all there is. */
const isUnfiltered = ({ from, to, direction, status, extension, broken, search }: CallQuery) =>
  search === '' &&
  [from, to, direction, status, extension, broken].every((filter) => filter === undefined || filter === '');
