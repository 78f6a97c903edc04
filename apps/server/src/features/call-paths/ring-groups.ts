import { ringGroups, ringStrategies } from '@alo/contract';
import { sql } from 'kysely';

import { idList } from '../../resource/children.ts';
import { oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationNameIn, inWords } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { memberNames } from './member-names.ts';

const members = idList({ table: 'ring_group_member', owner: 'ring_group_id', item: 'extension_id' });

/** People whose phones ring together or one after the other. */
export const ringGroup = resource(ringGroups, {
  table: 'ring_group',
  search: ['name', 'number', 'note'],
  ledTo: { type: 'group', column: 'id' },
  leadsTo: ['otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('ring_group')
      .select([
        'ring_group.id',
        'ring_group.name',
        'ring_group.number',
        'ring_group.strategy',
        'ring_group.ring_seconds',
      ])
      .select(['ring_group.note', 'ring_group.version', 'ring_group.created_at', 'ring_group.updated_at'])
      .select([
        members.read('ring_group.id').as('member_ids'),
        memberNames('ring_group_member', 'ring_group_id', 'ring_group.id').as('member_names'),
        destinationIn('ring_group', 'otherwise').as('otherwise'),
        destinationNameIn('ring_group', 'otherwise').as('otherwise_name'),
      ]),
  children: { member_ids: members },
  filters: {
    member_id: (id) =>
      sql`exists (select from ring_group_member where ring_group_id = row.id and extension_id = ${id})`,
  },
  imports: {
    fields: {
      strategy: oneOf('Hình thức đổ chuông', ringStrategies),
      otherwise: byDestination('Khi không trả lời'),
    },
  },
  sheet: {
    name: 'Tên nhóm',
    number: 'Số nội bộ',
    strategy: { heading: 'Hình thức đổ chuông', cell: (strategy) => ringStrategies[strategy ?? 'ring-all'] },
    member_names: { heading: 'Thành viên', cell: (names) => names.join(', ') },
    ring_seconds: 'Đổ chuông (giây)',
    otherwise: { heading: 'Khi không trả lời', from: (row) => inWords(row.otherwise, row.otherwise_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
