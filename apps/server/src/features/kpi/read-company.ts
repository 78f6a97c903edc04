import type { KpiMeasureName, KpiMonth, KpiParts } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { seenWithin } from './kpis.ts';
import { daysInMonth, daysPassed, kpiPartsOf, thisMonth } from './parts.ts';
import type { KpiCompany } from './summed-up.ts';

/** The month that is asked for, this one where none is, how far it has come, and the measure that is looked at. */
export async function kpiMonthOf(trx: Trx, asked: string | undefined): Promise<KpiMonth & { month: string }> {
  const { rows } = await sql<KpiMonth & { month: string }>`
    select month, ${daysPassed(sql.ref('month'))} as passed, ${daysInMonth(sql.ref('month'))} as days
    from (select coalesce(${asked ?? null}::text, ${thisMonth}) as month) as its`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('A month has no row.');
  return row;
}

/** What most targets of a month are set for; answered calls where there are none. */
export async function usualMeasure(trx: Trx, caller: Caller, month: string): Promise<KpiMeasureName> {
  const row = await trx
    .selectFrom('kpi as row')
    .where('row.month', '=', month)
    .where(seenWithin(reachOf(caller)) ?? sql<boolean>`true`)
    .groupBy('row.measure')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`row.measure <> 'answered'`)
    .orderBy('row.measure')
    .limit(1)
    // Only what the contract names is ever put there.
    .select(({ ref }) => ref('row.measure').$castTo<KpiMeasureName>().as('measure'))
    .executeTakeFirst();
  return row?.measure ?? 'answered';
}

/**
 * Everybody in use whom the caller sees, where they belong, with what they did and should do; and whoever is not in use any more but
 * had a part in the month: what a team reached together stays what it was.
 */
export async function companyOf(
  trx: Trx,
  caller: Caller,
  { month, measure }: { month: string; measure: KpiMeasureName },
): Promise<KpiCompany> {
  const reach = reachOf(caller);
  const { rows: people } = await sql<
    Record<'id' | 'name', string> & Record<'teamId' | 'departmentId', string | null> & { active: boolean } & KpiParts
  >`
    select person.id, person.name, person.active, person.team_id as "teamId", person.department_id as "departmentId", parts.*
    from (select * from account where ${accountInReach(reach)}) as person
    cross join lateral (${kpiPartsOf(sql`account.id = person.id`, sql`${month}::text`, sql`${measure}::text`)}) as parts
    order by person.name collate "vi-x-icu", person.id`.execute(trx);
  const targets = await trx
    .selectFrom('kpi as row')
    .where('row.month', '=', month)
    .where('row.measure', '=', measure)
    .where(seenWithin(reach) ?? sql<boolean>`true`)
    .select(['row.target', sql<string>`coalesce(account_id, team_id, department_id)`.as('of')])
    .execute();
  const aims = new Map(targets.map(({ of, target }) => [of, target]));
  const there = people
    .map(({ id, name, active, teamId, departmentId, ...parts }) => ({ id, name, active, teamId, departmentId, parts }))
    .filter(({ id, active, parts }) => active || aims.has(id) || Object.values(parts).some((n) => n !== 0));
  const inName = sql`name collate "vi-x-icu"`;
  const [departments, teams] = [
    await trx.selectFrom('department').select(['id', 'name']).orderBy(inName).execute(),
    await trx.selectFrom('team').select(['id', 'name', 'department_id as departmentId']).orderBy(inName).execute(),
  ];
  // Places of which the caller sees nobody, nor a target, are not theirs to look at.
  const seen = new Set([
    ...there.flatMap(({ teamId, departmentId }) => [teamId, departmentId]),
    ...targets.map(({ of }) => of),
  ]);
  const seenTeams = teams.filter(({ id }) => reach.kind === 'all' || seen.has(id));
  const around = new Set(seenTeams.map(({ departmentId }) => departmentId));
  return {
    departments: departments.filter(({ id }) => reach.kind === 'all' || seen.has(id) || around.has(id)),
    teams: seenTeams,
    people: there,
    targets: aims,
  };
}
