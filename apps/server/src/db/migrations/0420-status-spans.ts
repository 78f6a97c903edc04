import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What people's time goes to: a narrow row for each stretch of it, written as it begins and as it ends. Reports count these rows as they are.
 * No key of the extensions: what somebody's time went to stays known when their number is another one's.
 */
export const statusSpans: Migration = {
  name: '0420-status-spans',
  async up(db) {
    await run(
      db,
      `create table status_span (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        extension text not null,
        from_at timestamptz not null,
        revision bigint not null,
        -- Which installation has it from its journal, as a number.
        journal integer not null,
        status text not null check (status in
          ('ready', 'on-a-call', 'wrapping-up', 'on-a-break', 'paused', 'auto-paused', 'do-not-disturb', 'asleep')),
        reason text not null default '',
        -- In no index, and room is left: that it ends is written where it stands.
        to_at timestamptz check (to_at >= from_at),
        primary key (tenant_id, extension, from_at)
      ) with (fillfactor = 85)`,
    );
    // For what is kept no longer: rows come in the order of time.
    await run(db, 'create index status_span_from on status_span using brin (from_at)');
    await guardByTenant(db, 'status_span');
    await run(db, `grant select, insert, update, delete on status_span to ${roles.app}`);
  },
};
