import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Each start asks for recordings of which nobody told: few among a million. */
export const forgottenRecordings: Migration = {
  name: '0230-forgotten-recordings',
  async up(db) {
    await run(db, `create index recording_open on recording (tenant_id) where state = 'open'`);
  },
};
