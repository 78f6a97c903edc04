import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What came of talking with a customer: an outcome, what was said, and when they want to be called again. */
export const dispositions: Migration = {
  name: '0166-dispositions',
  async up(db) {
    await createTenantTable(db, 'disposition', [
      'customer_id uuid not null',
      // The conversation, as far as it was one of ours; conversations are kept for a time only.
      'call_id uuid',
      'outcome text not null',
      "note text not null default ''",
      'next_call_at timestamptz',
      references('disposition', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(db, 'create index disposition_of on disposition (tenant_id, customer_id, created_at desc, id desc)');
    await run(
      db,
      'create index disposition_due on disposition (tenant_id, next_call_at) where next_call_at is not null',
    );
  },
};
