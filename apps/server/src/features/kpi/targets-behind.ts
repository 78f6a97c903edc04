import { type KpiMeasureName, kpiMeasures, kpiState } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { isOfTarget } from './kpis.ts';
import { daysInMonth, daysPassed, kpiPartsOf, percentIn, reachedIn } from './parts.ts';

/** Targets whose day, week or month it is and that are behind, whoever they are for; those that have come least far first. */
export async function targetsBehind(
  trx: Trx,
): Promise<{ readonly name: string; readonly measure: string; readonly percent: number | null }[]> {
  const month = sql.ref('kpi.month');
  const measure = sql.ref('kpi.measure');
  const rows = await trx
    .selectFrom('kpi')
    .leftJoin('account', 'account.id', 'kpi.account_id')
    .leftJoin('team', 'team.id', 'kpi.team_id')
    .leftJoin('department', 'department.id', 'kpi.department_id')
    .innerJoinLateral(
      sql<{ reached: number | null }>`(select ${reachedIn(measure)} as reached
        from (${kpiPartsOf(isOfTarget, month, measure)}) as parts)`.as('its'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`${daysPassed(month)} >= 0 and ${daysPassed(month)} < ${daysInMonth(month)}`)
    .where(sql<boolean>`coalesce(account.active, true)`)
    // Nothing else is ever put there.
    .select(({ ref }) => ref('kpi.measure').$castTo<KpiMeasureName>().as('measure'))
    .select(['kpi.target', 'its.reached'])
    .select(sql<string>`coalesce(account.name, team.name, department.name, '')`.as('name'))
    .select([
      percentIn(measure, sql.ref('kpi.target'), sql.ref('its.reached')).as('percent'),
      daysPassed(month).as('passed'),
      daysInMonth(month).as('days'),
    ])
    .execute();
  return rows
    .filter((row) => kpiState(row.measure, row, row) === 'behind')
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0))
    .map((row) => ({ name: row.name, measure: kpiMeasures[row.measure].label, percent: row.percent }));
}
