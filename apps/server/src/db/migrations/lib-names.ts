import { run } from './lib-tenant-table.ts';
import type { MigrationDb } from './migration.ts';

/** Names that may stand only once in a tenant, however they are written. */
export const uniqueName = (db: MigrationDb, table: string) =>
  run(db, `create unique index ${table}_name_key on ${table} (tenant_id, name_key(name))`);

/** The same for a table that has had names of the older kind, which told look-alikes apart. */
export async function namesOnce(db: MigrationDb, table: string): Promise<void> {
  await tellApart(db, table);
  await run(db, `drop index ${table}_name_key`);
  await uniqueName(db, table);
}

/** Of rows that already have a name alike the oldest keeps it; the others get the end of their id, which nobody has yet. */
async function tellApart(db: MigrationDb, table: string) {
  // The owner's tables bind even the owner, who is in no tenant here.
  await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `update ${table} set name = left(name, 180) || ' (' || right(alike.id::text, 6) || ')'
      from (
        select tenant_id, id, row_number() over (partition by tenant_id, name_key(name) order by created_at, id) as place
        from ${table}
      ) as alike
      where alike.tenant_id = ${table}.tenant_id and alike.id = ${table}.id and alike.place > 1`,
  );
  await run(db, `alter table ${table} force row level security`);
}
