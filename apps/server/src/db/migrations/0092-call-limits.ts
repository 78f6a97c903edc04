import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How much a company may call, and what it is told when somebody wants more. */
export const callLimits: Migration = {
  name: '0092-call-limits',
  async up(db) {
    // As the contract has them; what is not in it is plain.
    await run(db, `alter table telephony_setting add column limits jsonb not null default '{}'`);
    await run(
      db,
      `create table call_alarm (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        kind text not null check (kind in ('limit', 'fraud', 'trunk')),
        -- Whose: the company, an extension, a trunk.
        subject text not null,
        since timestamptz not null,
        last_at timestamptz not null,
        count integer not null,
        words text not null,
        primary key (tenant_id, kind, subject, since)
      )`,
    );
    await run(db, 'create index call_alarm_last on call_alarm (tenant_id, last_at desc)');
    await guardByTenant(db, 'call_alarm');
    await run(db, `grant select, insert, update, delete on call_alarm to ${roles.app}`);
  },
};
