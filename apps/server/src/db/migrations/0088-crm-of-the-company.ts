import { createTenantTable, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** The company's own CRM is asked who calls, and its page of them is opened. */
export const crmOfTheCompany: Migration = {
  name: '0088-crm-of-the-company',
  async up(db) {
    await run(
      db,
      `alter table system_setting add column crm_lookup_url text not null default '',
        add column crm_page_url text not null default '',
        add column crm_opens text not null default 'by-hand' check (crm_opens in ('by-hand', 'answered'))`,
    );
    await createTenantTable(db, 'crm_secret', [
      'sealed_secret bytea not null',
      'constraint crm_secret_once unique (tenant_id)',
    ]);
  },
};
