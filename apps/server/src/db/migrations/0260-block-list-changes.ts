import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What was changed in block lists, by the transaction that did it: whoever runs the calls reads these instead of a hundred
 * thousand numbers, and what is older than the oldest that may still be under way it takes out again.
 */
export const blockListChanges: Migration = {
  name: '0260-block-list-changes',
  async up(db) {
    await run(
      db,
      `create table block_list_change (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        id bigint generated always as identity,
        xid xid8 not null default pg_current_xact_id(),
        at timestamptz not null default now(),
        direction text not null,
        kind text not null,
        value text not null,
        primary key (tenant_id, id)
      )`,
    );
    await run(db, 'create index block_list_change_since on block_list_change (tenant_id, xid, id)');
    await guardByTenant(db, 'block_list_change');
    await run(db, `grant select, insert, delete on block_list_change to ${roles.app}`);
    for (const [event, tables, changed] of [
      ['insert', 'new table as fresh', 'fresh'],
      ['delete', 'old table as gone', 'gone'],
      ['update', 'old table as gone new table as fresh', '(select * from gone union all select * from fresh)'],
    ] as const) {
      await run(
        db,
        `create function note_block_list_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
          begin
            -- Of a company that is being deleted nothing is kept.
            insert into block_list_change (tenant_id, direction, kind, value)
              select distinct changed.tenant_id, changed.direction, changed.kind, changed.value
              from ${changed} as changed
              where exists (select from tenant where tenant.id = changed.tenant_id);
            return null;
          end $$`,
      );
      await run(
        db,
        `create trigger note_${event} after ${event} on block_list referencing ${tables}
          for each statement execute function note_block_list_${event}()`,
      );
    }
  },
};
