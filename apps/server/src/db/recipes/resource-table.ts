import type { MigrationDb } from '../migrations/migration.ts';
import { roles } from '../roles.ts';
import { listed, sortedBy } from './listed.ts';
import { searchable } from './searchable.ts';
import { createTenantTable, references, run, uniqueName, uniqueText } from './tenant-table.ts';

interface ResourceTable {
  /** Columns of the resource's own as SQL, one definition or constraint an entry. One of them is `name`. */
  readonly columns: readonly string[];
  /** Columns that refer to a row of another table, which are made with their constraint and their index. */
  readonly refersTo?: Readonly<Record<string, Reference>>;
  /** Texts besides the name that stand once in a company, such as `code`. */
  readonly unique?: readonly string[];
  /** Columns whose words a search finds, where a company may have a million rows. */
  readonly searched?: readonly string[];
  /** Texts that the list is sorted by, where a company may have a million rows. */
  readonly sorted?: readonly string[];
}

interface Reference {
  readonly table: string;
  readonly required?: boolean;
  /** Without it the row that is referred to cannot be deleted, and its resource names this one in `referredToBy`. */
  readonly onDelete?: 'cascade';
}

/**
 * Makes the table of a resource: row-level security, a name that stands once, the list newest first, the look-up by name of an import,
 * changes since a moment, and an index for each reference, without which a delete of what is referred to reads the whole table.
 *
 * ```ts
 * await resourceTable(db, 'call_script', {
 *   columns: ['name text not null', "note text not null default ''"],
 *   refersTo: { campaign_id: { table: 'campaign', required: true } },
 * });
 * ```
 */
export async function resourceTable(
  db: MigrationDb,
  name: string,
  { columns, refersTo = {}, unique = [], searched = [], sorted = [] }: ResourceTable,
): Promise<void> {
  const referring = Object.entries(refersTo);
  await createTenantTable(db, name, [
    ...columns,
    ...referring.map(([column, { required = false }]) => `${column} uuid${required ? ' not null' : ''}`),
    ...referring.map(([column, { table, onDelete }]) => references(name, column, table, onDelete)),
  ]);
  await uniqueName(db, name);
  for (const column of unique) await uniqueText(db, name, column);
  await listed(db, name);
  await foundByKey(db, name);
  await run(db, `create index ${name}_changed on ${name} (tenant_id, updated_at, id)`);
  for (const [column] of referring) await run(db, `create index ${name}_${column} on ${name} (tenant_id, ${column})`);
  if (searched.length > 0) await searchable(db, name, searched);
  if (sorted.length > 0) await sortedBy(db, name, sorted);
}

/**
 * Lets `ids_by_key` find the rows of a table by their name or code, so that an import knows which are there already. Row-level
 * security lets no index be used through a function that is not leak-proof, and what makes names alike is none.
 */
async function foundByKey(db: MigrationDb, table: string): Promise<void> {
  await run(db, `create policy found_by_key on ${table} for select to ${roles.lookup} using (true)`);
  await run(db, `grant select on ${table} to ${roles.lookup}`);
}
