import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What somebody agreed to or refused in a call is a line of the ledger with that call; told twice it is one. */
export const refusalsByKey: Migration = {
  name: '0104-refusals-by-key',
  async up(db) {
    await run(
      db,
      `alter table consent add column call_id uuid;
      create unique index consent_of_call on consent (tenant_id, customer_id, call_id, purpose) where call_id is not null`,
    );
  },
};
