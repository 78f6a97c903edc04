import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { newId } from '../kernel/new-id.ts';

/** A field that is kept in a table of its own: written in the transaction of its row, read within the row's own query. */
export interface Child {
  readonly table: keyof Database;
  /** Puts the value in place of what was there. */
  readonly write: (trx: Trx, owner: string, value: unknown) => Promise<void>;
}

/**
 * A list of ids in a table of pairs: who are the members of this? The table has the owner's column, the item's, and nothing
 * else to fill in. `read` is the list as a column of the owner's row, in the order that it was given in.
 */
export function idList(place: { table: keyof Database; owner: string; item: string }) {
  const { table, owner, item } = place;
  return {
    table,
    read: (ownerId: string): RawBuilder<string[]> =>
      sql`array(select ${sql.ref(item)} from ${sql.table(table)} where ${sql.ref(owner)} = ${sql.ref(ownerId)} order by position)`,
    /** What the items are called, in the same order; `of` is the table that they are in. */
    names: (ownerId: string, of: keyof Database): RawBuilder<string[]> =>
      sql`array(select named.name from ${sql.table(table)} join ${sql.table(of)} as named on named.id = ${sql.ref(`${table}.${item}`)}
        where ${sql.ref(`${table}.${owner}`)} = ${sql.ref(ownerId)} order by ${sql.ref(`${table}.position`)})`,
    write: async (trx: Trx, id: string, value: unknown) => {
      const items = [...new Set(value as readonly string[])];
      await replace(
        trx,
        place,
        id,
        items.map((one) => ({ [item]: one })),
      );
    },
  } satisfies Child & Record<'read' | 'names', unknown>;
}

/**
 * Rows of their own below a row, in the order that they were given in: the members of a ring group with their delays.
 * `columns` are the fields of one; `read` is the list as a column of the owner's row.
 */
export function orderedRows<Item extends object>(place: {
  table: keyof Database;
  owner: string;
  columns: readonly (keyof Item & string)[];
}) {
  const { table, owner, columns } = place;
  const fields = sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`));
  return {
    table,
    read: (ownerId: string): RawBuilder<Item[]> =>
      sql`coalesce((select json_agg(json_build_object(${fields}) order by position) from ${sql.table(table)}
        where ${sql.ref(owner)} = ${sql.ref(ownerId)}), '[]')`,
    write: async (trx: Trx, id: string, value: unknown) => {
      const items = value as readonly Record<string, unknown>[];
      const rows = items.map((one) => Object.fromEntries(columns.map((name) => [name, one[name]])));
      await replace(trx, place, id, rows);
    },
  } satisfies Child & Record<'read', unknown>;
}

/**
 * The same for rows that have an address of their own: one that comes back with its `id` keeps it, whatever has changed in it, also
 * when its owner was gone meanwhile. An id that another owner's row has means a new row.
 */
export function keptRows<Item extends { readonly id: string | null }>(place: {
  table: keyof Database;
  owner: string;
  columns: readonly (keyof Item & string)[];
}) {
  const { read, table } = orderedRows<Item>({ ...place, columns: ['id', ...place.columns] });
  return {
    table,
    read,
    write: async (trx: Trx, id: string, value: unknown) => {
      const items = value as readonly (Item & Record<string, unknown>)[];
      const wanted = items.flatMap((item) => item.id ?? []);
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where id = any(${wanted}) and ${sql.ref(place.owner)} <> ${id}`.execute(trx);
      const taken = new Set(rows.map((row) => row.id));
      const ids = items.map((item) => {
        if (item.id === null || taken.has(item.id)) return undefined;
        // Named twice, the second is new.
        taken.add(item.id);
        return item.id;
      });
      const written = items.map((item) => Object.fromEntries(place.columns.map((name) => [name, item[name]])));
      await replace(trx, place, id, written, ids);
    },
  } satisfies Child & Record<'read', unknown>;
}

async function replace(
  trx: Trx,
  { table, owner }: { table: keyof Database; owner: string },
  id: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  ids: readonly (string | undefined)[] = [],
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(trx);
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const columns = sql.join(['id', owner, 'position', ...names].map((name) => sql.ref(name)));
  const values = rows.map(
    (row, position) => sql`(${sql.join([ids[position] ?? newId(), id, position, ...names.map((name) => row[name])])})`,
  );
  await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(trx);
}
