import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Keys of Google's service accounts, sealed: a sheet that is shared with such an account need not be public. */
export const sheetKeys: Migration = {
  name: '0252-sheet-keys',
  async up(db) {
    await run(
      db,
      `create table sheet_key (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        data_source_id uuid not null,
        -- With whom the sheet is to be shared.
        client_email text not null,
        sealed bytea not null,
        created_at timestamptz not null default now(),
        created_by uuid,
        primary key (tenant_id, data_source_id),
        ${references('sheet_key', 'data_source_id', 'data_source', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'sheet_key');
    await run(db, `grant select, insert, update, delete on sheet_key to ${roles.app}`);
  },
};
