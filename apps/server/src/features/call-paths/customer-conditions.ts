import { type CustomerKind, customerConditions } from '@alo/contract';

import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { rowsWithDestination } from './rows-with-destination.ts';

const kinds = rowsWithDestination<Omit<CustomerKind, 'to'>>({
  table: 'customer_kind',
  owner: 'customer_condition_id',
  columns: [
    ...(['label', 'known', 'status_id', 'owner', 'team_id', 'project_id', 'data_source_id', 'outcome_id'] as const),
    ...(['task', 'field_id', 'field_is', 'field_value', 'priority'] as const),
  ],
});

/** One way or another by what the company knows of the customer. */
export const customerCondition = resource(customerConditions, {
  table: 'customer_condition',
  calls: 'drafted',
  search: ['name', 'note'],
  ledTo: { type: 'customer', column: 'id' },
  leadsTo: ['kinds', 'otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('customer_condition')
      .select(['customer_condition.id', 'customer_condition.name', 'customer_condition.note'])
      .select(['customer_condition.version', 'customer_condition.created_at', 'customer_condition.updated_at'])
      .select([
        kinds.read('customer_condition.id').as('kinds'),
        destinationIn('customer_condition', 'otherwise').$notNull().as('otherwise'),
        destinationNameIn('customer_condition', 'otherwise').as('otherwise_name'),
      ]),
  children: { kinds },
  imports: { fields: { otherwise: byDestination('Khách khác') } },
  sheet: {
    name: 'Tên điều kiện',
    kinds: { heading: 'Nhóm khách', cell: (all) => (all ?? []).map(({ label }) => label).join(', ') },
    otherwise: { heading: 'Khách khác', from: (row) => destinationInWords(row.otherwise, row.otherwise_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
