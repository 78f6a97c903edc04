import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** What is to be said in calls to a number of the company, where what they come through has nothing of its own. */
export const scriptsOfNumbers: Migration = {
  name: '0030-scripts-of-numbers',
  async up(db) {
    await run(db, "alter table service_number add column script text not null default ''");
  },
};
