import { roles } from '../roles.ts';
import { foundByKey } from './lib-import.ts';
import { uniqueName } from './lib-names.ts';
import { createTenantTable, guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Desk phones: each is a device of an extension, with a password of its own; and where each was seen last. */
export const devices: Migration = {
  name: '0100-devices',
  async up(db) {
    await createTenantTable(db, 'device', [
      'name text not null',
      'extension_id uuid not null',
      "algorithm text not null default 'md5' check (algorithm in ('md5', 'sha-256', 'both'))",
      "transport text not null default 'udp' check (transport in ('udp', 'tcp', 'wss'))",
      // From where it may come: IPv4, IPv6 or CIDR. None: from anywhere.
      "networks text[] not null default '{}'",
      'max_calls integer not null default 4 check (max_calls between 1 and 20)',
      'enabled boolean not null default true',
      "note text not null default ''",
      // What it calls itself, and H(user:realm:password), sealed. Both come with a password, and an imported device has none yet.
      "username text not null default ''",
      'secret bytea',
      'secret_number integer not null default 0',
      'secret_at timestamptz',
      references('device', 'extension_id', 'extension'),
    ]);
    await uniqueName(db, 'device');
    await foundByKey(db, 'device');
    await run(db, 'create index device_extension on device (tenant_id, extension_id)');
    // Apart from the device itself: what is seen of it every minute is no change of it.
    await run(
      db,
      `create table device_seen (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        device_id uuid not null,
        last_seen_at timestamptz not null,
        address text not null,
        user_agent text not null,
        -- The moment that its registration lasts until, and what an engine that was born meanwhile needs to ring it.
        registered_until timestamptz,
        registrations jsonb not null default '[]',
        primary key (tenant_id, device_id),
        ${references('device_seen', 'device_id', 'device', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'device_seen');
    await run(db, `grant select, insert, update, delete on device_seen to ${roles.app}`);
  },
};
