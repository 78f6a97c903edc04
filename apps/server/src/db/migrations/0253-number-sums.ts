import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * What each of a company's numbers was called and called with, added up by the hour by the statement that writes the call: a list of
 * numbers tells how each did in a week however many calls there were. And an index of a number's calls, for what sums cannot know.
 */
export const numberSums: Migration = {
  name: '0253-number-sums',
  async up(db) {
    await run(
      db,
      `create table number_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        number text not null,
        at timestamptz not null,
        inbound bigint not null,
        inbound_answered bigint not null,
        outbound bigint not null,
        outbound_answered bigint not null,
        -- Answered, and over within six seconds.
        short bigint not null,
        -- All channels were in use.
        "full" bigint not null,
        primary key (tenant_id, number, at)
      ) with (fillfactor = 70)`,
    );
    // The owner's tables bind even the owner, who is in no tenant here.
    await run(db, 'alter table call no force row level security');
    await run(db, add('select call.*, 1 as sign from call'));
    await run(db, 'alter table call force row level security');
    await guardByTenant(db, 'number_sum');
    await run(db, `grant select, insert, update, delete on number_sum to ${roles.app}`);
    await keeping(db);
    await rebuilding(db);
    await run(
      db,
      `create index call_service on call (tenant_id, service_number, started_at desc) where service_number <> ''`,
    );
  },
};

const sums = ['inbound', 'inbound_answered', 'outbound', 'outbound_answered', 'short', '"full"'] as const;

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  insert into number_sum as kept (tenant_id, number, at, ${sums.join(', ')})
    select * from (
      select tenant_id, service_number, date_bin('1 hour', started_at, '2000-01-01Z') as at,
        coalesce(sum(sign) filter (where direction = 'inbound'), 0) as inbound,
        coalesce(sum(sign) filter (where direction = 'inbound' and status = 'answered'), 0) as inbound_answered,
        coalesce(sum(sign) filter (where direction = 'outbound'), 0) as outbound,
        coalesce(sum(sign) filter (where direction = 'outbound' and status = 'answered'), 0) as outbound_answered,
        coalesce(sum(sign) filter (where status = 'answered' and talk_ms < 6000), 0) as short,
        coalesce(sum(sign) filter (where cause = 'limit'), 0) as "full"
      from (${counted}) as made
      where service_number <> '' and exists (select from tenant where tenant.id = made.tenant_id)
      group by 1, 2, 3
    ) as change
    where (${sums.join(', ')}) <> (0, 0, 0, 0, 0, 0)
    order by tenant_id, service_number, at
    on conflict (tenant_id, number, at) do update set ${sums.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;

/** Whatever happens to a row of a call happens to the sums in the same statement. */
async function keeping(db: MigrationDb): Promise<void> {
  const kinds = [
    ['insert', 'new table as after', 'select after.*, 1 as sign from after'],
    ['delete', 'old table as before', 'select before.*, -1 as sign from before'],
    [
      'update',
      'old table as before new table as after',
      'select after.*, 1 as sign from after union all select before.*, -1 from before',
    ],
  ] as const;
  for (const [event, rows, counted] of kinds) {
    await run(
      db,
      `create function sum_numbers_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(counted)};
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger sum_numbers_${event} after ${event} on call referencing ${rows}
        for each statement execute function sum_numbers_${event}()`,
    );
  }
}

/** Makes the tenant's sums of a time anew where they are not what its calls come to; see `rebuild_call_sums`. */
async function rebuilding(db: MigrationDb): Promise<void> {
  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= date_bin('1 hour', from_at, '2000-01-01Z')
      and ${column} < date_bin('1 hour', to_at, '2000-01-01Z')`;
  const kept = `select jsonb_agg(number_sum order by number, at) from number_sum
    where ${within('at')} and (${sums.join(', ')}) <> (0, 0, 0, 0, 0, 0)`;
  await run(
    db,
    `create function rebuild_number_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table number_sum in share row exclusive mode;
        was := (${kept});
        delete from number_sum where ${within('at')};
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, 'revoke all on function rebuild_number_sums(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function rebuild_number_sums(timestamptz, timestamptz) to ${roles.app}`);
}
