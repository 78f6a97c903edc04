import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How a Google Sheet is read again and again: which columns are what, how often, as whom, and what came of it the last time. */
export const sheetSyncs: Migration = {
  name: '0191-sheet-syncs',
  async up(db) {
    await createTenantTable(db, 'sheet_sync', [
      'data_source_id uuid not null',
      // Not there before somebody has said what the columns mean.
      'headings jsonb',
      "existing text not null default 'skip' check (existing in ('skip', 'update'))",
      'every_minutes integer check (every_minutes between 10 and 10080)',
      'next_at timestamptz',
      // Who wants it: what they may do is what it may do.
      'account_id uuid',
      'job_id uuid',
      'last_at timestamptz',
      'last_counts jsonb',
      "last_error text not null default ''",
      references('sheet_sync', 'data_source_id', 'data_source', 'cascade'),
    ]);
    await run(db, 'create unique index sheet_sync_data_source_id_key on sheet_sync (tenant_id, data_source_id)');
    await run(db, 'create index sheet_sync_due on sheet_sync (tenant_id, next_at) where next_at is not null');
  },
};
