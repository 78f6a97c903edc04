import { teams } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { idList } from '../../resource/children.ts';
import { byName } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { guardMoves, peopleOf } from './people-of-places.ts';

const leaders = idList({ table: 'team_leader', owner: 'team_id', item: 'account_id' });
const members = peopleOf('team');

export const team = resource(teams, {
  table: 'team',
  calls: 'none',
  search: ['name', 'note', 'department_name'],
  referredToBy: [
    automationsThatName('team_id'),
    { table: 'account', column: 'team_id', kind: 'Tài khoản' },
    kindsThatName('team_id'),
  ],
  goesAlong: [{ table: 'kpi', column: 'team_id' }],
  rows: (trx) =>
    trx
      .selectFrom('team')
      .innerJoin('department', 'department.id', 'team.department_id')
      .selectAll('team')
      .select([
        'department.name as department_name',
        leaders.read('team.id').as('leader_ids'),
        leaders.names('team.id', 'account').as('leader_names'),
        members.read('team.id').as('people_ids'),
        sql<number>`(select count(*) from account where account.team_id = team.id)`.as('account_count'),
      ]),
  children: { leader_ids: leaders, people_ids: members },
  after: (trx, by, change) => guardMoves(trx, by, 'team', change),
  imports: { keys: ['name'], fields: { department_id: byName('Phòng ban', 'department') } },
  sheet: {
    name: 'Tên nhóm',
    department_name: 'Phòng ban',
    leader_names: { heading: 'Trưởng nhóm', cell: (names) => names.join(', ') },
    account_count: 'Số thành viên',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
