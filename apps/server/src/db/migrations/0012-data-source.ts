import { uniqueName } from './lib-names.ts';
import { createTenantTable, uniqueText } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Where customers come from. */
export const dataSource: Migration = {
  name: '0012-data-source',
  async up(db) {
    await createTenantTable(db, 'data_source', [
      'name text not null',
      "code text not null default ''",
      "note text not null default ''",
    ]);
    await uniqueName(db, 'data_source');
    await uniqueText(db, 'data_source', 'code');
  },
};
