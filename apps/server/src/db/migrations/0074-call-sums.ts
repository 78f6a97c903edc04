import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

const tables = ['call_sum', 'agent_sum'] as const;

/**
 * Sums of conversations by five minutes of their start, and of what each person did by fifteen, kept by the very statement
 * that writes them: a day's figures are read from a few hundred rows however many calls there were. Every time zone's hours
 * are made of whole ones.
 */
export const callSums: Migration = {
  name: '0074-call-sums',
  async up(db) {
    await whoRang(db);
    await run(
      db,
      `create table call_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        direction text not null,
        status text not null,
        n bigint not null,
        -- Of these, those that waited for less than five seconds.
        short bigint not null,
        wait_ms bigint not null,
        talk_ms bigint not null,
        primary key (tenant_id, at, direction, status)
      ) with (fillfactor = 70)`,
    );
    await run(
      db,
      `create table agent_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        extension text not null,
        answered bigint not null,
        missed bigint not null,
        talk_ms bigint not null,
        primary key (tenant_id, at, extension)
      ) with (fillfactor = 70)`,
    );
    await run(db, 'alter table call no force row level security');
    await run(db, add('select call.*, 1 as sign from call'));
    await run(db, 'alter table call force row level security');
    for (const table of tables) {
      await guardByTenant(db, table);
      await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
    }
    await keeping(db);
    await rebuilding(db);
  },
};

/** A conversation knows whom it rang, so that what its sums are follows from its row alone. */
async function whoRang(db: MigrationDb): Promise<void> {
  await run(db, `alter table call add column rang text[] not null default '{}'`);
  for (const table of ['call', 'leg']) await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `update call set rang = legs.extensions
      from (
        select tenant_id, call_id, call_started_at, array_agg(distinct extension) as extensions from leg
        where side = 'dialled' and ringing_at is not null and extension <> '' group by 1, 2, 3
      ) as legs
      where call.tenant_id = legs.tenant_id and call.id = legs.call_id and call.started_at = legs.call_started_at`,
  );
  for (const table of ['call', 'leg']) await run(db, `alter table ${table} force row level security`);
}

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  with counted as materialized (
    select date_bin('5 minutes', started_at, '2000-01-01Z') as bin,
      date_bin('15 minutes', started_at, '2000-01-01Z') as quarter, made.* from (${counted}) as made
    where exists (select from tenant where tenant.id = made.tenant_id)
  ), sums as (
    insert into call_sum as kept (tenant_id, at, direction, status, n, short, wait_ms, talk_ms)
      select * from (
        select tenant_id, bin, direction, status, sum(sign) as n, coalesce(sum(sign) filter (where wait_ms < 5000), 0) as short,
          sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms
        from counted group by tenant_id, bin, direction, status
      ) as change
      where (n, short, wait_ms, talk_ms) <> (0, 0, 0, 0)
      order by tenant_id, bin, direction, status
      on conflict (tenant_id, at, direction, status) do update set
        n = kept.n + excluded.n, short = kept.short + excluded.short,
        wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms
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
      `create function sum_calls_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(counted)};
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger sum_calls_${event} after ${event} on call referencing ${rows}
        for each statement execute function sum_calls_${event}()`,
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
      where ${within('at')} and (n, short, wait_ms, talk_ms) <> (0, 0, 0, 0)),
    (select jsonb_agg(agent_sum order by at, extension) from agent_sum
      where ${within('at')} and (answered, missed, talk_ms) <> (0, 0, 0)))`;
  await run(
    db,
    `create function rebuild_call_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table call_sum, agent_sum in share row exclusive mode;
        was := (${kept});
        delete from call_sum where ${within('at')};
        delete from agent_sum where ${within('at')};
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, 'revoke all on function rebuild_call_sums(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function rebuild_call_sums(timestamptz, timestamptz) to ${roles.app}`);
}
