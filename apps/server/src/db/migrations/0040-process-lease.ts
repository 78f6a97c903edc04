import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * One lease a process: `epoch` grows with each start of a holder, and a tenant is run by whoever has claimed it with the
 * epoch that its process has now. What is written to the history is checked against that.
 */
export const processLease: Migration = {
  name: '0040-process-lease',
  async up(db) {
    await run(
      db,
      `create table server_process (
        holder text not null primary key,
        epoch bigint not null,
        expires_at timestamptz not null
      )`,
    );
    await run(db, `grant select, insert, update on server_process to ${roles.app}`);
    // Leases are held for seconds by processes that run; after this step none does.
    await run(db, 'drop table tenant_lease');
    await run(
      db,
      `create table tenant_lease (
        tenant_id uuid not null default current_tenant() primary key references tenant (id) on delete cascade,
        holder text not null,
        epoch bigint not null
      )`,
    );
    await guardByTenant(db, 'tenant_lease');
    await run(db, `grant select, insert, update, delete on tenant_lease to ${roles.app}`);
  },
};
