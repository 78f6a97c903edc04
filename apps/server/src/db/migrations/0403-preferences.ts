import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How somebody has their console, wherever they sign in. What it may be is the contract's; that it stays small is the table's too. */
export const preferences: Migration = {
  name: '0403-preferences',
  async up(db) {
    await run(
      db,
      `alter table account add column preferences jsonb not null default '{}'
        constraint account_preferences_check
          check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 65536)`,
    );
  },
};
