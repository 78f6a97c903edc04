import { createTenantTable, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Which rows a template of a whole set-up made for a number: a second time it changes these. A row may be of a draft alone, so nothing
 * here refers to it; whether it is there is looked up.
 */
export const rowsOfSetUps: Migration = {
  name: '0044-rows-of-set-ups',
  async up(db) {
    await createTenantTable(db, 'set_up_row', [
      'number_id uuid not null',
      'template text not null',
      'part text not null',
      'row_id uuid not null',
    ]);
    await run(db, 'create unique index set_up_row_part on set_up_row (tenant_id, number_id, template, part)');
  },
};
