import { type CrudContract, type StoredRowOf, stored as storedColumns, totalCap } from '@alo/contract';
import { type Compilable, type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import { type Placeholders, prepared, type ValueOrPlaceholder } from '../db/prepared.ts';
import type { By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import { type Reach, reachOf } from '../kernel/reach.ts';
import { anyTable } from './any-table.ts';
import { isFar, walkTo } from './deep-pages.ts';
import { firstPage, paged } from './first-page.ts';
import type { Condition, LookUp, Resource } from './resource.ts';
import { isSortable, isText } from './schema-kinds.ts';
import { indexedSearch, isSearched, searchConditions } from './searching.ts';
import { idOf, preparedReach, type Within } from './within.ts';

/** Which rows of a list are wanted, and in which order. */
export interface RowQuery {
  readonly search: string;
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
  /** What an index found of what is wanted; see `matches`. */
  readonly matched?: IndexMatches | undefined;
}

/** What an index finds, looked into once. Where it is more than is counted, the rest of the answer is nothing. */
export interface IndexMatches {
  /** So many rows have the words, or what a filter wants, up to one more than are counted. */
  readonly met: number;
  /** So many of them are wanted besides, and these are on the page. */
  readonly total: number;
  readonly ids: readonly string[];
}

/** So many rows are looked at one by one to be counted; a twentieth of a second. */
const lookedAt = 10_000;

interface CountedRows {
  readonly total: number;
  /** Where rows were looked at one by one: how many, up to one more than are. */
  readonly looked: number | null;
}

export interface PageOfRows<Row> {
  data: Row[];
  total: number;
  total_capped: boolean;
}

/**
 * Reads a resource's rows. The only place that makes a query of them, so that how it is made can change. `page` and `all`
 * show what who asks may see; so does `seen`, while `byId` is for what happens behind a change that was allowed.
 */
export function reading<C extends CrudContract>(resource: Resource<C>) {
  const columns = resource.contract.row.shape as Record<string, z.core.$ZodType>;
  // What else the table has, such as the text that is searched, nobody is shown.
  const shownColumns = () => Object.keys(columns).map((name) => column(name).as(name));
  /** Made when first asked for: of most resources a process reads nothing, and all of them are 5 MB. */
  let shown: ReturnType<typeof shownColumns> | undefined;
  const rows = (trx: Trx) => {
    shown ??= shownColumns();
    return anyTable(trx).selectFrom(resource.rows(trx).as('row')).select(shown);
  };
  const seenWithin = (trx: Trx, reach: Within) => {
    const inScope = resource.scope?.(reach);
    return inScope === undefined ? rows(trx) : rows(trx).where(inScope);
  };
  const seen = (trx: Trx, { caller }: By) => seenWithin(trx, reachOf(caller));
  const filtered = (trx: Trx, by: By, { filters }: RowQuery) =>
    seen(trx, by).where((row) =>
      row.and(given(filters).map(([name, value]) => filterCondition(resource, name, value, by))),
    );
  const wanted = (trx: Trx, by: By, what: RowQuery, isCommon = false) =>
    filtered(trx, by, what).where((row) => row.and(searchConditions(resource, what.search, by, isCommon)));
  /** Forwards or backwards in the same order, so that one index serves both: what is null is last, or first. */
  const orderOf = (sort: string | undefined) => {
    const { name, direction } = sortedBy(sort);
    const schema = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (schema === undefined || !isSortable(schema))
      throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
    const key = isText(schema) ? sql`${column(name)} collate "vi-x-icu"` : column(name);
    return sql`${key} ${sql.raw(direction)}, ${column('id')} ${sql.raw(direction)}`;
  };
  const sorted = (query: ReturnType<typeof rows>, sort: string | undefined) => query.orderBy(orderOf(sort));
  /** The table alone, without what is joined to it: where no condition asks for more. */
  const plainly = (trx: Trx, { filters }: Pick<RowQuery, 'filters'>) =>
    anyTable(trx)
      .selectFrom(`${resource.table} as row`)
      .where((row) => row.and(given(filters).map(([name, value]) => sql<boolean>`${column(name)} = ${value}`)));
  /** A page that lies far behind others: its keys first, so that nothing but the index is read of what is passed over. */
  const farPage = (
    trx: Trx,
    what: Pick<RowQuery, 'sort' | 'filters'>,
    { skip, perPage }: { skip: ValueOrPlaceholder<number>; perPage: ValueOrPlaceholder<number> },
  ) => {
    const isNewestFirst = sortedBy(what.sort) === newest && given(what.filters).length === 0;
    const walk = isNewestFirst ? walkTo(resource.table, skip) : undefined;
    const all = plainly(trx, what);
    const keys = (walk === undefined ? all : all.where(sql<boolean>`${column('created_at')} < ${walk.before}`))
      .select(sql<string>`row.id`.as('id'))
      .orderBy(orderOf(what.sort))
      .limit(perPage)
      .offset(walk?.offset ?? skip);
    return sorted(rows(trx).where(sql<boolean>`${column('id')} = any(array(${keys}))`), what.sort);
  };
  const counting = (trx: Trx, found: Counted) =>
    anyTable(trx)
      .selectFrom(found.limit(totalCap + 1).as('some'))
      .select([sql<number>`count(*)::int`.as('total'), none]);
  /** Every row that somebody sees: what lists are asked for most. */
  const ofAll = prepared(
    (
      trx,
      { whose, skip, perPage }: Placeholders<PageOfAll>,
      kind: Reach['kind'],
      sort: string,
      isFarAway: boolean,
      first: number,
    ) =>
      isFarAway
        ? farPage(trx, { sort, filters: {} }, { skip, perPage })
        : paged(sorted(seenWithin(trx, preparedReach(kind, whose)), sort), first, { skip, perPage }),
  );
  const countOfAll = prepared((trx, { whose }: Placeholders<Pick<PageOfAll, 'whose'>>, kind: Reach['kind']) => {
    const reach = preparedReach(kind, whose);
    const isFromTable = resource.scope?.(reach) === undefined;
    return counting(
      trx,
      isFromTable ? plainly(trx, { filters: {} }).select(one) : seenWithin(trx, reach).clearSelect().select(one),
    );
  });
  const those = prepared((trx, { ids }: Placeholders<Pick<IndexMatches, 'ids'>>, sort: string) =>
    sorted(rows(trx).where(sql<boolean>`${column('id')} = any(${ids}::uuid[])`), sort),
  );
  /** What comes out of `rows` is a stored row by the type of `Resource.rows`. */
  const stored = (found: Record<string, unknown>[]) => found as StoredRowOf<C>[];

  const index = indexedSearch(resource);
  const lookedUp = resource.lookedUp as
    | Readonly<Record<string, (value: unknown, by: By) => LookUp | undefined>>
    | undefined;
  /** What is looked up in an index of what is wanted, words before a filter, and what is wanted besides. */
  const lookUp = (by: By, what: RowQuery): (LookUp & { besides: RowQuery }) | undefined => {
    const { search } = what;
    if (isSearched(search)) {
      if (index === undefined) return undefined;
      const found = (atMost: number) => index.found(search, by, atMost);
      return { found, knowsWhen: true, besides: { ...what, search: '' } };
    }
    for (const [name, value] of given(what.filters)) {
      const its = lookedUp?.[name]?.(value, by);
      if (its !== undefined) return { ...its, besides: { ...what, filters: { ...what.filters, [name]: undefined } } };
    }
    return undefined;
  };
  /** Nothing else is asked for. */
  const isWide = ({ caller }: By, { filters }: RowQuery) =>
    resource.scope?.(reachOf(caller)) === undefined && given(filters).length === 0;

  /** Where an index finds what is wanted: what it finds, looked up before the page is read. */
  const matches = (by: By, what: RowQuery, { page, perPage }: { page: number; perPage: number }) => {
    const looked = lookUp(by, what);
    if (looked === undefined) return undefined;
    const { knowsWhen, besides } = looked;
    const found = sql`found as materialized (select id, created_at from ${looked.found(totalCap + 1)} as it),
      few as not materialized (select * from found where (select count(*) from found) <= ${totalCap})`;
    const sort = sortedBy(what.sort);
    const keys = [...new Set(['id', sort.name])];
    return (trx: Trx) => {
      const isKnown = knowsWhen && isWide(by, besides) && sort === newest;
      const among = filtered(trx, by, besides).where(sql<boolean>`row.id in (select id from few)`);
      const kept = isKnown
        ? sql`kept as not materialized (select * from few)`
        : sql`kept as materialized (${among.clearSelect().select(keys.map((name) => column(name).as(name)))})`;
      return trx
        .selectFrom(
          sql<IndexMatches>`(with ${found}, ${kept} select (select count(*) from found) as met, (select count(*) from kept) as total,
            array(select id from kept as row order by ${orderOf(what.sort)} limit ${perPage} offset ${(page - 1) * perPage}) as ids)`.as<'one'>(
            sql`one`,
          ),
        )
        .selectAll();
    };
  };
  /** More is found than the index brings: all of it is found in the rows themselves. */
  async function isCommon(trx: Trx, by: By, { search }: RowQuery): Promise<boolean> {
    if (index === undefined || !isSearched(search)) return false;
    const found = sql<{ met: number }>`select count(*) as met from ${index.found(search, by, totalCap + 1)} as it`;
    const { rows: answered } = await found.execute(trx);
    return (answered[0]?.met ?? 0) > totalCap;
  }
  /** How many of the newest rows have what nearly all have, and how many were looked at. */
  const countOnTheWay = (trx: Trx, by: By, what: RowQuery) => {
    const has = sql<boolean>`${sql.join(searchConditions(resource, what.search, by, true), sql` and `)}`;
    const newestOnes = filtered(trx, by, what)
      .clearSelect()
      .select(has.as('has'))
      .orderBy(orderOf(undefined))
      .limit(lookedAt + 1);
    return anyTable(trx)
      .selectFrom(newestOnes.as('some'))
      .select([sql<number>`(count(*) filter (where has))::int`.as('total'), sql<number>`count(*)::int`.as('looked')]);
  };

  const oneSeen = prepared((trx, { id, whose }: Placeholders<{ id: string; whose: string }>, kind: Reach['kind']) =>
    seenWithin(trx, preparedReach(kind, whose)).where(column('id'), '=', id),
  );

  return {
    matches,
    stored,
    /** The row of this id if who asks may see it, for a `Db.read`; see `stored`. */
    seenOne({ caller }: By, id: string) {
      const reach = reachOf(caller);
      return oneSeen({ id, whose: idOf(reach) }, reach.kind);
    },

    /** What `Db.read` takes for a page and its total; see `pageOf`. */
    page(trx: Trx, by: By, what: RowQuery, { page, perPage, matched }: PageQuery): PageQueries {
      const sort = what.sort ?? '-created_at';
      if (matched !== undefined && matched.met <= totalCap) return { data: those({ ids: matched.ids }, sort) };
      const skip = (page - 1) * perPage;
      const isFromTable = isPlainly(resource, by, what);
      const isFarAway = isFar(skip) && isFromTable && isOwnColumn(resource, sortedBy(what.sort).name);
      if (!isSearched(what.search) && given(what.filters).length === 0) {
        const reach = reachOf(by.caller);
        const whose = idOf(reach);
        return {
          data: ofAll({ whose, skip, perPage }, reach.kind, sort, isFarAway, firstPage({ skip, perPage })),
          counted: countOfAll({ whose }, reach.kind),
        };
      }
      const looked = matched && lookUp(by, what);
      const found =
        looked?.has === undefined
          ? wanted(trx, by, what, matched !== undefined)
          : wanted(trx, by, looked.besides).where(looked.has);
      const data = sorted(found, what.sort).limit(perPage).offset(skip);
      if (matched !== undefined && looked !== undefined && isWide(by, looked.besides)) return { data };
      if (looked !== undefined && isSearched(what.search)) return { data, counted: countOnTheWay(trx, by, what) };
      return {
        data: isFarAway ? farPage(trx, what, { skip, perPage }) : data,
        counted: counting(trx, isFromTable ? plainly(trx, what).select(one) : found.clearSelect().select(one)),
      };
    },

    pageOf(
      { data, counted }: { data: Record<string, unknown>[]; counted?: CountedRows[] },
      { page, perPage, matched }: PageQuery,
    ): PageOfRows<StoredRowOf<C>> {
      const { total, looked } = counted?.[0] ?? foundAtAll(matched);
      if (looked === null || looked <= lookedAt) {
        return { data: stored(data), total: Math.min(total, totalCap), total_capped: total > totalCap };
      }
      const atLeast = Math.max(total, (page - 1) * perPage + data.length);
      return { data: stored(data), total: Math.min(atLeast, totalCap), total_capped: true };
    },

    /** How many, exactly, or counted up to a limit. */
    async count(trx: Trx, by: By, what: RowQuery, atMost?: number): Promise<number> {
      const found = isPlainly(resource, by, what)
        ? plainly(trx, what).select(one)
        : wanted(trx, by, what, await isCommon(trx, by, what))
            .clearSelect()
            .select(one);
      const { total } = await anyTable(trx)
        .selectFrom((atMost === undefined ? found : found.limit(atMost)).as('some'))
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** All of them, in order, with all or some of their columns; see `inPieces`. */
    async all(trx: Trx, by: By, what: RowQuery, names?: readonly string[]) {
      const found = sorted(wanted(trx, by, what, await isCommon(trx, by, what)), what.sort);
      return { query: names ? found.clearSelect().select(names.map((name) => column(name).as(name))) : found };
    },

    /** Of these, the rows that who asks may see. */
    seen: async (trx: Trx, by: By, ids: readonly string[]) =>
      stored(
        await seen(trx, by)
          .where(column('id'), 'in', [...ids])
          .execute(),
      ),

    /** Ids and versions of all of them that were there at a time, or of those of them that are named, in their order. */
    chosen: async (
      trx: Trx,
      by: By,
      what: RowQuery,
      { ids, at }: { ids?: readonly string[] | undefined; at: Expression<Date> },
    ) => {
      const found = wanted(trx, by, what, await isCommon(trx, by, what));
      const there = found.where(sql<boolean>`${column('created_at')} <= ${at}`);
      const named = ids === undefined ? there : there.where(sql<boolean>`row.id = any (${[...ids]}::uuid[])`);
      return sorted(named, what.sort);
    },

    /** The same as `byId` for several, as far as they are there. */
    byIds: async (trx: Trx, ids: readonly string[]) =>
      ids.length === 0
        ? []
        : stored(
            await rows(trx)
              .where(column('id'), 'in', [...ids])
              .execute(),
          ),

    byId: async (trx: Trx, id: string) => {
      const row = await rows(trx).where(column('id'), '=', id).executeTakeFirst();
      if (row === undefined) throw new Error('A row that was just written is not shown by its own list.');
      return row as StoredRowOf<C>;
    },
  };
}

interface PageQueries extends Record<string, Compilable> {
  readonly data: Compilable<Record<string, unknown>>;
  readonly counted?: Compilable<CountedRows>;
}

interface PageOfAll {
  readonly whose: string;
  readonly skip: number;
  readonly perPage: number;
}

/** Where nothing was counted beside the page: what an index found is all that is wanted. */
const foundAtAll = (matched: IndexMatches | undefined): CountedRows => {
  if (matched === undefined) throw new Error('A page was neither counted nor found.');
  return { total: matched.met <= totalCap ? matched.total : matched.met, looked: null };
};

/** Rows of which only the number matters. */
type Counted = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, { one: number }>;
const one = sql<number>`1`.as('one');
/** Nothing was looked at one by one. */
const none = sql<number | null>`null::int`.as('looked');

const given = (filters: RowQuery['filters']) => Object.entries(filters).filter(([, value]) => value !== undefined);

/** The contract's name of the filter that every list has. */
const updatedSince = 'updated_since';

/** How a list is sorted where nothing is said. */
const newest = { name: 'created_at', direction: 'desc' } as const;

const sortedBy = (sort: string | undefined) =>
  sort === undefined || sort === '-created_at'
    ? newest
    : ({ name: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } as const);

/** Every condition is that a column of the table itself has a value. */
function isPlainly<C extends CrudContract>(resource: Resource<C>, by: By, { search, filters }: RowQuery): boolean {
  const { scope, filters: conditions = {} } = resource;
  const isColumn = ([name]: [string, unknown]) => !Object.hasOwn(conditions, name) && isOwnColumn(resource, name);
  return search === '' && scope?.(reachOf(by.caller)) === undefined && given(filters).every(isColumn);
}

/** A column of the table itself, of which the row of the list shows nothing else. */
const isOwnColumn = <C extends CrudContract>(
  { contract, stored, asTheyAre = [], children = {} }: Resource<C>,
  name: string,
): boolean =>
  Object.hasOwn(storedColumns, name) ||
  (asTheyAre as readonly string[]).includes(name) ||
  (stored === undefined && Object.hasOwn(contract.input.shape, name) && !Object.hasOwn(children, name));

const column = (name: string) => sql.ref(`row.${name}`);

function filterCondition<C extends CrudContract>(
  resource: Resource<C>,
  name: string,
  value: unknown,
  by: By,
): Condition {
  // The contract has parsed the value by the filter's own schema, which the condition's type is made of.
  // Every resource has it, and every row has the column.
  if (name === updatedSince) return sql<boolean>`${column('updated_at')} >= ${value}`;
  const conditions = resource.filters as Record<string, (value: unknown, by: By) => Condition> | undefined;
  return conditions?.[name]?.(value, by) ?? sql<boolean>`${column(name)} = ${value}`;
}
