import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What a card was made of is asked for wherever it is looked at. */
export const mergesByCard: Migration = {
  name: '0404-merges-by-card',
  async up(db) {
    await run(db, 'create index customer_merge_kept on customer_merge (tenant_id, kept_id)');
  },
};
