import { conditions, overrides } from '@alo/contract';
import { sql } from 'kysely';

import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationNameIn, inWords } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';

/** One way or the other by the clock. */
export const condition = resource(conditions, {
  table: 'time_condition',
  search: ['name', 'time_group_name', 'note'],
  ledTo: { type: 'time', column: 'id' },
  leadsTo: ['match', 'otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('time_condition')
      .innerJoin('time_group', 'time_group.id', 'time_condition.time_group_id')
      .select(['time_condition.id', 'time_condition.name', 'time_condition.time_group_id', 'time_condition.note'])
      .select(['time_condition.version', 'time_condition.created_at', 'time_condition.updated_at'])
      .select([
        'time_group.name as time_group_name',
        sql<keyof typeof overrides>`coalesce(time_condition.override, 'none')`.as('override'),
        destinationIn('time_condition', 'match').$notNull().as('match'),
        destinationIn('time_condition', 'otherwise').$notNull().as('otherwise'),
        destinationNameIn('time_condition', 'match').as('match_name'),
        destinationNameIn('time_condition', 'otherwise').as('otherwise_name'),
      ]),
  stored: ({ override, ...input }) => ({ ...input, override: override === 'none' ? null : override }),
  imports: {
    fields: {
      time_group_id: byName('Nhóm thời gian', 'time_group'),
      match: byDestination('Nếu khớp'),
      otherwise: byDestination('Nếu không khớp'),
      override: oneOf('Ghi đè', overrides),
    },
  },
  sheet: {
    name: 'Tên điều kiện',
    time_group_name: 'Nhóm thời gian',
    match: { heading: 'Nếu khớp', cell: (to, row) => inWords(to, row.match_name) },
    otherwise: { heading: 'Nếu không khớp', cell: (to, row) => inWords(to, row.otherwise_name) },
    override: { heading: 'Ghi đè', cell: (override) => overrides[override ?? 'none'] },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
