import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** The company of those who run the installation. Who serves can read that it is, and never make one of another. */
export const operators: Migration = {
  name: '0157-operators',
  async up(db) {
    await run(
      db,
      `create table operator_company (
        tenant_id uuid not null default current_tenant() primary key references tenant (id) on delete cascade,
        created_at timestamptz not null default now()
      )`,
    );
    await guardByTenant(db, 'operator_company');
    await run(db, `grant select on operator_company to ${roles.app}`);
  },
};
