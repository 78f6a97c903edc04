import { type InferResult, sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { type SettingRow, systemSettingRow, usualLevelPercent } from '../../domain/system-setting.ts';
import { type Carriers, carriersIn, lineRows } from './carriers.ts';

/** Everybody with an extension, with where they belong, by name. */
const peopleRows = (trx: Trx) =>
  trx
    .selectFrom('account')
    .leftJoin('department', 'department.id', 'account.department_id')
    .leftJoin('team', 'team.id', 'account.team_id')
    .where('account.extension', 'is not', null)
    .where('account.active', '=', true)
    .select([
      'account.id as accountId',
      'account.name',
      'account.status_activity',
      'account.status_reason',
      'account.status_since',
      'department.id as departmentId',
      'department.name as departmentName',
      'department.branch_id as branchId',
      'team.id as teamId',
      'team.name as teamName',
      sql<string>`account.extension`.as('extension'),
    ])
    .orderBy(sql`account.name collate "vi-x-icu"`)
    .orderBy('account.id');
export type PersonRow = InferResult<ReturnType<typeof peopleRows>>[number];

/** What the board is made of beside the calls: it lies in the database. */
export interface CompanyRoster {
  readonly people: readonly PersonRow[];
  readonly setting: readonly SettingRow[];
  readonly levelPercent: number;
  readonly carriers: Carriers;
}

export async function readCompany(db: Db, tenantId: string): Promise<CompanyRoster> {
  const { people, setting, level, trunks, numbers } = await db.read(tenantId, (trx) => ({
    people: peopleRows(trx),
    setting: systemSettingRow({}),
    ...lineRows(trx),
    level: trx.selectFrom('system_setting').select('service_level_percent'),
  }));
  return {
    people,
    setting,
    levelPercent: level[0]?.service_level_percent ?? usualLevelPercent,
    carriers: carriersIn(trunks, numbers),
  };
}
