import { sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { Along } from './resource.ts';

/** Rows by their table, kept beside a row that is deleted. */
const kept = z.looseObject({
  going_along: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).default({}),
});

/** What each of these rows takes along, to be kept with it until nobody can want it back. */
export async function alongWith(
  trx: Trx,
  all: readonly Along[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, { going_along: Record<string, unknown[]> }>> {
  const found = new Map<string, { going_along: Record<string, unknown[]> }>();
  for (const { table, column } of all) {
    const { rows } = await sql<{ id: string; rows: unknown[] }>`
      select ${sql.ref(column)} as id, jsonb_agg(to_jsonb(its)) as rows from ${sql.table(table)} as its
      where ${sql.ref(column)} = any(${[...ids]}::uuid[]) group by 1`.execute(trx);
    for (const row of rows) {
      const { going_along: others } = found.get(row.id) ?? { going_along: {} };
      found.set(row.id, { going_along: { ...others, [table]: row.rows } });
    }
  }
  return found;
}

/**
 * They come back with rows that are there again. What refers to something that was deleted meanwhile comes back without it, or
 * not at all where it is nothing without it.
 */
export async function putBackAlong(trx: Trx, stored: readonly unknown[]): Promise<void> {
  const byTable = new Map<string, unknown[]>();
  for (const row of stored) {
    for (const [table, rows] of Object.entries(kept.parse(row).going_along)) {
      byTable.set(table, [...(byTable.get(table) ?? []), ...rows]);
    }
  }
  for (const [table, rows] of byTable) {
    const columns = await columnsOf(trx, table);
    const refs = columns.map(({ name }) => sql.ref(name));
    await sql`insert into ${sql.table(table)} (${sql.join(refs)})
      select ${sql.join(columns.map(asFarAsThere))}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) as given
      where ${sql.join([sql`true`, ...columns.filter(({ needed }) => needed).map(isThere)], sql` and `)}
      on conflict do nothing`.execute(trx);
  }
}

interface StoredColumn {
  readonly name: string;
  /** The table that its values are ids of. */
  readonly of: string | null;
  readonly needed: boolean;
}

/** What a table's rows are written in; references of this product are to a row of the tenant, by its id. */
async function columnsOf(trx: Trx, table: string): Promise<readonly StoredColumn[]> {
  const { rows } = await sql<StoredColumn>`
    select its.attname as name, of.confrelid::regclass::text as of, of.oid is not null and its.attnotnull as needed
    from pg_attribute as its left join pg_constraint as of
      on of.conrelid = its.attrelid and of.contype = 'f' and its.attnum = any(of.conkey) and its.attname <> 'tenant_id'
    where its.attrelid = ${table}::regclass and its.attnum > 0 and not its.attisdropped and its.attgenerated = ''`.execute(
    trx,
  );
  return rows;
}

const isThere = ({ name, of }: StoredColumn) =>
  sql`exists (select from ${sql.table(of ?? '')} as its where its.id = ${sql.ref(`given.${name}`)})`;

const asFarAsThere = (column: StoredColumn) => {
  const value = sql.ref(`given.${column.name}`);
  return column.of === null || column.needed ? value : sql`case when ${isThere(column)} then ${value} end`;
};

/** Of these rows those that nothing has come to yet which they would take along. */
export const nothingAlong = (table: string, all: readonly Along[]) =>
  sql.join(
    [
      sql`true`,
      ...all.map(
        ({ table: other, column }) =>
          sql`not exists (select from ${sql.table(other)} as its where ${sql.ref(`its.${column}`)} = ${sql.ref(`${table}.id`)})`,
      ),
    ],
    sql` and `,
  );
