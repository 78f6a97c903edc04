import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How high the rows of somebody's lists are, wherever they sign in. */
export const density: Migration = {
  name: '0300-density',
  async up(db) {
    await run(
      db,
      `alter table account add column density text not null default 'normal'
        constraint account_density_check check (density in ('tight', 'normal', 'airy'))`,
    );
  },
};
