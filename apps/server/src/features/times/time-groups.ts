import type { timeGroupDetail } from '@alo/contract';
import { timeGroups } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { keptRows } from '../../resource/children.ts';
import { resource } from '../../resource/resource.ts';

type Detail = z.output<typeof timeGroupDetail>;

const details = keptRows<Detail>({
  table: 'time_group_detail',
  owner: 'time_group_id',
  columns: ['from_time', 'to_time', 'weekdays', 'days_of_month', 'months', 'dates', 'holidays', 'note'],
});

/** Hours under a name, which conditions and rules ask for. */
export const timeGroup = resource(timeGroups, {
  table: 'time_group',
  calls: 'drafted',
  search: ['name', 'note'],
  referredToBy: [
    { table: 'time_condition', column: 'time_group_id', kind: 'Điều kiện thời gian' },
    { table: 'inbound_rule', column: 'time_group_id', kind: 'Định tuyến gọi vào' },
  ],
  rows: (trx) =>
    trx
      .selectFrom('time_group')
      .selectAll('time_group')
      .select([
        details.read('time_group.id').as('details'),
        sql<number>`(select count(*) from time_group_detail where time_group_id = time_group.id)`.as('detail_count'),
      ]),
  children: { details },
  sheet: {
    name: 'Tên nhóm',
    detail_count: 'Số khung giờ',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
