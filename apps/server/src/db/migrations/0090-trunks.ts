import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Trunks are administered: how a carrier is known, reached and shown who calls, and how it stands. */
export const trunks: Migration = {
  name: '0090-trunks',
  async up(db) {
    await columns(db);
    await run(
      db,
      `create table trunk_state (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        trunk_id uuid not null,
        state text not null check (state in ('up', 'down')),
        since timestamptz not null,
        reason text not null default '',
        primary key (tenant_id, trunk_id),
        ${references('trunk_state', 'trunk_id', 'trunk', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'trunk_state');
    await run(db, `grant select, insert, update, delete on trunk_state to ${roles.app}`);
    await foundByKey(db, 'trunk');
    await listed(db, 'trunk');
  },
};

async function columns(db: MigrationDb) {
  // Without a port it is looked up.
  await run(db, 'alter table trunk alter column port drop not null');
  await run(db, 'alter table trunk drop constraint trunk_transport_check');
  await run(
    db,
    `alter table trunk
      add constraint trunk_transport_check check (transport in ('udp', 'tcp', 'tls')),
      add column kind text not null default 'address' check (kind in ('address', 'registration')),
      add column backups text[] not null default '{}',
      add column number_prefix text not null default '' check (number_prefix ~ '^[0-9]{0,8}$'),
      add column number_form text not null default 'national'
        check (number_form in ('national', 'international', 'plus')),
      add column username text not null default '',
      add column auth_username text not null default '',
      -- Sealed by the installation's key.
      add column secret text,
      add column identity text not null default 'from' check (identity in ('from', 'asserted', 'remote-party')),
      add column trusts_identity boolean not null default true,
      -- Takes numbers that are not ours as caller: of a customer whose call is sent on.
      add column passes_callers boolean not null default false,
      add column max_calls integer check (max_calls > 0),
      add column max_calls_per_second integer check (max_calls_per_second > 0),
      add column codecs text[] not null default '{pcma,pcmu}'
        check (cardinality(codecs) > 0 and codecs <@ '{pcma,pcmu,g722}'::text[]),
      add column check_seconds integer not null default 30 check (check_seconds between 0 and 3600),
      add column note text not null default ''`,
  );
}
