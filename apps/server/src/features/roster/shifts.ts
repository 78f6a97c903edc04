import { minutesOfWork, type ShiftHours, shifts } from '@alo/contract';
import { sql } from 'kysely';

import { orderedRows } from '../../resource/children.ts';
import { resource } from '../../resource/resource.ts';

const breaks = orderedRows<ShiftHours['breaks'][number]>({
  table: 'shift_break',
  owner: 'shift_id',
  columns: ['from_time', 'to_time'],
});

/** Hours that people work, under a name. */
export const shift = resource(shifts, {
  table: 'shift',
  calls: 'live',
  search: ['name', 'note'],
  referredToBy: [
    {
      table: 'roster_entry',
      column: 'shift_id',
      kind: 'Lịch trực',
      name: sql<string>`(select account.name from account where account.id = roster_entry.account_id)
        || to_char(roster_entry.day, ' DD/MM/YYYY')`,
    },
  ],
  rows: (trx) => trx.selectFrom('shift').selectAll('shift').select(breaks.read('shift.id').as('breaks')),
  children: { breaks },
  sheet: {
    name: 'Tên ca',
    from_time: 'Từ',
    to_time: 'Đến',
    breaks: { heading: 'Số phút làm', from: (row) => minutesOfWork({ ...row, breaks: row.breaks ?? [] }) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
