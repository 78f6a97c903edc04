import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** A line of a block list says what its callers get and for which number of ours it holds; how many calls it turned away is kept beside it. */
export const blocksByForm: Migration = {
  name: '0333-blocks-by-form',
  async up(db) {
    await run(
      db,
      `alter table block_list
        add column name text not null generated always as (case kind when 'anonymous' then 'Số ẩn' else value end) stored,
        add column service_number_id uuid, add ${references('block_list', 'service_number_id', 'service_number')},
        add column action text not null default 'reject' check (action in ('reject', 'busy', 'lead')),
        add column then_kind text check (then_kind in ('msg', 'voicemail')),
        add column then_value text not null default '',
        add constraint block_list_leads check ((action = 'lead') = (then_kind is not null))`,
    );
    await run(db, 'create index block_list_service_number_id on block_list (tenant_id, service_number_id)');
    await run(
      db,
      'create index block_list_leads_to on block_list (tenant_id, then_kind, then_value) where then_kind is not null',
    );
    await run(
      db,
      `create table block_hit (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        block_list_id uuid not null,
        calls bigint not null,
        last_at timestamptz not null,
        primary key (tenant_id, block_list_id),
        ${references('block_hit', 'block_list_id', 'block_list', 'cascade')}
      ) with (fillfactor = 70)`,
    );
    await guardByTenant(db, 'block_hit');
    await run(db, `grant select, insert, update, delete on block_hit to ${roles.app}`);
    await run(db, `alter table call add column blocked text not null default ''`);
    await counting(db);
    await renumbered(db);
  },
};

/** The line is found by what it blocks; a call is counted once, in the statement by which it is first known to be blocked. */
async function counting(db: MigrationDb): Promise<void> {
  const kinds = [
    ['insert', 'new table as after', `select * from after where blocked <> ''`],
    [
      'update',
      'old table as before new table as after',
      `select after.* from after join before using (tenant_id, id, started_at)
        where after.blocked <> '' and before.blocked = ''`,
    ],
  ] as const;
  for (const [event, rows, counted] of kinds) {
    await run(
      db,
      `create function count_blocked_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          insert into block_hit as kept (tenant_id, block_list_id, calls, last_at)
            select entry.tenant_id, entry.id, count(*), max(made.started_at)
            from (${counted}) as made
            join block_list as entry on entry.tenant_id = made.tenant_id and entry.direction = 'in'
              and entry.kind = case when made.blocked in ('number', 'anonymous') then made.blocked else 'pattern' end
              and entry.value = case made.blocked
                when 'number' then made.outside_number when 'anonymous' then '' else made.blocked end
            group by 1, 2 order by 1, 2
            on conflict (tenant_id, block_list_id)
              do update set calls = kept.calls + excluded.calls, last_at = greatest(kept.last_at, excluded.last_at);
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger count_blocked_${event} after ${event} on call referencing ${rows}
        for each statement execute function count_blocked_${event}()`,
    );
  }
}

/** Whoever runs the calls knows lines by the number that they hold for: when that is another, they are told of again. */
async function renumbered(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function note_block_list_number() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        insert into block_list_change (tenant_id, direction, kind, value)
          select tenant_id, direction, kind, value from block_list
          where tenant_id = new.tenant_id and service_number_id = new.id;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger note_block_list_number after update on service_number for each row
      when (old.number <> new.number) execute function note_block_list_number()`,
  );
}
