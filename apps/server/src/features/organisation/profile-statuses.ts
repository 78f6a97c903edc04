import { profileStatuses } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName, automationsThatUse } from '../../domain/automations-that-name.ts';
import { kindsThatName } from '../../domain/kinds-that-name.ts';

import { resource } from '../../resource/resource.ts';

export const profileStatus = resource(profileStatuses, {
  table: 'profile_status',
  calls: 'none',
  search: ['name', 'group', 'note'],
  referredToBy: [
    automationsThatName('status_id'),
    automationsThatUse('to_status_id'),
    { table: 'customer', column: 'status', kind: 'Khách hàng' },
    kindsThatName('status_id'),
  ],
  rows: (trx) => trx.selectFrom('profile_status').selectAll(),
  filters: { final: (value) => sql`row.final = ${value === '1'}` },
  sheet: {
    name: 'Tên trạng thái',
    group: 'Nhóm trạng thái',
    colour: 'Màu',
    position: 'Thứ tự',
    final: { heading: 'Kết thúc', cell: (final) => (final === true ? 'Có' : 'Không') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
