import { listed } from './lib-listed.ts';
import { keepSumsOfCalls } from './lib-sums-of-calls.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

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
    await keepSumsOfCalls(db, {
      table: 'person_sum',
      key: ['extension', 'at'],
      figures: sums,
      period: (moment) => `date_bin('15 minutes', ${moment}, '2000-01-01Z')`,
      sums: sumsOf,
    });
  },
};

const sums = ['answered', 'inbound', 'missed', 'outbound', 'met', 'talk_ms'] as const;

/** A call is of whoever took it and of whoever placed it, and one that nobody took of all whom it rang. */
const sumsOf = (calls: string) => `
  select tenant_id, extension, date_bin('15 minutes', started_at, '2000-01-01Z') as at,
    ${sums.map((name) => `sum(${name}) as ${name}`).join(', ')}
  from (
    select tenant_id, agent_extension as extension, started_at, sign as answered,
      case direction when 'inbound' then sign else 0 end as inbound, 0 as missed, 0 as outbound, 0 as met,
      sign * talk_ms as talk_ms
    from (${calls}) as made where status = 'answered' and agent_extension <> ''
    union all
    select tenant_id, from_extension, started_at, 0, 0, 0, sign, case status when 'answered' then sign else 0 end, 0
    from (${calls}) as made where direction = 'outbound' and status <> 'in_progress' and from_extension <> ''
    union all
    select tenant_id, unnest(rang), started_at, 0, 0, sign, 0, 0, 0
    from (${calls}) as made where direction = 'inbound' and status not in ('in_progress', 'answered')
  ) as part
  where extension <> '' group by 1, 2, 3`;
