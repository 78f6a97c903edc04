import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** The machines that run calls, and which of them each company is placed on. */
export const nodesAndPlaces: Migration = {
  name: '0072-nodes-and-places',
  async up(db) {
    await run(
      db,
      `create table node (
        -- By which it holds companies: it lives as long as its lease in server_process does.
        holder text primary key,
        -- The machine's name (ALO_NODE), empty where it has none.
        name text not null,
        -- Where the edge reaches it, and where browsers' phones do; empty: where the console is.
        sip text not null default '',
        ws text not null default '',
        -- Calls at once.
        capacity integer not null check (capacity > 0),
        -- How much of its capacity companies are placed by, in percent.
        weight integer not null default 100 check (weight between 0 and 1000),
        state text not null default 'up' check (state in ('up', 'draining')),
        -- Since when it takes companies: one that has just begun calls none away from another.
        since timestamptz not null default now()
      )`,
    );
    await run(db, `grant select, insert, update, delete on node to ${roles.app}`);
    await run(
      db,
      `create table tenant_place (
        tenant_id uuid default current_tenant() references tenant (id) on delete cascade primary key,
        -- Of the node.
        holder text not null,
        since timestamptz not null default now()
      )`,
    );
    await guardByTenant(db, 'tenant_place');
    await run(db, `grant select, insert, update, delete on tenant_place to ${roles.app}`);
    await run(db, `create policy lookup on tenant_place for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on tenant_place to ${roles.lookup}`);
    await run(
      db,
      `create view placed_tenant as
        select tenant.id, tenant.sip_domain, tenant_place.holder
        from tenant left join tenant_place on tenant_place.tenant_id = tenant.id where tenant.active`,
    );
    await run(db, `grant select on placed_tenant to ${roles.app}`);
    await run(db, `alter view placed_tenant owner to ${roles.lookup}`);
  },
};
