import { callTags } from '@alo/contract';
import { sql } from 'kysely';

import { resource } from '../../resource/resource.ts';

export const callTag = resource(callTags, {
  table: 'call_tag',
  calls: 'none',
  search: ['name', 'note'],
  referredToBy: [
    {
      table: 'call_tagging',
      column: 'tag_id',
      id: 'call_id',
      kind: 'Cuộc gọi',
      // Whom it was with is not for everybody who sees to tags.
      name: sql<string>`to_char(call_started_at at time zone (select time_zone from tenant), 'DD/MM/YYYY HH24:MI')`,
    },
  ],
  rows: (trx) => trx.selectFrom('call_tag').selectAll(),
  filters: { active: (value) => sql`row.active = ${value === '1'}` },
  sheet: {
    name: 'Tên nhãn',
    colour: 'Màu',
    position: 'Thứ tự',
    active: { heading: 'Đang dùng', cell: (active) => (active === true ? 'Có' : 'Không') },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
