import { finder } from './lib-search.ts';
import type { Migration } from './migration.ts';

/** Words that nearly every row has are known by a sample of the rows; see `finder`. */
export const searchBySample: Migration = {
  name: '0145-search-by-sample',
  async up(db) {
    for (const table of ['branch', 'data_source', 'customer']) await finder(db, table);
  },
};
