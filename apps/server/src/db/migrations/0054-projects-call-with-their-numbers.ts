import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A running project calls with its numbers; where it says so, nobody but its members does. Those of before say nothing of the kind. */
export const projectsCallWithTheirNumbers: Migration = {
  name: '0054-projects-call-with-their-numbers',
  async up(db) {
    await run(db, 'alter table project add column members_only boolean not null default false');
  },
};
