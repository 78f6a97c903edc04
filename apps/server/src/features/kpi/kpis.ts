import { kpis as contract, type KpiMeasureName, kpiKinds, kpiMeasures, kpiState, kpiStates } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { byName, byPerson, oneOf } from '../../resource/importing/import-field.ts';
import { type Condition, resource } from '../../resource/resource.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Within } from '../../resource/within.ts';
import { daysInMonth, daysPassed, kpiPartsOf, percentIn, reachedIn } from './parts.ts';

const month = sql.ref('kpi.month');

/** Targets with how far they have come, each counted for the rows that are shown. */
export const kpi = resource(contract, {
  table: 'kpi',
  calls: 'none',
  search: ['name', 'team_name', 'department_name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('kpi')
      .leftJoin('account', 'account.id', 'kpi.account_id')
      .leftJoin('team', (join) => join.on(sql<boolean>`team.id = coalesce(kpi.team_id, account.team_id)`))
      .leftJoin('department', (join) =>
        join.on(sql<boolean>`department.id = coalesce(kpi.department_id, account.department_id, team.department_id)`),
      )
      .leftJoinLateral(
        sql<{ reached: number | null }>`(select ${reachedIn(sql.ref('kpi.measure'))} as reached
          from (${kpiPartsOf(isOfTarget, month, sql.ref('kpi.measure'))}) as parts)`.as('its'),
        (join) => join.onTrue(),
      )
      .selectAll('kpi')
      // Nothing else is ever put there.
      .$narrowType<{ kind: keyof typeof kpiKinds; measure: KpiMeasureName }>()
      .select([
        sql<string>`coalesce(account.name, case kpi.kind when 'team' then team.name else department.name end, '')`.as(
          'name',
        ),
        'team.name as team_name',
        'department.name as department_name',
        'its.reached',
        percentIn(sql.ref('kpi.measure'), sql.ref('kpi.target'), sql.ref('its.reached')).as('percent'),
        daysPassed(month).as('passed'),
        daysInMonth(month).as('days'),
      ]),
  scope: seenWithin,
  filters: {
    account_id: (id) => sql`row.account_id = ${id}`,
    team_id: (id) =>
      sql`(row.team_id = ${id} or row.account_id in (select account.id from account where account.team_id = ${id}))`,
    department_id: inDepartment,
  },
  asTheyAre: ['kind', 'month', 'measure', 'target'],
  stored: ({ kind, account_id, team_id, department_id, ...input }) => ({
    ...input,
    kind,
    account_id: kind === 'person' ? account_id : null,
    team_id: kind === 'team' ? team_id : null,
    department_id: kind === 'department' ? department_id : null,
  }),
  after: async (trx, by, change) => {
    if (change.kind !== 'deleted') await refuseOutOfReach(trx, by, change.after);
  },
  imports: {
    keys: [],
    recognisedByAll: { key: keyOf, ids: idsByKey },
    fields: {
      kind: oneOf('Áp dụng cho', kpiKinds),
      account_id: byPerson('Nhân viên'),
      team_id: byName('Nhóm', 'team'),
      department_id: byName('Phòng ban', 'department'),
      measure: oneOf(
        'Chỉ tiêu',
        Object.fromEntries(Object.entries(kpiMeasures).map(([name, { label }]) => [name, label])),
      ),
    },
  },
  sheet: {
    month: 'Tháng',
    // A team's or a department's name stands in its own column, so that the file can be brought back.
    name: { heading: 'Nhân viên', from: ({ kind, name }) => (kind === 'person' ? name : '') },
    kind: { heading: 'Áp dụng cho', cell: (kind) => kpiKinds[kind ?? 'person'] },
    team_name: 'Nhóm',
    department_name: 'Phòng ban',
    measure: { heading: 'Chỉ tiêu', cell: (measure) => kpiMeasures[measure].label },
    target: 'Mục tiêu',
    reached: 'Thực hiện',
    percent: '% hoàn thành',
    passed: { heading: 'Trạng thái', from: (row) => kpiStates[kpiState(row.measure, row, row)] },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** A target is one's for a measure in a month; whoever it is for, there is one. */
function keyOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const { kind = 'person', account_id, team_id, department_id, month, measure } = given;
  const whose = kind === 'team' ? team_id : kind === 'department' ? department_id : account_id;
  return [whose, month, measure].every((part) => typeof part === 'string')
    ? `${String(whose)} ${String(month)} ${String(measure)}`
    : undefined;
}

async function idsByKey(trx: Trx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const months = [...new Set(keys.map((key) => key.split(' ')[1] ?? ''))];
  const rows = await trx
    .selectFrom('kpi')
    .where('kpi.month', 'in', months)
    .select(['id', sql<string>`concat_ws(' ', coalesce(account_id, team_id, department_id), month, measure)`.as('key')])
    .execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Whose calls count for a target, as a condition on `account`: those of whoever belongs to it today. */
export const isOfTarget = sql<boolean>`(account.id = kpi.account_id or account.team_id = kpi.team_id or account.department_id = kpi.department_id)`;

/** One's own targets, or those of a team, department or branch, with those of everything and everybody in it. */
export function seenWithin(reach: Within): Condition | undefined {
  const ofPeople = sql`row.account_id in (select account.id from account where ${accountInReach(reach)})`;
  switch (reach.kind) {
    case 'all':
      return undefined;
    case 'account':
      return sql<boolean>`row.account_id = ${reach.id}`;
    case 'team':
      return sql<boolean>`(${ofPeople} or row.team_id = ${reach.id})`;
    case 'department':
      return sql<boolean>`(${ofPeople} or row.department_id = ${reach.id}
        or row.team_id in (select team.id from team where team.department_id = ${reach.id}))`;
    case 'branch':
      return sql<boolean>`(${ofPeople}
        or row.department_id in (select department.id from department where department.branch_id = ${reach.id})
        or row.team_id in (select team.id from team join department on department.id = team.department_id
          where department.branch_id = ${reach.id}))`;
    default:
      return reach satisfies never;
  }
}

/** Nobody sets targets for people whom they do not see. */
async function refuseOutOfReach(
  trx: Trx,
  { caller }: By,
  row: { id: string; kind?: keyof typeof kpiKinds | undefined },
) {
  const inReach = seenWithin(reachOf(caller));
  if (inReach === undefined) return;
  const seen = await trx
    .selectFrom('kpi as row')
    .where('row.id', '=', row.id)
    .where(inReach)
    .select('row.id')
    .execute();
  if (seen.length > 0) return;
  const field = { person: 'account_id', team: 'team_id', department: 'department_id' }[row.kind ?? 'person'];
  throw Problem.invalid({ [field]: 'Ngoài phạm vi dữ liệu của bạn' });
}

/** The targets of a department, of its teams and of everybody in it. */
export function inDepartment(id: string): Condition {
  return sql<boolean>`(row.department_id = ${id}
    or row.team_id in (select team.id from team where team.department_id = ${id})
    or row.account_id in (select account.id from account where account.department_id = ${id}))`;
}
