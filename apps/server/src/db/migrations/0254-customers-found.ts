import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Of a million customers: those who refuse advertising, who are few, by an index of them alone; and who has an e-mail, whole, by a
 * column of its own. All of a company's e-mails are alike to a trigram index, and row-level security lets no index be used through
 * `lower`.
 */
export const customersFound: Migration = {
  name: '0254-customers-found',
  async up(db) {
    await run(
      db,
      'create index customer_do_not_call on customer (tenant_id, created_at desc, id desc) where do_not_call',
    );
    await run(db, 'alter table customer add column email_key text generated always as (lower(email)) stored');
    await run(db, `create index customer_email on customer (tenant_id, email_key) where email_key <> ''`);
  },
};
