import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Few calls are handed on: an index has these, and who took them. */
export const callsThatWereHandedOn: Migration = {
  name: '0065-calls-that-were-handed-on',
  async up(db) {
    await run(
      db,
      `create index call_segment_handed on call_segment (tenant_id, call_started_at desc)
        include (call_id, extension) where how = 'transfer'`,
    );
  },
};
