import { references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How customers come from a data source; of a Google Sheet, which one, and who gets them. */
export const dataSourceKinds: Migration = {
  name: '0113-data-source-kinds',
  async up(db) {
    await run(
      db,
      `alter table data_source
        add column kind text not null default 'manual' check (kind in ('manual', 'excel', 'google-sheet', 'api')),
        add column sheet_id text not null default '',
        add column sheet_name text not null default '',
        add column user_id uuid,
        add ${references('data_source', 'user_id', 'account')},
        add constraint data_source_sheet check
          (kind <> 'google-sheet' or (sheet_id <> '' and sheet_name <> '' and user_id is not null))`,
    );
    await run(db, 'create index data_source_user on data_source (tenant_id, user_id)');
  },
};
