import { callFilters, callTranscript, type historiesCall, isAllowed, seesOutcomes, totalCap } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { type Db, readIn, type Trx } from '../../db/database.ts';
import { type Placeholders, prepared, type ValueOrPlaceholder } from '../../db/prepared.ts';
import { isRefused } from '../../domain/call-counts.ts';
import { isForCommonPurpose, isOfOwnKind, isOwnKind } from '../../domain/call-purpose.ts';
import { type CallKey, type CallRecord, callKeysWithin, everyCallKey, recordsOf } from '../../domain/call-records.ts';
import { countSeen, seenUpTo } from '../../domain/call-scope.ts';
import { isCallOf, isJoinedBy } from '../../domain/calls-of.ts';
import { isHandedOn } from '../../domain/handed-on.ts';
import { isMeasured } from '../../domain/heard-recordings.ts';
import { callsOfPeople, heldBy, isCallOfPeople } from '../../domain/holders.ts';
import { menuPath, surveyScore } from '../../domain/menu-path.ts';
import { type NumberView, numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import { wasInQueue } from '../../domain/queue-stays.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Reach, reachOf } from '../../kernel/reach.ts';
import { isFar, walkTo } from '../../resource/deep-pages.ts';
import { firstPage, paged } from '../../resource/first-page.ts';
import { idOf, preparedReach, type Within } from '../../resource/within.ts';
import { isKnownFull, noteFull } from './full-histories.ts';
import {
  anything,
  type CallSpan,
  conditionOf,
  type FoundAmong,
  foundAmong,
  type Indexed,
  isIndexed,
  keysOf,
  keysOfPeople,
  type Meant,
  meaningFrom,
  meaningRead,
  type Sought,
  wholeNumber,
} from './search-calls.ts';

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
  readonly view: NumberView;
}

/** One page of conversations as somebody is shown them, and how many there are, counted up to a limit. */
export function readCalls(db: Pick<Db, 'read'>, query: CallQuery, caller: Caller): Promise<PageOfCalls> {
  if (query.search !== '') return searched(db, query, caller);
  return (query.department_id ?? query.team_id) === undefined ? listed(db, query, caller) : ofPlaces(db, query, caller);
}

/** Every filter of the history, by the name that the contract gives it. */
const filters = Object.keys(callFilters) as (keyof typeof callFilters)[];
type Filter = (typeof filters)[number];

/** What calls are compared with; '' where a filter is not given. */
interface Values extends Sought, Readonly<Record<Filter, string>> {
  readonly whose: string;
  readonly timeZone: string;
  readonly skip: number;
  readonly perPage: number;
}
type ValuesOrPlaceholders = { readonly [Name in keyof Values]: ValueOrPlaceholder<Values[Name]> };

/** What is asked for, as prepared statements take it. */
function askedBy(query: CallQuery, caller: Caller) {
  const reach = reachOf(caller);
  const told = toldBy(query, caller);
  const values: Values = {
    ...told,
    whose: idOf(reach),
    timeZone: caller.timeZone,
    skip: (query.page - 1) * query.per_page,
    perPage: query.per_page,
    ...anything,
  };
  // The names of the filters that are given.
  const named = filters.filter((name) => told[name] !== '').join(' ');
  const given = isOwnKind(told.purpose) ? `${named} ${ownKind}` : named;
  return { values, given, kind: reach.kind, sort: query.sort ?? newest };
}

/** Beside the names of filters: the purpose that is asked for is one that an index knows. */
const ownKind = 'own-kind';

/** The filters as statements take them. What the caller is not told of a call, its outcome or its words, is no way to find the call. */
function toldBy(query: CallQuery, { role }: Caller): Readonly<Record<Filter, string>> {
  const asksOutcome = (query.outcome ?? query.without_outcome ?? query.tag_id ?? query.survey_score) !== undefined;
  const isToldOutcomes = !asksOutcome || isAllowed(role, seesOutcomes);
  const hears = query.said === undefined || isAllowed(role, callTranscript.access);
  const told = {
    ...query,
    ...(isToldOutcomes ? {} : { outcome: 'untold' }),
    // Of no word at all, which nobody says.
    ...(hears ? {} : { said: '-' }),
  };
  // Every filter has a value.
  return Object.fromEntries(filters.map((name) => [name, told[name] ?? ''])) as Record<Filter, string>;
}

async function listed(db: Pick<Db, 'read'>, query: CallQuery, caller: Caller): Promise<PageOfCalls> {
  const { values, given, kind, sort } = askedBy(query, caller);
  const isAll = given === '' && kind === 'all';
  const isFull = isAll && isKnownFull(caller.tenantId);
  // Of whoever does not see everybody's, legs are counted.
  const isByLegs = given === '' && kind !== 'all';
  const isFarAway = isAll && sort === newest && isFar(values.skip);
  const counting = { counted: count(values, kind, given, 'anything') };
  // What is to be read does not depend on what something means, or on how many there are.
  const { records, counted, seen, ...setting } = await db.read(caller.tenantId, () => ({
    records: page(values, kind, given, 'anything', sort, isFarAway, firstPage(values)),
    ...(isByLegs ? { seen: seenUpTo({ whose: values.whose, atMost: totalCap + 1 }, kind) } : {}),
    ...(isByLegs || isFull ? {} : counting),
    ...numberViewRead(caller),
  }));
  const told = isFull ? totalCap + 1 : (counted?.[0]?.total ?? countSeen(seen, totalCap + 1));
  // Many legs in few calls.
  const [exactly] = told === undefined ? (await db.read(caller.tenantId, () => counting)).counted : [];
  const total = told ?? exactly?.total ?? 0;
  if (isAll && !isFull && total > totalCap) noteFull(caller.tenantId);
  return { records, ...upToCap(total), view: numberViewFrom(setting) };
}

/** Those of the people of departments or teams, whose calls may be few, and long ago. */
async function ofPlaces(db: Pick<Db, 'read'>, query: CallQuery, caller: Caller): Promise<PageOfCalls> {
  const { values, given, kind, sort } = askedBy(query, caller);
  const isWide = isOnly([...places, 'from', 'to'], kind, given);
  const { found, ...setting } = await db.read(caller.tenantId, () => ({
    found: foundIn(values, kind, given, 'places', sort, isWide && sort === newest),
    ...numberViewRead(caller),
  }));
  const view = numberViewFrom(setting);
  const few = await pageOf(db, found[0], sort, caller);
  if (few !== undefined) return { ...few, view };
  const { records, counted } = await db.read(caller.tenantId, () => ({
    records: page(values, kind, given, 'anything', sort, false, firstPage(values)),
    ...(isWide ? {} : { counted: count(values, kind, given, 'anything') }),
  }));
  return { records, ...upToCap(counted === undefined ? totalCap + 1 : (counted[0]?.total ?? 0)), view };
}

/** Whether nothing is asked for but these, of everybody's calls. */
const isOnly = (names: readonly Filter[], kind: Reach['kind'], given: string): boolean =>
  kind === 'all' && given.split(' ').every((name) => name === '' || names.some((known) => known === name));

/** The page of what indexes found; undefined where that is more than are counted. */
async function pageOf(db: Pick<Db, 'read'>, found: FoundAmong | undefined, sort: string, caller: Caller) {
  if (found === undefined || found.met > totalCap) return undefined;
  const { ids, times, total } = found;
  if (ids.length === 0) return { records: [], total, total_capped: false };
  const { records } = await db.read(caller.tenantId, () => ({ records: recordsFound({ ids, times }, sort) }));
  return { records, total, total_capped: false };
}

async function searched(db: Pick<Db, 'read'>, query: CallQuery, caller: Caller): Promise<PageOfCalls> {
  const { values: unsought, given, kind, sort } = askedBy(query, caller);
  // Whether nothing but a search and days is asked for, which the indexes know.
  const isWide = isOnly(['from', 'to'], kind, given);
  const whole = wholeNumber(query.search);
  const { first, ...answers } = await db.read(caller.tenantId, () => ({
    ...meaningRead(query.search),
    // A number is hardly ever an extension of ours as well: what it finds is read at once, and not looked at where it is.
    ...(whole === undefined ? {} : { first: find({ ...unsought, numbers: [whole] }, 'numbers') }),
    ...numberViewRead(caller),
  }));
  const view = numberViewFrom(answers);
  const { meant, ...sought } = meaningFrom(answers, query.search, view);
  if (meant === 'nothing') return { records: [], total: 0, total_capped: false, view };
  const values = { ...unsought, ...sought };
  const found = meant === 'numbers' && first !== undefined ? first[0] : await findNow();
  const few = await pageOf(db, found, sort, caller);
  if (few !== undefined) return { ...few, view };
  const { records, counted, passed } = await db.read(caller.tenantId, () => ({
    records: page(values, kind, given, meant, sort, false, firstPage(values)),
    ...countedBeside(),
  }));
  if (passed !== undefined) {
    const { total = 0, looked = 0 } = passed[0] ?? {};
    const isWhole = looked <= lookedAt;
    const atLeast = isWhole ? total : Math.max(total, values.skip + records.length);
    return { records, total: Math.min(atLeast, totalCap), total_capped: !isWhole, view };
  }
  return { records, ...upToCap(counted === undefined ? totalCap + 1 : (counted[0]?.total ?? 0)), view };

  function find(its: Values, by: Indexed) {
    return foundIn(its, kind, given, by, sort, isWide && sort === newest);
  }

  async function findNow(): Promise<FoundAmong | undefined> {
    if (!isIndexed(meant)) return undefined;
    const by = meant;
    return (await db.read(caller.tenantId, () => ({ found: find(values, by) }))).found[0];
  }

  /** Where indexes find more than are counted, and nothing else is asked for, that is all there is to tell. */
  function countedBeside(): { passed?: ReturnType<typeof countOnTheWay>; counted?: ReturnType<typeof count> } {
    if (meant === 'common') return { passed: countOnTheWay(values, kind, given) };
    return isWide ? {} : { counted: count(values, kind, given, meant) };
  }
}

const upToCap = (total: number) => ({ total: Math.min(total, totalCap), total_capped: total > totalCap });

/** The page that was asked for of what was found. */
const page = prepared(
  (
    trx,
    values: Placeholders<Values>,
    kind: Reach['kind'],
    given: string,
    meant: Meant,
    sort: string,
    isFarAway: boolean,
    first: number,
  ) => {
    const order = sortOf(sort);
    const [found, ...others] = sidesOf(trx, preparedReach(kind, values.whose), given, values, meant);
    if (others.length > 0) {
      const upTo = first > 0 ? sql.lit(first) : sql<number>`${values.skip}::int + ${values.perPage}::int`;
      const sides = [found, ...others].map((side) =>
        side.select(['call.wait_ms', 'call.talk_ms']).orderBy(order).limit(upTo),
      );
      const keys = paged(bothOf(trx, sides).orderBy(order), first, values);
      return recordsOf(trx, () => keys).orderBy(order);
    }
    const walk = isFarAway ? walkTo('call', values.skip) : undefined;
    const near = walk === undefined ? found : found.where('call.started_at', '<', walk.before);
    const keys = paged(near.orderBy(order), first, { skip: walk?.offset ?? values.skip, perPage: values.perPage });
    return recordsOf(trx, () => keys).orderBy(order);
  },
);

const count = prepared((trx, values: Placeholders<Values>, kind: Reach['kind'], given: string, meant: Meant) => {
  const [one, ...others] = sidesOf(trx, preparedReach(kind, values.whose), given, values, meant);
  const cut = (keys: Keys) => keys.limit(totalCap + 1);
  if (others.length === 0) return countOfKeys(trx, cut(one));
  return countOfKeys(trx, bothOf(trx, [one, ...others].map(cut)).limit(totalCap + 1));
});

type Keys = ReturnType<typeof narrowed>;

/**
 * What is asked for of calls; of those of one person or extension, those that it placed, those that it took, each of which an
 * index has in the order of the list, and those that it came into later, which are few: asked for in one, all calls are gone through.
 */
function sidesOf(
  trx: Trx,
  reach: Within,
  given: string,
  values: Pick<ValuesOrPlaceholders, Filter | 'timeZone' | keyof Sought>,
  meant: Meant,
): [Keys, ...Keys[]] {
  const names = given.split(' ');
  const [whose] = (['account_id', 'extension'] as const).filter((name) => names.includes(name));
  const rest = names.filter((name) => name !== whose).join(' ');
  const all = () => narrowed(trx, reach, rest, values).where(conditionOf(meant, values));
  if (whose === undefined) return [all()];
  const { extension, at, earlier } =
    whose === 'extension' ? { extension: sql`${values.extension}` } : latestOf(isAccount(values.account_id));
  const during = (keys: Keys) => (at === undefined ? keys : keys.where(at));
  return [
    during(all()).where(sql<boolean>`call.from_extension = ${extension}`),
    during(all()).where(sql<boolean>`call.to_extension = ${extension} and call.from_extension <> ${extension}`),
    during(all()).where(isJoinedBy(extension, spanOf(given, values))),
    ...(earlier === undefined ? [] : [all().where(earlier)]),
  ];
}

/** The extension that somebody has or had last, the calls of that time, and those of the extensions that they had before, if any. */
function latestOf(whose: RawBuilder<SqlBool>) {
  const latest = (column: 'extension' | 'from_at' | 'to_at') =>
    sql`(select ${sql.ref(column)} from (${heldBy(whose)}) as held order by from_at desc limit 1)`;
  return {
    extension: latest('extension'),
    at: sql<boolean>`call.started_at >= ${latest('from_at')} and call.started_at < ${latest('to_at')}`,
    earlier: sql<boolean>`(call.id, call.started_at) in (${callsOfPeople(whose, {
      held: sql`select * from (${heldBy(whose)}) as held order by from_at desc offset 1`,
    })})`,
  };
}

const bothOf = (trx: Trx, sides: readonly Keys[]) =>
  trx
    .selectFrom(
      sql<CallKey & { wait_ms: number; talk_ms: number }>`(${sql.join(sides, sql` union all `)})`.as<'call'>('call'),
    )
    .select(['call.id', 'call.started_at']);

/** What indexes find of what is wanted. */
const foundIn = prepared(
  (
    trx,
    values: Placeholders<Values>,
    kind: Reach['kind'],
    given: string,
    meant: Indexed | 'places',
    sort: string,
    isAllWanted: boolean,
  ) =>
    foundAmong(trx, indexedKeys(meant, given, values), {
      all: isAllWanted ? undefined : narrowed(trx, preparedReach(kind, values.whose), given, values),
      order: sortOf(sort),
      skip: values.skip,
      atMost: values.perPage,
    }),
);

const indexedKeys = (
  meant: Indexed | 'places',
  given: string,
  values: Pick<ValuesOrPlaceholders, Filter | 'timeZone' | keyof Sought>,
): RawBuilder<unknown> =>
  meant === 'places'
    ? keysOfPeople(isIn(placesOf(given), values), spanOf(given, values))
    : keysOf(meant, values, spanOf(given, values));

const recordsFound = prepared((trx, { ids, times }: Placeholders<Pick<FoundAmong, 'ids' | 'times'>>, sort: string) =>
  recordsOf(trx, () =>
    everyCallKey(trx).where(
      sql<boolean>`(call.id, call.started_at) in (select * from unnest(${ids}::uuid[], ${times}::text[]::timestamptz[]))`,
    ),
  ).orderBy(sortOf(sort)),
);

/** So many calls are looked at one by one to be counted; a tenth of a second. */
const lookedAt = 10_000;

/** How many of the newest calls have a common name, and how many were looked at. */
const countOnTheWay = prepared((trx, values: Placeholders<Values>, kind: Reach['kind'], given: string) =>
  onTheWay(trx, narrowed(trx, preparedReach(kind, values.whose), given, values), values),
);

function onTheWay(trx: Trx, all: ReturnType<typeof narrowed>, sought: Pick<ValuesOrPlaceholders, keyof Sought>) {
  const newestOnes = all
    .select(['call.outside_number', 'call.from_extension', 'call.to_extension', 'call.shares'])
    .orderBy(newestFirst)
    .limit(lookedAt + 1);
  return trx
    .selectFrom(newestOnes.as('call'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(conditionOf('common', sought)).as('total'),
      fn.countAll<number>().as('looked'),
    ]);
}

/** Every conversation that was asked for, newest first, to be read in pieces. */
export async function allCalls(trx: Trx, query: CallQuery, seen: Seen) {
  const { keys } = await wanted(trx, query, seen);
  return recordsOf(trx, () => keys).orderBy(newestFirst);
}

/** The keys of all that filters find, without a search. */
export function callsWanted(trx: Trx, query: Omit<CallQuery, 'page' | 'per_page' | 'search' | 'sort'>, caller: Caller) {
  const { values, given } = askedBy({ ...query, page: 1, per_page: 1, search: '' }, caller);
  return narrowed(trx, reachOf(caller), given, values);
}

/** How many there are, exactly, or at least so many. */
export async function countCalls(trx: Trx, query: CallQuery, seen: Seen, atMost?: number): Promise<number> {
  const { keys, all, meaning } = await wanted(trx, query, seen);
  if (atMost === undefined) return countOf(trx, keys);
  if (meaning.meant !== 'common') return countOf(trx, keys.limit(atMost));
  const { total, looked } = await onTheWay(trx, all, meaning).executeTakeFirstOrThrow();
  return looked <= lookedAt ? Math.min(total, atMost) : atMost;
}

const countOf = async (trx: Trx, keys: ReturnType<typeof narrowed>): Promise<number> =>
  (await countOfKeys(trx, keys).executeTakeFirstOrThrow()).total;

const countOfKeys = (trx: Trx, keys: Keys | ReturnType<typeof bothOf>) =>
  trx.selectFrom(keys.as('some')).select(({ fn }) => fn.countAll<number>().as('total'));

/** The keys of all that was asked for, and what they were chosen from. */
async function wanted(trx: Trx, query: CallQuery, { caller, view }: Seen) {
  const { search } = query;
  const { values, given } = askedBy(query, caller);
  const meaning = search === '' ? anything : meaningFrom(await readIn(trx, () => meaningRead(search)), search, view);
  const all = narrowed(trx, reachOf(caller), given, values);
  const indexed = isIndexed(meaning.meant) ? meaning.meant : placesOf(given).length > 0 ? 'places' : undefined;
  if (indexed !== undefined) {
    const keys = indexedKeys(indexed, given, { ...values, ...meaning });
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${keys}) as found`.execute(trx);
    const isRare = (rows[0]?.n ?? 0) <= totalCap;
    if (isRare) return { keys: all.where(sql<boolean>`(call.id, call.started_at) in (${keys})`), all, meaning };
  }
  return { keys: all.where(conditionOf(meaning.meant, meaning)), all, meaning };
}

/** All that is asked for besides what is searched. */
function narrowed(trx: Trx, reach: Within, given: string, values: Pick<ValuesOrPlaceholders, Filter | 'timeZone'>) {
  const is = (filter: Filter) => given.split(' ').includes(filter);
  const { direction, status, extension } = values;
  const { from, to } = spanOf(given, values);
  let found = callKeysWithin(trx, reach);
  if (from) found = found.where('call.started_at', '>=', from);
  if (to) found = found.where('call.started_at', '<', to);
  if (is('direction')) found = found.where(sql<boolean>`call.direction = ${direction}`);
  if (is('status')) found = found.where(sql<boolean>`call.status = ${status}`);
  if (is('purpose'))
    found = found.where(
      given.split(' ').includes(ownKind) ? isOfOwnKind(values.purpose) : isForCommonPurpose(values.purpose),
    );
  if (is('refused')) found = found.where(isRefused);
  if (is('broken')) found = found.where('call.broken', '<>', '');
  if (is('network_said'))
    found = found.where(sql<boolean>`call.answered_at is null and call.id in (
      select heard.call_id from heard_saying as heard join network_saying as saying on saying.id = heard.saying_id
        where saying.meaning = ${values.network_said})`);
  if (is('recording_refused')) found = found.where('call.recording_refused_at', 'is not', null);
  if (is('quality')) found = found.where(sql<boolean>`call.poor`);
  const ofThem = placesOf(given);
  if (ofThem.length > 0) found = found.where(isCallOfPeople(isIn(ofThem, values)));
  const told = (name: Filter) => (is(name) ? values[name] : undefined);
  const [queue_id, queue_outcome, queue_wait] = [told('queue_id'), told('queue_outcome'), told('queue_wait')];
  if ((queue_id ?? queue_outcome ?? queue_wait) !== undefined)
    found = found.where(wasInQueue({ queue_id, queue_outcome, queue_wait }, { from, to }));
  if (is('said'))
    found = found.where(sql<boolean>`(call.id, call.started_at) in (
      select * from find_spoken(${values.said}::text, ${from ?? null}::timestamptz, ${to ?? null}::timestamptz, ${sql.lit(totalCap + 1)}))`);
  if (is('measured')) found = found.where(isMeasured({ from, to }));
  const clock = sql`call.started_at at time zone ${values.timeZone}`;
  if (is('hour')) found = found.where(sql<boolean>`extract(hour from ${clock}) = ${values.hour}::text::int`);
  if (is('weekday')) found = found.where(sql<boolean>`extract(isodow from ${clock}) = ${values.weekday}::text::int`);
  if (is('ivr_path')) found = found.where(sql<boolean>`${menuPath} = ${values.ivr_path}`);
  if (is('survey_score')) found = found.where(sql<boolean>`${surveyScore} = ${values.survey_score}`);
  if (is('transferred') || is('transferred_to'))
    found = found.where(isHandedOn({ from, to, receiver: told('transferred_to') }));
  if (is('outcome')) found = found.where(sql<boolean>`call.outcome = ${values.outcome} and call.outcome <> ''`);
  if (is('without_outcome'))
    found = found.where(sql<boolean>`call.status = 'answered' and call.direction <> 'internal' and call.outcome = ''`);
  if (is('tag_id'))
    found = found.where(sql<boolean>`(call.id, call.started_at) in (
      select call_tagging.call_id, call_tagging.call_started_at from call_tagging where call_tagging.tag_id = ${values.tag_id})`);
  if (is('campaign_id'))
    found = found.where(sql<boolean>`(call.id, call.started_at) in (
      select placed.call_id, placed.call_started_at from campaign_attempt as placed
        where placed.campaign_id = ${values.campaign_id} and placed.call_id is not null)`);
  if (is('service_number_id'))
    found = found.where(sql<boolean>`call.service_number <> '' and call.service_number = (
      select service_number.number from service_number where service_number.id = ${values.service_number_id})`);
  if (is('project_id'))
    found = found.where(sql<boolean>`call.service_number <> '' and call.service_number = any(array(
      select service_number.number from project_number
        join service_number on service_number.id = project_number.service_number_id
        where project_number.project_id = ${values.project_id}))`);
  if (is('account_id')) found = found.where(isCallOfPeople(isAccount(values.account_id)));
  if (is('trunk_id')) found = found.where(sql<boolean>`call.trunk_id = ${values.trunk_id} and call.trunk_id <> ''`);
  if (is('carrier')) found = found.where(carriedBy(values.carrier));
  return is('extension') ? found.where(isCallOf(sql`array[${extension}::text]`)) : found;
}

const places = ['department_id', 'team_id'] as const;
type Place = (typeof places)[number];

/** Those of them that calls are asked for of. */
const placesOf = (given: string): Place[] => places.filter((place) => given.split(' ').includes(place));

/** Who is in all of these places; `none` is who is in no such place. */
const isIn = (those: readonly Place[], values: Pick<ValuesOrPlaceholders, Place>) =>
  sql<boolean>`${sql.join(
    those.map((place) => sql`coalesce(account.${sql.ref(place)}::text, 'none') = ${values[place]}`),
    sql` and `,
  )}`;

const isAccount = (account: ValueOrPlaceholder<string>) => sql<boolean>`account.id = ${account}`;

/** Calls on a trunk that is called after the carrier, or with a number of which the company says that it is in its network. */
function carriedBy(carrier: ValueOrPlaceholder<string>): RawBuilder<SqlBool> {
  const named = (words: RawBuilder<unknown>) => sql`position((select fold(${carrier})) in fold(${words})) > 0`;
  return sql`(call.trunk_id <> '' and call.trunk_id = any(array(
      select trunk.id::text from trunk where ${named(sql`trunk.name || ' ' || trunk.host`)}))
    or call.service_number <> '' and call.service_number = any(array(
      select service_number.number from service_number where ${named(sql`service_number.carrier`)})))`;
}

/** Days are the company's, from its midnight to its midnight. */
function spanOf(
  given: string,
  { from, to, timeZone }: Pick<ValuesOrPlaceholders, 'from' | 'to' | 'timeZone'>,
): CallSpan {
  const midnight = (date: ValueOrPlaceholder<string>, plus: number) =>
    sql<Date>`((${date}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
  const is = (filter: Filter) => given.split(' ').includes(filter);
  return { from: is('from') ? midnight(from, 0) : undefined, to: is('to') ? midnight(to, 1) : undefined };
}

const newest = '-started_at';
/** As its index is; backwards the other way round. */
const newestFirst = sql`call.started_at desc, call.id`;

function sortOf(sort: string): RawBuilder<unknown> {
  const name = sort.replace(/^-/, '');
  if (!Object.hasOwn(sortable, name)) throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
  if (sort === newest) return newestFirst;
  if (sort === 'started_at') return sql`call.started_at, call.id desc`;
  // The check above is what makes it a key. Backwards it is the same order, so that one index serves both.
  const column = sql.ref(sortable[name as keyof typeof sortable]);
  return sort.startsWith('-')
    ? sql`${column} desc, call.started_at desc, call.id desc`
    : sql`${column}, call.started_at, call.id`;
}
