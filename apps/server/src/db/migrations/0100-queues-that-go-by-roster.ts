import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A queue may ask only those who are on shift, and whoever is called in for some hours. None does before it is told to. */
export const queuesThatGoByRoster: Migration = {
  name: '0100-queues-that-go-by-roster',
  async up(db) {
    await run(db, 'alter table queue add column by_roster boolean not null default false');
    await createTenantTable(db, 'roster_call_in', [
      'account_id uuid not null',
      'from_at timestamptz not null',
      'until_at timestamptz not null check (until_at > from_at)',
      references('roster_call_in', 'account_id', 'account', 'cascade'),
      'constraint roster_call_in_once unique (tenant_id, account_id)',
    ]);
  },
};
