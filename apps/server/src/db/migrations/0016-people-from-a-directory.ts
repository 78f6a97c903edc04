import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A company's directory keeps its people and departments here up to date (SCIM), by a key of its own. */
export const peopleFromADirectory: Migration = {
  name: '0016-people-from-a-directory',
  async up(db) {
    await createTenantTable(db, 'directory_sync', [
      'active boolean not null default true',
      'role_id uuid',
      'secret_hash bytea',
      "prefix text not null default ''",
      'last_used_at timestamptz',
      'constraint directory_sync_once unique (tenant_id)',
      references('directory_sync', 'role_id', 'role'),
    ]);
    await run(db, 'create index directory_sync_role_id on directory_sync (tenant_id, role_id)');
    for (const table of ['account', 'department']) {
      await run(db, `alter table ${table} add column external_id text`);
      await run(
        db,
        `create unique index ${table}_external_id_key on ${table} (tenant_id, external_id) where external_id is not null`,
      );
    }
    await run(db, 'alter table account add column left_directory boolean not null default false');
  },
};
