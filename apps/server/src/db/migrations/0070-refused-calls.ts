import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Calls that were turned away for want of room are rare: the dashboard counts them without looking at the others. */
export const refusedCalls: Migration = {
  name: '0070-refused-calls',
  async up(db) {
    await run(
      db,
      `create index call_refused on call (tenant_id, started_at)
        where direction = 'inbound' and cause in ('limit', 'congestion') and ended_at = started_at`,
    );
  },
};
