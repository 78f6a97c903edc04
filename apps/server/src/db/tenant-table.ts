import { type CrudContract, type ProblemBody, type StoredRowOf, totalCap } from '@alo/contract';
import {
  type AliasableExpression,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { z } from 'zod';

import type { CrudStore } from '../http/crud-routes.ts';
import { Problem } from '../http/problem.ts';
import { actorOf, type By } from '../http/route.ts';
import { audit } from './audit.ts';
import type { Db, Trx } from './database.ts';
import { newId } from './new-id.ts';
import { refusedInput, refusedRemoval } from './refused.ts';
import type { Database } from './schema.ts';

/** Who may stand in the way of a delete. */
export interface Reference {
  readonly table: keyof Database;
  readonly column: string;
  /** What the referring thing is called, in Vietnamese. */
  readonly kind: string;
}

export interface TenantTableSpec<C extends CrudContract> {
  readonly table: keyof Database;
  /** The rows as the contract shows them, joins and counts included; search, filters, sorting and paging are added here. */
  readonly rows: (trx: Trx) => AliasableExpression<StoredRowOf<C>>;
  /** Columns of the row that a search looks into. */
  readonly searchIn: readonly (keyof StoredRowOf<C> & string)[];
  readonly referredToBy?: readonly Reference[];
}

/** Named at run time, so its columns are not known to the compiler; the edges below are typed by the contract. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>;
type AnyRow = Record<string, unknown>;

/** Names in a list of what is in the way. */
const namedAtMost = 20;
const exportedAtMost = 50_000;

/** CRUD over one table, always inside the caller's tenant, each change with its entry in the audit trail. */
export function tenantTable<C extends CrudContract>(db: Db, contract: C, spec: TenantTableSpec<C>): CrudStore<C> {
  const { table, searchIn, referredToBy = [] } = spec;
  const anyTable = (trx: Trx) => trx as unknown as AnyTable;
  const rows = (trx: Trx) => anyTable(trx).selectFrom(spec.rows(trx).as('row')).selectAll('row');
  const columns = contract.row.shape as Record<string, z.core.$ZodType>;
  // What comes out of `rows` is a stored row by the type of `spec.rows`.
  const find = async (trx: Trx, id: string) =>
    (await rows(trx).where(column('id'), '=', id).executeTakeFirst()) as StoredRowOf<C> | undefined;
  /** As the audit trail and a conflict show it: nothing that the contract does not name. */
  const shown = (row: StoredRowOf<C>) => contract.row.parse(row);

  function wanted(trx: Trx, { search, filters }: { search: string; filters: AnyRow }) {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const words = search.split(/\s+/).filter(Boolean);
    const conditions: Expression<SqlBool>[] = [
      ...given.map(([name, value]) => sql<boolean>`${column(name)} = ${value}`),
      ...words.map((word) => contains(searchIn, word)),
    ];
    return rows(trx).where((row) => row.and(conditions));
  }

  /** The same rows without what is joined to them, where no filter asks for that: what a count needs. */
  function plainly(trx: Trx, filters: AnyRow): Counted {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    if (given.some(([name]) => !Object.hasOwn(contract.input.shape, name)))
      return bare(wanted(trx, { search: '', filters }));
    return anyTable(trx)
      .selectFrom(table)
      .select(one)
      .where((row) => row.and(given.map(([name, value]) => sql<boolean>`${sql.ref(name)} = ${value}`)));
  }

  function counting(trx: Trx, found: Counted) {
    return anyTable(trx)
      .selectFrom(found.limit(totalCap + 1).as('some'))
      .select(sql<number>`count(*)::int`.as('total'));
  }

  const bare = (query: ReturnType<typeof wanted>): Counted => query.clearSelect().select(one);

  function sorted(query: ReturnType<typeof wanted>, sort: string | undefined) {
    const descending = sort?.startsWith('-') === true;
    const name = sort?.replace(/^-/, '');
    if (name === undefined) return query.orderBy(column('created_at'), 'desc').orderBy(column('id'), 'desc');
    const schema = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (schema === undefined) throw Problem.badRequest({ sort: `Không sắp xếp được theo ${name}` });
    const key = isText(schema) ? sql`${column(name)} collate "vi-x-icu"` : column(name);
    const direction = sql.raw(descending ? 'desc' : 'asc');
    return query.orderBy(sql`${key} ${direction} nulls last`).orderBy(column('id'));
  }

  async function remove(trx: Trx, by: By, id: string): Promise<'gone' | 'missing' | ProblemBody['used_by']> {
    const before = await find(trx, id);
    if (before === undefined) return 'missing';
    const usedBy = await inTheWay(trx, referredToBy, id);
    if (usedBy.length > 0) return usedBy;
    await anyTable(trx).deleteFrom(table).where('id', '=', id).execute();
    await audit(trx, actorOf(by), { action: 'delete', subject: table, subjectId: id, before: shown(before) });
    return 'gone';
  }

  return {
    list: async ({ caller }, { page, per_page: perPage, search, sort, ...filters }) => {
      const { data, counted } = await db.read(caller.tenantId, (trx) => {
        const found = wanted(trx, { search, filters });
        return {
          data: sorted(found, sort)
            .limit(perPage)
            .offset((page - 1) * perPage),
          counted: counting(trx, search === '' ? plainly(trx, filters) : bare(found)),
        };
      });
      const total = counted[0]?.total ?? 0;
      // The rows are stored rows by the type of `spec.rows`.
      return { data: data as StoredRowOf<C>[], total: Math.min(total, totalCap), total_capped: total > totalCap };
    },

    all: (by, { search, sort, filters }) =>
      db.inTenant(by.caller.tenantId, async (trx) => {
        const data = await sorted(wanted(trx, { search, filters }), sort).limit(exportedAtMost).execute();
        const entry = {
          action: 'export',
          subject: table,
          subjectId: '',
          after: { rows: data.length, search, filters },
        };
        await audit(trx, actorOf(by), entry);
        return data as StoredRowOf<C>[];
      }),

    find: ({ caller }, id) => db.inTenant(caller.tenantId, (trx) => find(trx, id)),

    insert: (by, input) =>
      refusedInput(table, contract, () =>
        db.inTenant(by.caller.tenantId, async (trx) => {
          const id = newId();
          const { accountId } = by.caller;
          const values = { ...(input as AnyRow), id, created_by: accountId, updated_by: accountId };
          await anyTable(trx).insertInto(table).values(values).execute();
          const after = stillThere(await find(trx, id));
          await audit(trx, actorOf(by), { action: 'create', subject: table, subjectId: id, after: shown(after) });
          return after;
        }),
      ),

    update: (by, id, { version, ...input }) =>
      refusedInput(table, contract, () =>
        db.inTenant(by.caller.tenantId, async (trx) => {
          const before = await find(trx, id);
          if (before === undefined) return undefined;
          const { numUpdatedRows } = await anyTable(trx)
            .updateTable(table)
            .set({
              ...(input as AnyRow),
              version: sql`version + 1`,
              updated_at: sql`now()`,
              updated_by: by.caller.accountId,
            })
            .where('id', '=', id)
            .where('version', '=', version)
            .executeTakeFirst();
          const after = await find(trx, id);
          if (after === undefined) return undefined;
          if (numUpdatedRows === 0n) throw Problem.conflict(shown(after));
          const change = { before: shown(before), after: shown(after) };
          await audit(trx, actorOf(by), { action: 'update', subject: table, subjectId: id, ...change });
          return after;
        }),
      ),

    remove: (by, id) => refusedRemoval(() => db.inTenant(by.caller.tenantId, (trx) => remove(trx, by, id))),

    removeMany: (by, ids) =>
      refusedRemoval(() =>
        db.inTenant(by.caller.tenantId, async (trx) => {
          const deleted: string[] = [];
          const refused: { id: string; used_by: ProblemBody['used_by'] }[] = [];
          for (const id of new Set(ids)) {
            const outcome = await remove(trx, by, id);
            if (outcome === 'gone') deleted.push(id);
            else if (outcome !== 'missing') refused.push({ id, used_by: outcome });
          }
          return { deleted, refused };
        }),
      ),
  } satisfies CrudStore<C>;
}

/** Rows of which only the number matters. */
type Counted = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, { one: number }>;
const one = sql<number>`1`.as('one');

const column = (name: string) => sql.ref(`row.${name}`);

/** The word stands somewhere in one of the columns, whatever its accents and capitals. */
function contains(searchIn: readonly string[], word: string): Expression<SqlBool> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const text = sql.join(
    searchIn.map((name) => sql`coalesce(${column(name)}, '')`),
    sql` || ' ' || `,
  );
  return sql<boolean>`fold(${text}) like fold(${pattern})`;
}

async function inTheWay(trx: Trx, references: readonly Reference[], id: string): Promise<ProblemBody['used_by']> {
  const found: ProblemBody['used_by'] = [];
  for (const { table, column: name, kind } of references) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from ${sql.table(table)} where ${sql.ref(name)} = ${id} order by name limit ${namedAtMost}
    `.execute(trx);
    found.push(...rows.map((row) => ({ kind, name: row.name, id: row.id })));
  }
  return found;
}

/** Text columns are sorted as Vietnamese is; numbers, times and ids as they are. */
function isText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return isText(schema.unwrap());
  }
  if (schema instanceof z.ZodUnion) return schema.options.some(isText);
  return schema instanceof z.ZodString;
}

function stillThere<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A row that was just written is not shown by its own list.');
  return row;
}
