import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Who turns a condition by phone may have to know a PIN. */
export const conditionsByPin: Migration = {
  name: '0321-conditions-by-pin',
  async up(db) {
    await run(
      db,
      `alter table time_condition
        add column pin_hash text,
        add column pin_misses integer not null default 0,
        add column pin_blocked_until timestamptz`,
    );
  },
};
