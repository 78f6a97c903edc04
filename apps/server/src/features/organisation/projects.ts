import { projectStatuses, projects } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { idList } from '../../resource/children.ts';
import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

const members = idList({ table: 'project_member', owner: 'project_id', item: 'account_id' });
const numbers = idList({ table: 'project_number', owner: 'project_id', item: 'service_number_id' });

export const project = resource(projects, {
  table: 'project',
  calls: 'live',
  referredToBy: [
    automationsThatName('project_id'),
    { table: 'customer', column: 'project_id', kind: 'Khách hàng' },
    kindsThatName('project_id'),
  ],
  rows: (trx) =>
    trx
      .selectFrom('project')
      .selectAll('project')
      .select([
        members.read('project.id').as('member_ids'),
        numbers.read('project.id').as('number_ids'),
        members.names('project.id', 'account').as('member_names'),
        numbers.names('project.id', 'service_number').as('number_names'),
      ]),
  children: { member_ids: members, number_ids: numbers },
  search: ['name', 'code', 'note'],
  filters: {
    member_id: (id) => sql`exists (select from project_member where project_id = row.id and account_id = ${id})`,
  },
  words: { project_period: { ends_on: 'Ngày kết thúc không được trước ngày bắt đầu' } },
  imports: { fields: { status: oneOf('Trạng thái', projectStatuses) } },
  sheet: {
    name: 'Tên dự án',
    code: 'Mã',
    status: { heading: 'Trạng thái', cell: (status) => projectStatuses[status ?? 'planned'] },
    starts_on: 'Từ ngày',
    ends_on: 'Đến ngày',
    member_names: { heading: 'Thành viên', cell: (names) => names.join(', ') },
    number_names: { heading: 'Đầu số', cell: (names) => names.join(', ') },
    note: 'Ghi chú',
    members_only: { heading: 'Chỉ thành viên gọi ra', cell: (only) => (only === true ? 'Có' : 'Không') },
    created_at: 'Ngày tạo',
  },
});
