import { customers, messages, type OwnValues } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { Problem } from '../../kernel/problem.ts';
import { byName } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { scopedBy } from '../../resource/scope.ts';
import { canonical, numberField, numbersField, recognisedByNumber } from './customer-numbers.ts';
import { customerSearch } from './customer-search.ts';
import { contacted, promised } from './last-contact.ts';
import { ownFields } from './own-fields.ts';
import { withOwn } from './own-sought.ts';

/** Customers: a million of them, with several numbers each, seen within one's data scope. */
export const customer = resource(customers, {
  table: 'customer',
  rows: (trx) =>
    trx
      .selectFrom('customer')
      .selectAll('customer')
      // Nothing else is ever put there.
      .$narrowType<{ own: OwnValues }>()
      .select([
        sql<string>`coalesce(national_number(numbers[1]), '')`.as('phone'),
        sql<string[]>`array(select national_number(its) from unnest(numbers[2:]) with ordinality as other (its, place)
          order by place)`.as('phones'),
        // Looked up for the rows that are shown, and not for those that are only counted.
        sql<string>`(select name from profile_status where id = customer.status)`.as('is_status'),
        sql<string>`(select colour from profile_status where id = customer.status)`.as('status_colour'),
        sql<string | null>`(select name from data_source where id = customer.data_source_id)`.as('is_datasource'),
        sql<string | null>`(select name from project where id = customer.project_id)`.as('is_project'),
        sql<string | null>`(select name from account where id = customer.user_id)`.as('user_name'),
        sql<Date | null>`(select max(started_at) from call where outside_number = any(customer.numbers))`.as(
          'last_call_at',
        ),
        sql<Date | null>`(select next_call_at from disposition where customer_id = customer.id
          order by created_at desc, id desc limit 1)`.as('next_call_at'),
      ]),
  search: customerSearch,
  scope: scopedBy('user_id'),
  filters: {
    department_id: (id) => sql`row.user_id in (select account.id from account where department_id = ${id})`,
    created_from: (day, { caller }) => sql`row.created_at >= ${day}::date::timestamp at time zone ${caller.timeZone}`,
    created_to: (day, { caller }) =>
      sql`row.created_at < (${day}::date + 1)::timestamp at time zone ${caller.timeZone}`,
    last_contact: contacted,
    promise: promised,
    do_not_call: (value) => sql`row.do_not_call = ${value === '1'}`,
    own: withOwn,
  },
  mask: async (trx, { caller }) => {
    const view = await numberView(trx, caller);
    if (!view.masked) return (row) => row;
    return (row) => ({ ...row, phone: view.show(row.phone), phones: row.phones?.map(view.show) });
  },
  stored: ({ phone, phones, ...input }, { caller }) => ({
    ...input,
    // Whoever sees only some customers would lose sight of one that is nobody's.
    user_id: input.user_id ?? (scopedBy('user_id')({ caller }) === undefined ? null : caller.accountId),
    numbers: [numberIn('phone', phone), ...phones.map((one) => numberIn('phones', one))],
  }),
  asTheyAre: ['name', 'code', 'status', 'data_source_id', 'project_id', 'user_id'],
  words: { customer_phone_check: { phone: messages.phone } },
  imports: {
    keys: ['code', 'phone'],
    recognised: { phone: recognisedByNumber },
    fields: {
      phone: numberField('Số điện thoại'),
      phones: numbersField('SĐT phụ'),
      // Who is new is so by the company's first status.
      status: { ...byName('Tình trạng hồ sơ', 'profile_status'), otherwise: firstStatus },
      data_source_id: byName('Nguồn dữ liệu', 'data_source'),
      project_id: byName('Dự án', 'project'),
      user_id: byName('Nhân viên phụ trách', 'account'),
    },
  },
  goesAlong: [
    { table: 'disposition', column: 'customer_id' },
    { table: 'consent', column: 'customer_id' },
    { table: 'task', column: 'customer_id' },
  ],
  sheet: {
    code: 'Mã KH',
    name: 'Tên khách hàng',
    phone: 'Số điện thoại',
    phones: { heading: 'SĐT phụ', cell: (phones) => (phones ?? []).join(', ') },
    email: 'Email',
    address: 'Địa chỉ',
    zalo: 'Zalo',
    facebook: 'Facebook',
    is_status: 'Tình trạng hồ sơ',
    is_datasource: 'Nguồn dữ liệu',
    is_project: 'Dự án',
    user_name: 'Nhân viên phụ trách',
    note: 'Ghi chú',
    note_in_calling: 'Ghi chú cuộc gọi',
    do_not_call: { heading: 'Từ chối quảng cáo', cell: (refuses) => (refuses === true ? 'Có' : 'Không') },
    last_call_at: 'Cuộc gọi gần nhất',
    next_call_at: 'Hẹn gọi lại',
    created_at: 'Ngày tạo',
  },
  own: ownFields,
});

async function firstStatus(trx: Trx): Promise<string | undefined> {
  const first = await trx
    .selectFrom('profile_status')
    .select('id')
    .orderBy('position')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}

/** What is kept of a number that was filled in; a hidden one is taken for what it stands for by the database. */
function numberIn(field: 'phone' | 'phones', written: string): string {
  if (written.includes('*')) return written;
  const number = canonical(written);
  if (number === undefined) throw Problem.invalid({ [field]: messages.phone });
  return number;
}
