import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Which rows a role's people see: their own, their team's, department's or branch's, or all of the company's. */
export const dataScope: Migration = {
  name: '0010-data-scope',
  async up(db) {
    await run(
      db,
      `alter table role add column scope text not null default 'all'
        check (scope in ('own', 'team', 'department', 'branch', 'all'))`,
    );
  },
};
