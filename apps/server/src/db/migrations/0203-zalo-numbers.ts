import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * The digits of what people write for Zalo, as a column of its own: row-level security lets no index be used through a function
 * that is not leak-proof, so that every ring read all customers who have something written there.
 */
export const zaloNumbers: Migration = {
  name: '0203-zalo-numbers',
  async up(db) {
    await run(db, 'drop index customer_zalo');
    await run(
      db,
      `alter table customer add column zalo_digits text
        generated always as (regexp_replace(zalo, '[^0-9]', '', 'g')) stored`,
    );
    await run(db, `create index customer_zalo on customer (tenant_id, zalo_digits) where zalo_digits <> ''`);
  },
};
