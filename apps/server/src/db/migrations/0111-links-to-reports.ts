import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A report as it was, behind a link that opens without signing in; of its token only a hash is kept. */
export const linksToReports: Migration = {
  name: '0111-links-to-reports',
  async up(db) {
    await createTenantTable(db, 'report_link', [
      'mailed_report_id uuid not null',
      'name text not null',
      'days text not null',
      'token_hash bytea not null',
      'expires_at timestamptz not null',
      'withdrawn_at timestamptz',
      // Gone with the link.
      'tables jsonb',
      'opened integer not null default 0',
      'last_opened_at timestamptz',
      "last_network text not null default ''",
      'constraint report_link_token unique (tenant_id, token_hash)',
      references('report_link', 'mailed_report_id', 'mailed_report', 'cascade'),
    ]);
    await run(db, 'create index report_link_of on report_link (tenant_id, mailed_report_id, created_at desc)');
  },
};
