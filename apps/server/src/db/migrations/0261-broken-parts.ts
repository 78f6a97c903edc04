import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Whoever runs the company is told, too, that calls came to something in the configuration that does not work. */
export const brokenParts: Migration = {
  name: '0261-broken-parts',
  async up(db) {
    await run(
      db,
      `alter table call_alarm drop constraint call_alarm_kind_check,
        add constraint call_alarm_kind_check check (kind in ('limit', 'fraud', 'trunk', 'broken'))`,
    );
  },
};
