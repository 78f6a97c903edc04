import { type InferResult, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';

/** Everybody with an extension whom the caller sees, with where they belong. */
export const peopleRows = (trx: Trx, caller: Caller) =>
  trx
    .selectFrom('account')
    .leftJoin('department', 'department.id', 'account.department_id')
    .leftJoin('team', 'team.id', 'account.team_id')
    .where('account.extension', 'is not', null)
    .where('account.active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select([
      'account.name',
      'account.status_activity',
      'account.status_reason',
      'account.status_since',
      'department.id as departmentId',
      'department.name as departmentName',
      'team.id as teamId',
      'team.name as teamName',
      sql<string>`account.extension`.as('extension'),
    ])
    .orderBy(sql`account.name collate "vi-x-icu"`)
    .orderBy('account.id');
export type PersonRow = InferResult<ReturnType<typeof peopleRows>>[number];

export const levelRow = (trx: Trx) => trx.selectFrom('system_setting').select('service_level_percent');
