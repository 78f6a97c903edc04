import { customers, messages, type OwnValues } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { canonical, customerSearch, named } from '../../domain/customer-search.ts';
import { numberView, seesFullNumbers } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { byName, byPerson } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { scopedBy } from '../../resource/scope.ts';
import { foundByCampaign, inCampaign, onCampaigns } from './campaigns-of.ts';
import { numberField, numbersField, recognisedByNumber } from './customer-numbers.ts';
import { contacted, foundByContact, foundByPromise, promised, spanOf } from './last-contact.ts';
import { ownFields } from './own-fields.ts';
import { foundByOwn, withOwn } from './own-sought.ts';

/** Customers: a million of them, with several numbers each, seen within one's data scope. */
export const customer = resource(customers, {
  table: 'customer',
  calls: 'none',
  rows: (trx) =>
    trx
      .selectFrom('customer')
      // Joined, so that a file of all of them reads each of these few names once; rows that are only counted do without.
      .leftJoin('profile_status', 'profile_status.id', 'customer.status')
      .leftJoin('data_source', 'data_source.id', 'customer.data_source_id')
      .leftJoin('project', 'project.id', 'customer.project_id')
      .leftJoin('account', 'account.id', 'customer.user_id')
      .selectAll('customer')
      // Nothing else is ever put there.
      .$narrowType<{ own: OwnValues }>()
      .select([
        sql<string>`coalesce(national_number(numbers[1]), '')`.as('phone'),
        sql<string[]>`case when cardinality(numbers) < 2 then '{}' else array(
          select national_number(its) from unnest(numbers[2:]) with ordinality as other (its, place) order by place) end`.as(
          'phones',
        ),
        sql<string>`profile_status.name`.as('is_status'),
        sql<string>`profile_status.colour`.as('status_colour'),
        'data_source.name as is_datasource',
        'project.name as is_project',
        'account.name as user_name',
        // Looked up for the rows that are shown.
        sql<Date | null>`(select nullif(at, '-infinity') from customer_contact where customer_id = customer.id)`.as(
          'last_call_at',
        ),
        sql<Date | null>`(select at from customer_promise where customer_id = customer.id)`.as('next_call_at'),
      ]),
  search: customerSearch,
  scope: scopedBy('user_id'),
  filters: {
    department_id: (id) => sql`row.user_id in (select account.id from account where department_id = ${id})`,
    created_from: (day, by) => sql`row.created_at >= ${startOf(day, by)}`,
    created_to: (day, by) => sql`row.created_at < ${startOf(day, by, 1)}`,
    last_contact: (when) => contacted(spanOf(when)),
    promise: promised,
    // As the index of those who do has it.
    do_not_call: (value) => (value === '1' ? sql`row.do_not_call` : sql`not row.do_not_call`),
    campaign_id: inCampaign,
    named,
    own: withOwn,
  },
  lookedUp: {
    campaign_id: foundByCampaign,
    last_contact: (when) => foundByContact(spanOf(when)),
    promise: foundByPromise,
    own: foundByOwn,
  },
  mask: ({ caller }) => {
    if (seesFullNumbers(caller)) return undefined;
    return async (trx) => {
      const view = await numberView(trx, caller);
      if (!view.masked) return (row) => row;
      return (row) => ({ ...row, phone: view.show(row.phone), phones: row.phones?.map(view.show) });
    };
  },
  stored: ({ phone, phones, ...input }, { caller, via }) => ({
    ...input,
    // The line that a mark leaves in the ledger of consents says so.
    saved_via: via === 'api-key' ? 'api' : via === 'job' ? 'file' : 'card',
    // Whoever sees only some customers would lose sight of one that is nobody's.
    user_id: input.user_id ?? (reachOf(caller).kind === 'all' ? null : caller.accountId),
    numbers: [numberIn('phone', phone), ...phones.map((one) => numberIn('phones', one))],
  }),
  asTheyAre: ['name', 'code', 'status', 'data_source_id', 'project_id', 'user_id'],
  words: { customer_phone_check: { phone: messages.phone } },
  imports: {
    keys: ['code', 'phone'],
    recognised: { phone: recognisedByNumber },
    fields: {
      phone: numberField('Số điện thoại', 'phones'),
      phones: numbersField('SĐT phụ'),
      // Who is new is so by the company's first status.
      status: { ...byName('Tình trạng hồ sơ', 'profile_status'), otherwise: firstStatus },
      data_source_id: byName('Nguồn dữ liệu', 'data_source'),
      project_id: byName('Dự án', 'project'),
      user_id: byPerson('Nhân viên phụ trách'),
    },
  },
  goesAlong: [
    { table: 'disposition', column: 'customer_id' },
    { table: 'call_note', column: 'customer_id', onceBy: 'call_id' },
    { table: 'task', column: 'customer_id' },
    // Conversations that somebody said were with them, by a number that is another's, too.
    { table: 'call_customer', column: 'customer_id', key: 'call_id' },
    { table: 'campaign_contact', column: 'customer_id', onceBy: 'campaign_id' },
    { table: 'campaign_attempt', column: 'customer_id' },
    { table: 'survey_response', column: 'customer_id', onceBy: 'asked_once' },
    { table: 'message', column: 'customer_id' },
    { table: 'automation_run', column: 'customer_id' },
  ],
  putOn: [onCampaigns],
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

/** When a day begins where the company is. Selected, so that it is told once and an index can be asked with it. */
const startOf = (day: string, { caller }: Pick<By, 'caller'>, daysAfter = 0) =>
  sql<Date>`(select (${day}::date + ${daysAfter}::int)::timestamp at time zone ${caller.timeZone})`;

/** What is kept of a number that was filled in; a hidden one is taken for what it stands for by the database. */
function numberIn(field: 'phone' | 'phones', written: string): string {
  if (written.includes('*')) return written;
  const number = canonical(written);
  if (number === undefined) throw Problem.invalid({ [field]: messages.phone });
  return number;
}
