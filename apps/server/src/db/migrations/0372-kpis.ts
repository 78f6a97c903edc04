import { roles } from '../roles.ts';
import { listed } from './lib-listed.ts';
import { createTenantTable, guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Targets, and what they are compared with: what each person did on the phone by fifteen minutes, kept by the statement that
 * writes the call, and found by the person: a month of somebody's is a few hundred rows however many calls there were.
 */
export const kpis: Migration = {
  name: '0372-kpis',
  async up(db) {
    await createTenantTable(db, 'kpi', [
      "kind text not null check (kind in ('person', 'team', 'department'))",
      'account_id uuid',
      'team_id uuid',
      'department_id uuid',
      "month text not null check (month ~ '^2[0-9]{3}-(0[1-9]|1[0-2])$')",
      'measure text not null',
      'target double precision not null check (target > 0)',
      "note text not null default ''",
      `constraint kpi_of check (case kind when 'person' then account_id when 'team' then team_id else department_id end is not null
        and num_nonnulls(account_id, team_id, department_id) = 1)`,
      // A target of nobody is none.
      references('kpi', 'account_id', 'account', 'cascade'),
      references('kpi', 'team_id', 'team', 'cascade'),
      references('kpi', 'department_id', 'department', 'cascade'),
    ]);
    for (const whose of ['account_id', 'team_id', 'department_id']) {
      await run(db, `create unique index kpi_${whose}_key on kpi (tenant_id, ${whose}, month, measure)`);
    }
    await listed(db, 'kpi');
    await run(db, 'create index kpi_changed on kpi (tenant_id, updated_at, id)');
    await run(db, 'create index kpi_month on kpi (tenant_id, month, measure)');
    // What somebody kept of their conversations in a month, without looking at the rows.
    await run(
      db,
      'create index disposition_by on disposition (tenant_id, created_by, created_at) include (outcome) where created_by is not null',
    );
    await run(
      db,
      `create table person_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        extension text not null,
        at timestamptz not null,
        ${sums.map((name) => `${name} bigint not null`).join(', ')},
        primary key (tenant_id, extension, at)
      ) with (fillfactor = 70)`,
    );
    // The owner's tables bind even the owner, who is in no tenant here.
    await run(db, 'alter table call no force row level security');
    await run(db, add('select call.*, 1 as sign from call'));
    await run(db, 'alter table call force row level security');
    await guardByTenant(db, 'person_sum');
    await run(db, `grant select, insert, update, delete on person_sum to ${roles.app}`);
    await keeping(db);
    await rebuilding(db);
  },
};

const sums = ['answered', 'inbound', 'missed', 'outbound', 'met', 'talk_ms'] as const;
const nothing = `(${sums.map(() => '0').join(', ')})`;

/** Adds rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
const add = (counted: string) => `
  insert into person_sum as kept (tenant_id, extension, at, ${sums.join(', ')})
    select * from (
      select tenant_id, extension, date_bin('15 minutes', started_at, '2000-01-01Z') as at,
        ${sums.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from (
        select tenant_id, agent_extension as extension, started_at, sign as answered,
          case direction when 'inbound' then sign else 0 end as inbound, 0 as missed, 0 as outbound, 0 as met,
          sign * talk_ms as talk_ms
        from (${counted}) as made where status = 'answered' and agent_extension <> ''
        union all
        select tenant_id, from_extension, started_at, 0, 0, 0, sign, case status when 'answered' then sign else 0 end, 0
        from (${counted}) as made where direction = 'outbound' and status <> 'in_progress' and from_extension <> ''
        union all
        select tenant_id, unnest(rang), started_at, 0, 0, sign, 0, 0, 0
        from (${counted}) as made where direction = 'inbound' and status not in ('in_progress', 'answered')
      ) as part
      where extension <> '' and exists (select from tenant where tenant.id = part.tenant_id)
      group by 1, 2, 3
    ) as change
    where (${sums.join(', ')}) <> ${nothing}
    order by tenant_id, extension, at
    on conflict (tenant_id, extension, at) do update set ${sums.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;

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
      `create function sum_people_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(counted)};
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger sum_people_${event} after ${event} on call referencing ${rows}
        for each statement execute function sum_people_${event}()`,
    );
  }
}

/** Makes the tenant's sums of a time anew where they are not what its calls come to; see `rebuild_call_sums`. */
async function rebuilding(db: MigrationDb): Promise<void> {
  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= date_bin('15 minutes', from_at, '2000-01-01Z')
      and ${column} < date_bin('15 minutes', to_at, '2000-01-01Z')`;
  const kept = `select jsonb_agg(person_sum order by extension, at) from person_sum
    where ${within('at')} and (${sums.join(', ')}) <> ${nothing}`;
  await run(
    db,
    `create function rebuild_person_sums(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table person_sum in share row exclusive mode;
        was := (${kept});
        delete from person_sum where ${within('at')};
        ${add(`select call.*, 1 as sign from call where ${within('started_at')}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, 'revoke all on function rebuild_person_sums(timestamptz, timestamptz) from public');
  await run(db, `grant execute on function rebuild_person_sums(timestamptz, timestamptz) to ${roles.app}`);
}
