import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** With what rights a job's file was made: who may see less by now does not fetch it. Null of files from before, and of jobs without one. */
export const filesKnowRights: Migration = {
  name: '0352-files-know-rights',
  async up(db) {
    await run(db, 'alter table job add column made_with jsonb');
  },
};
