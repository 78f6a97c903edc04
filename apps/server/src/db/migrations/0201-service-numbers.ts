import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Service numbers are administered: who may call out with one, how many conversations it carries, and until when it is ours. */
export const serviceNumbers: Migration = {
  name: '0201-service-numbers',
  async up(db) {
    await run(
      db,
      `alter table service_number
        add column callers text not null default 'everybody' check (callers in ('everybody', 'chosen', 'nobody')),
        add column max_calls integer check (max_calls > 0),
        add column expires_on date,
        add column remind_days integer not null default 30 check (remind_days between 0 and 365)`,
    );
    await createTenantTable(db, 'service_number_caller', [
      'service_number_id uuid not null',
      'extension_id uuid not null',
      'position integer not null default 0',
      references('service_number_caller', 'service_number_id', 'service_number', 'cascade'),
      references('service_number_caller', 'extension_id', 'extension', 'cascade'),
      'constraint service_number_caller_once unique (tenant_id, service_number_id, extension_id)',
    ]);
    await run(db, 'create index service_number_caller_extension on service_number_caller (tenant_id, extension_id)');
    await run(
      db,
      'create index service_number_expiry on service_number (tenant_id, expires_on) where expires_on is not null',
    );
  },
};
