import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Since when a process has a tenant: of what was before, the one before it may know more. */
export const sinceWhenTenantsAreHeld: Migration = {
  name: '0073-since-when-tenants-are-held',
  async up(db) {
    await run(db, 'alter table tenant_lease add since timestamptz not null default now()');
  },
};
