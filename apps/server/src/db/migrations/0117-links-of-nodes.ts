import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Where processes with a console stand in a link with a machine that runs calls, `host:port`; empty where they do not. */
export const linksOfNodes: Migration = {
  name: '0117-links-of-nodes',
  async up(db) {
    await run(db, `alter table node add column link text not null default ''`);
  },
};
