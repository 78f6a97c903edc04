import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import { carrierRules } from './0005-carrier-rules.ts';
import type { Migration } from './migration.ts';

/**
 * A carrier belongs to the company that named it first, and no company leads SIP to where no carrier can be. What the operator assigns to
 * a company is beyond both rules; so is what a company of before had, which goes on working.
 */
export const carriersHaveOwners: Migration = {
  name: '0005-carriers-have-owners',
  async up(db) {
    await run(
      db,
      `create table assigned_carrier (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        id uuid not null,
        -- A name, an address or a network, as trunks write them.
        host text not null check (host <> '' and host = lower(host)),
        created_at timestamptz not null default now(),
        primary key (tenant_id, id),
        constraint assigned_carrier_host_key unique (tenant_id, host)
      )`,
    );
    await guardByTenant(db, 'assigned_carrier');
    await run(db, `grant select, insert, delete on assigned_carrier to ${roles.app}`);
    await run(db, 'alter table trunk no force row level security');
    await run(db, 'alter table assigned_carrier no force row level security');
    await run(db, carrierRules);
    await run(
      db,
      `insert into assigned_carrier (tenant_id, id, host)
        select tenant_id, gen_random_uuid(), host from (
          select distinct tenant_id, place as host from trunk, unnest(
            array[carrier_name(host)] || array(select carrier_name(name) from unnest(backups) as name) || addresses
          ) as place
          where host <> 'bots.invalid' and place <> ''
            and coalesce(not is_too_wide(carrier_network(place)), true)
        ) as known`,
    );
    await run(db, 'alter table trunk force row level security');
    await run(db, 'alter table assigned_carrier force row level security');
  },
};
