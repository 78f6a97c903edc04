import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * The key by which a program asked for a job, which is done with no more rights than that key has. No reference: a job of a key
 * that is gone is done no more, and its person still sees it.
 */
export const jobsOfKeys: Migration = {
  name: '0350-jobs-of-keys',
  async up(db) {
    await run(db, 'alter table job add column api_key_id uuid');
  },
};
