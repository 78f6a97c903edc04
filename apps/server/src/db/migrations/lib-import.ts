import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Lets `ids_by_key` find the rows of a table by their name or code, so that an import knows which are there already. Row-level
 * security lets no index be used through a function that is not leak-proof, and what makes names alike is none.
 */
export async function foundByKey(db: MigrationDb, table: string): Promise<void> {
  await run(db, `create policy found_by_key on ${table} for select to ${roles.lookup} using (true)`);
  await run(db, `grant select on ${table} to ${roles.lookup}`);
}
