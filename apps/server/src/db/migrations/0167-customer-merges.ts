import { createTenantTable } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Two cards that became one, as both were before: so that it can be taken back. */
export const customerMerges: Migration = {
  name: '0167-customer-merges',
  async up(db) {
    await createTenantTable(db, 'customer_merge', [
      // Neither has to be there any longer.
      'kept_id uuid not null',
      'kept_version integer not null',
      'kept jsonb not null',
      'other jsonb not null',
      'other_stored jsonb not null',
      'dispositions uuid[] not null',
    ]);
  },
};
