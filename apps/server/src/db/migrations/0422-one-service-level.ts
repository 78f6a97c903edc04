import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Service level is of callers of queues, from joining the queue, by what each queue calls in time: how long all callers had waited since
 * they arrived is summed up no longer, and the company's own seconds are gone. What people did is in the sums that targets are compared
 * with (0410). The sums of calls are as in 0185 otherwise.
 */
export const oneServiceLevel: Migration = {
  name: '0422-one-service-level',
  async up(db) {
    await run(db, 'alter table system_setting drop column service_level_seconds');
    await keeping(db);
    await rebuilding(db);
    await run(db, 'drop table wait_sum, agent_sum');
  },
};

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  insert into call_sum as kept (tenant_id, at, direction, status, n, short, wait_ms, talk_ms, refused)
    select * from (
      select tenant_id, date_bin('5 minutes', started_at, '2000-01-01Z') as bin, direction, status, sum(sign) as n,
        coalesce(sum(sign) filter (where wait_ms < 5000), 0) as short,
        sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms,
        coalesce(sum(sign) filter (where cause in ('limit', 'congestion') and ended_at = started_at), 0) as refused
      from (${counted}) as made where exists (select from tenant where tenant.id = made.tenant_id) group by 1, 2, 3, 4
    ) as change
    where (n, short, wait_ms, talk_ms, refused) <> (0, 0, 0, 0, 0)
    order by tenant_id, bin, direction, status
    on conflict (tenant_id, at, direction, status) do update set
      n = kept.n + excluded.n, short = kept.short + excluded.short,
      wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms,
      refused = kept.refused + excluded.refused`;

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
  const kept = `select jsonb_agg(call_sum order by at, direction, status) from call_sum
    where ${within('at')} and (n, short, wait_ms, talk_ms, refused) <> (0, 0, 0, 0, 0)`;
  await run(
    db,
    `create or replace function rebuild_call_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table call_sum in share row exclusive mode;
        was := (${kept});
        delete from call_sum where ${within('at')};
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
}
