import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Lists as people like to look at them. */
export const savedView: Migration = {
  name: '0030-saved-view',
  async up(db) {
    await createTenantTable(db, 'saved_view', [
      'account_id uuid not null',
      'list text not null',
      'name text not null',
      'address text not null',
      'shared boolean not null default false',
      references('saved_view', 'account_id', 'account', 'cascade'),
    ]);
    await run(
      db,
      'create unique index saved_view_name_key on saved_view (tenant_id, account_id, list, name_key(name))',
    );
  },
};
