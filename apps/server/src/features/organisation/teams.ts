import { teams } from '@alo/contract';
import { sql } from 'kysely';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { byName } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

export const team = resource(teams, {
  table: 'team',
  calls: 'none',
  search: ['name', 'note', 'department_name'],
  referredToBy: [{ table: 'account', column: 'team_id', kind: 'Tài khoản' }, kindsThatName('team_id')],
  goesAlong: [{ table: 'kpi', column: 'team_id' }],
  rows: (trx) =>
    trx
      .selectFrom('team')
      .innerJoin('department', 'department.id', 'team.department_id')
      .selectAll('team')
      .select([
        'department.name as department_name',
        sql<number>`(select count(*) from account where account.team_id = team.id)`.as('account_count'),
      ]),
  imports: { keys: ['name'], fields: { department_id: byName('Phòng ban', 'department') } },
  sheet: {
    name: 'Tên nhóm',
    department_name: 'Phòng ban',
    account_count: 'Số thành viên',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
