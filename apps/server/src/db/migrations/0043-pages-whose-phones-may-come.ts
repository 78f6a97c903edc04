import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Pages other than the console's, such as a CRM, whose phones a company lets come by WSS. None, as before. */
export const pagesWhosePhonesMayCome: Migration = {
  name: '0043-pages-whose-phones-may-come',
  async up(db) {
    await run(
      db,
      "alter table system_setting add column phone_origins text[] not null default '{}' check (cardinality(phone_origins) <= 20)",
    );
  },
};
