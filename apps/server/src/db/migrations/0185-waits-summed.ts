import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

const tables = ['call_sum', 'agent_sum', 'wait_sum'] as const;

/**
 * Sums know how long answered callers had waited, by whole seconds, and who was turned away: how many were answered in time is
 * read from a few rows for whatever a company calls in time, where an index of all calls was counted. The rest of the sums is
 * as in 0074.
 */
export const waitsSummed: Migration = {
  name: '0185-waits-summed',
  async up(db) {
    await run(
      db,
      `create table wait_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        -- Begun seconds: who waited for three and a half was answered in four.
        seconds integer not null,
        n bigint not null,
        primary key (tenant_id, at, seconds)
      ) with (fillfactor = 70)`,
    );
    await run(db, 'alter table call_sum add column refused bigint not null default 0');
    for (const index of ['call_in_time', 'call_refused']) await run(db, `drop index ${index}`);
    for (const table of ['call', 'call_sum', 'agent_sum']) await owned(db, table, 'no force');
    for (const table of ['call_sum', 'agent_sum']) await run(db, `truncate ${table}`);
    await run(db, add('select call.*, 1 as sign from call'));
    for (const table of ['call', 'call_sum', 'agent_sum']) await owned(db, table, 'force');
    await guardByTenant(db, 'wait_sum');
    await run(db, `grant select, insert, update, delete on wait_sum to ${roles.app}`);
    await keeping(db);
    await rebuilding(db);
    await edges(db);
  },
};

/** The owner's tables bind even the owner, who is in no tenant here. */
const owned = (db: MigrationDb, table: string, how: 'force' | 'no force') =>
  run(db, `alter table ${table} ${how} row level security`);

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  with counted as materialized (
    select date_bin('5 minutes', started_at, '2000-01-01Z') as bin,
      date_bin('15 minutes', started_at, '2000-01-01Z') as quarter, made.* from (${counted}) as made
    where exists (select from tenant where tenant.id = made.tenant_id)
  ), sums as (
    insert into call_sum as kept (tenant_id, at, direction, status, n, short, wait_ms, talk_ms, refused)
      select * from (
        select tenant_id, bin, direction, status, sum(sign) as n, coalesce(sum(sign) filter (where wait_ms < 5000), 0) as short,
          sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms,
          coalesce(sum(sign) filter (where cause in ('limit', 'congestion') and ended_at = started_at), 0) as refused
        from counted group by tenant_id, bin, direction, status
      ) as change
      where (n, short, wait_ms, talk_ms, refused) <> (0, 0, 0, 0, 0)
      order by tenant_id, bin, direction, status
      on conflict (tenant_id, at, direction, status) do update set
        n = kept.n + excluded.n, short = kept.short + excluded.short,
        wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms,
        refused = kept.refused + excluded.refused
  ), waits as (
    insert into wait_sum as kept (tenant_id, at, seconds, n)
      select * from (
        select tenant_id, quarter, (wait_ms + 999) / 1000 as seconds, sum(sign) as n
        from counted where direction = 'inbound' and status = 'answered' group by 1, 2, 3
      ) as change
      where n <> 0
      order by tenant_id, quarter, seconds
      on conflict (tenant_id, at, seconds) do update set n = kept.n + excluded.n
  )
  insert into agent_sum as kept (tenant_id, at, extension, answered, missed, talk_ms)
    select * from (
      select tenant_id, quarter, extension, sum(answered) as answered, sum(missed) as missed, sum(talk_ms) as talk_ms
      from (
        select tenant_id, quarter, agent_extension as extension, sign as answered, 0 as missed, sign * talk_ms as talk_ms
        from counted where status = 'answered' and agent_extension <> ''
        union all
        select tenant_id, quarter, unnest(rang), 0, sign, 0 from counted where status not in ('in_progress', 'answered')
      ) as part
      group by tenant_id, quarter, extension
    ) as change
    where (answered, missed, talk_ms) <> (0, 0, 0)
    order by tenant_id, quarter, extension
    on conflict (tenant_id, at, extension) do update set
      answered = kept.answered + excluded.answered, missed = kept.missed + excluded.missed,
      talk_ms = kept.talk_ms + excluded.talk_ms`;

/** Whatever happens to a row of a call happens to the sums in the same statement. */
async function keeping(db: MigrationDb): Promise<void> {
  const kinds = [
    ['insert', 'select after.*, 1 as sign from after'],
    ['delete', 'select before.*, -1 as sign from before'],
    ['update', 'select after.*, 1 as sign from after union all select before.*, -1 from before'],
  ] as const;
  for (const [event, counted] of kinds) {
    await run(
      db,
      `create or replace function sum_calls_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(counted)};
          return null;
        end $$`,
    );
  }
}

/**
 * Makes the tenant's sums of a time anew where they are not what its calls come to, and answers whether they were not. Nobody
 * writes calls meanwhile.
 */
async function rebuilding(db: MigrationDb): Promise<void> {
  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= date_bin('15 minutes', from_at, '2000-01-01Z')
      and ${column} < date_bin('15 minutes', to_at, '2000-01-01Z')`;
  const kept = `select jsonb_build_array(
    (select jsonb_agg(call_sum order by at, direction, status) from call_sum
      where ${within('at')} and (n, short, wait_ms, talk_ms, refused) <> (0, 0, 0, 0, 0)),
    (select jsonb_agg(wait_sum order by at, seconds) from wait_sum where ${within('at')} and n <> 0),
    (select jsonb_agg(agent_sum order by at, extension) from agent_sum
      where ${within('at')} and (answered, missed, talk_ms) <> (0, 0, 0)))`;
  await run(
    db,
    `create or replace function rebuild_call_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table ${tables.join(', ')} in share row exclusive mode;
        was := (${kept});
        ${tables.map((table) => `delete from ${table} where ${within('at')};`).join('\n        ')}
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
}

/** The calls at the edges of a time say, too, whether they were turned away. */
async function edges(db: MigrationDb): Promise<void> {
  await run(db, 'drop function calls_between(timestamptz, timestamptz)');
  await run(
    db,
    `create function calls_between(from_at timestamptz, to_at timestamptz)
      returns table (at timestamptz, direction text, status text, wait_ms bigint, talk_ms bigint, agent_extension text, rang text[],
        refused boolean)
      language plpgsql stable rows 100 set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
        begin
          return query select call.started_at, call.direction, call.status, call.wait_ms::bigint, call.talk_ms::bigint,
              call.agent_extension, call.rang,
              coalesce(call.cause in ('limit', 'congestion') and call.ended_at = call.started_at, false)
            from call where call.started_at >= from_at and call.started_at < to_at;
        end $$`,
  );
  await run(db, 'revoke all on function calls_between(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function calls_between(timestamptz, timestamptz) to ${roles.app}`);
}
