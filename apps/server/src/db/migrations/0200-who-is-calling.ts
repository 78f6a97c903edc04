import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Whom a conversation is with, where several may be calling: as whoever talks has chosen. */
export const whoIsCalling: Migration = {
  name: '0200-who-is-calling',
  async up(db) {
    await run(
      db,
      `create table call_customer (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        call_id uuid not null,
        customer_id uuid not null,
        chosen_by uuid,
        chosen_at timestamptz not null default now(),
        primary key (tenant_id, call_id),
        ${references('call_customer', 'customer_id', 'customer', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'call_customer');
    await run(db, `grant select, insert, update, delete on call_customer to ${roles.app}`);
    await run(db, 'create index call_customer_of on call_customer (tenant_id, customer_id)');
    // People write there the number by which they are known in Zalo.
    await run(
      db,
      `create index customer_zalo on customer (tenant_id, regexp_replace(zalo, '[^0-9]', '', 'g')) where zalo <> ''`,
    );
  },
};
