import { departments } from '@alo/contract';
import { sql } from 'kysely';

import { idList } from '../../resource/children.ts';
import { byName } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { guardMoves, peopleOf } from './people-of-places.ts';

const leaders = idList({ table: 'department_leader', owner: 'department_id', item: 'account_id' });
const members = peopleOf('department');

export const department = resource(departments, {
  table: 'department',
  calls: 'none',
  search: ['name', 'code', 'note', 'branch_name'],
  referredToBy: [
    { table: 'team', column: 'department_id', kind: 'Nhóm làm việc' },
    { table: 'account', column: 'department_id', kind: 'Tài khoản' },
  ],
  goesAlong: [{ table: 'kpi', column: 'department_id' }],
  rows: (trx) =>
    trx
      .selectFrom('department')
      .leftJoin('branch', 'branch.id', 'department.branch_id')
      .selectAll('department')
      .select([
        'branch.name as branch_name',
        leaders.read('department.id').as('leader_ids'),
        leaders.names('department.id', 'account').as('leader_names'),
        members.read('department.id').as('people_ids'),
        sql<number>`(select count(*) from team where team.department_id = department.id)`.as('team_count'),
        sql<number>`(select count(*) from account where account.department_id = department.id)`.as('account_count'),
      ]),
  children: { leader_ids: leaders, people_ids: members },
  after: (trx, by, change) => guardMoves(trx, by, 'department', change),
  imports: { fields: { branch_id: byName('Chi nhánh', 'branch') } },
  sheet: {
    name: 'Tên phòng ban',
    code: 'Mã',
    branch_name: 'Chi nhánh',
    leader_names: { heading: 'Trưởng phòng', cell: (names) => names.join(', ') },
    team_count: 'Số nhóm',
    account_count: 'Số nhân viên',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
