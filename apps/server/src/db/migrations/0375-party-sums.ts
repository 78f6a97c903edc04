import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Conversations by who of the company placed and who took them, added up by the day by the statement that writes them: a month by
 * extension, team and department is read from few rows however many calls there were. Both together, because a conversation of two
 * colleagues is one of each of them and one of their department.
 */
export const partySums: Migration = {
  name: '0375-party-sums',
  async up(db) {
    await run(
      db,
      `create table party_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        at timestamptz not null,
        from_extension text not null,
        to_extension text not null,
        direction text not null,
        status text not null,
        n bigint not null,
        wait_ms bigint not null,
        talk_ms bigint not null,
        primary key (tenant_id, at, from_extension, to_extension, direction, status)
      ) with (fillfactor = 70)`,
    );
    // The owner's tables bind even the owner, who is in no tenant here.
    await run(db, 'alter table call no force row level security');
    await run(db, add('select call.*, 1 as sign from call'));
    await run(db, 'alter table call force row level security');
    await guardByTenant(db, 'party_sum');
    await run(db, `grant select, insert, update, delete on party_sum to ${roles.app}`);
    await keeping(db);
    await rebuilding(db);
  },
};

/** Days begin at midnight in Vietnam; of other zones the hours at both ends of a span are counted one by one. */
const day = (at: string) => `date_bin('1 day', ${at}, '2000-01-01T00:00:00+07')`;

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  insert into party_sum as kept (tenant_id, at, from_extension, to_extension, direction, status, n, wait_ms, talk_ms)
    select * from (
      select tenant_id, ${day('started_at')} as at, from_extension, to_extension, direction, status,
        sum(sign) as n, sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms
      from (${counted}) as made
      where exists (select from tenant where tenant.id = made.tenant_id)
      group by 1, 2, 3, 4, 5, 6
    ) as change
    where (n, wait_ms, talk_ms) <> (0, 0, 0)
    order by tenant_id, at, from_extension, to_extension, direction, status
    on conflict (tenant_id, at, from_extension, to_extension, direction, status) do update set
      n = kept.n + excluded.n, wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms`;

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
      `create function sum_parties_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(counted)};
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger sum_parties_${event} after ${event} on call referencing ${rows}
        for each statement execute function sum_parties_${event}()`,
    );
  }
}

/** Makes the tenant's sums of a time anew where they are not what its calls come to; see `rebuild_call_sums`. */
async function rebuilding(db: MigrationDb): Promise<void> {
  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= ${day('from_at')} and ${column} < ${day('to_at')}`;
  const kept = `select jsonb_agg(party_sum order by at, from_extension, to_extension, direction, status) from party_sum
    where ${within('at')} and (n, wait_ms, talk_ms) <> (0, 0, 0)`;
  await run(
    db,
    `create function rebuild_party_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table party_sum in share row exclusive mode;
        was := (${kept});
        delete from party_sum where ${within('at')};
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, 'revoke all on function rebuild_party_sums(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function rebuild_party_sums(timestamptz, timestamptz) to ${roles.app}`);
}
