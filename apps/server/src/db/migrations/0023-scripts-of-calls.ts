import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What is to be said in calls that come through a queue or a ring group. */
export const scriptsOfCalls: Migration = {
  name: '0023-scripts-of-calls',
  async up(db) {
    for (const table of ['queue', 'ring_group']) {
      await run(db, `alter table ${table} add column script text not null default ''`);
    }
  },
};
