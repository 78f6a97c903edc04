import { lastCallRules } from '@alo/contract';

import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';

/** Back to whoever spoke with the caller last. */
export const lastCallRule = resource(lastCallRules, {
  table: 'last_call_rule',
  calls: 'drafted',
  search: ['name', 'note'],
  ledTo: { type: 'lastcall', column: 'id' },
  leadsTo: ['otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('last_call_rule')
      .select([
        'last_call_rule.id',
        'last_call_rule.name',
        'last_call_rule.within_hours',
        'last_call_rule.ring_seconds',
      ])
      .select([
        'last_call_rule.note',
        'last_call_rule.version',
        'last_call_rule.created_at',
        'last_call_rule.updated_at',
      ])
      .select([
        destinationIn('last_call_rule', 'otherwise').$notNull().as('otherwise'),
        destinationNameIn('last_call_rule', 'otherwise').as('otherwise_name'),
      ]),
  imports: { fields: { otherwise: byDestination('Nếu không gặp') } },
  sheet: {
    name: 'Tên',
    within_hours: 'Trong vòng (giờ)',
    ring_seconds: 'Đổ chuông (giây)',
    otherwise: { heading: 'Nếu không gặp', from: (row) => destinationInWords(row.otherwise, row.otherwise_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
