import { sql } from 'kysely';
import type { MigrationDb } from '../migrations/migration.ts';
import { roles } from '../roles.ts';

/** `current_tenant()` is null outside `inTenant`, so that nothing matches it; the subselect makes it once per statement. */
const ownRows = 'tenant_id = (select current_tenant())';

/**
 * Makes a table of a tenant the one right way: the primary key starts with the tenant, row-level security binds even the
 * owner, and rows carry version, times and authors. `columns` is SQL, one definition or constraint an entry.
 */
export async function createTenantTable(db: MigrationDb, name: string, columns: readonly string[]): Promise<void> {
  await run(
    db,
    `create table ${name} (
      tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
      id uuid not null,
      ${columns.join(',\n')},
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid,
      updated_by uuid,
      constraint ${name}_pkey primary key (tenant_id, id)
    )`,
  );
  await guardByTenant(db, name);
  await run(db, `grant select, insert, update, delete on ${name} to ${roles.app}`);
}

/** Row-level security of any table that has a `tenant_id`. */
export async function guardByTenant(db: MigrationDb, name: string): Promise<void> {
  await run(db, `alter table ${name} enable row level security`);
  await run(db, `alter table ${name} force row level security`);
  await run(db, `create policy own_tenant on ${name} using (${ownRows}) with check (${ownRows})`);
}

/**
 * A reference within the tenant. Foreign keys are checked without row-level security, so the tenant is part of the key:
 * else an insert would tell whether another tenant's row exists. The name tells the server which field is wrong.
 */
export const references = (table: string, column: string, target: string, onDelete = 'no action') =>
  `constraint ${table}_${column}_fkey foreign key (tenant_id, ${column}) references ${target} (tenant_id, id) on delete ${onDelete}`;

/** Names that may stand only once in a tenant, however they are written (`name_key`). */
export const uniqueName = (db: MigrationDb, table: string) =>
  run(db, `create unique index ${table}_name_key on ${table} (tenant_id, name_key(name))`);

/** Texts that may stand only once in a tenant, however they are capitalised; empty ones do not count. */
export const uniqueText = (db: MigrationDb, table: string, column: string) =>
  run(
    db,
    `create unique index ${table}_${column}_key on ${table}
      (tenant_id, lower(normalize(${column}) collate "und-x-icu")) where ${column} <> ''`,
  );

/** Runs statements that are made of names, where placeholders are not allowed. Never pass anything from outside. */
export async function run(db: MigrationDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
