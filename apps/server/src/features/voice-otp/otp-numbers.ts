import { otpNumbers } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberKey, numberNamed } from '../../domain/number-named.ts';
import { fullNumbers } from '../../domain/number-view.ts';
import { midnight } from '../../domain/otp/number-use.ts';
import { byName, type ImportField, Unclear } from '../../resource/importing/import-field.ts';
import { type Recognition, resource } from '../../resource/resource.ts';

/** Rows of each service number. */
async function rowsOf(trx: Trx, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (numbers.length === 0) return new Map();
  const rows = await trx
    .selectFrom('otp_number')
    .where('service_number_id', 'in', numbers)
    .groupBy('service_number_id')
    .select(['service_number_id', sql<string[]>`array_agg(id)`.as('ids')])
    .execute();
  return new Map(rows.map(({ service_number_id, ids }) => [service_number_id, ids]));
}

/** Of a number with several rows nothing tells which one is meant. */
const onlyRowsNumber = {
  ...numberNamed,
  async values(trx, texts) {
    const numbers = await numberNamed.values(trx, texts);
    const rows = await rowsOf(trx, [...numbers.values()]);
    return new Map(
      [...numbers].map(([text, id]) => {
        const { length } = rows.get(id) ?? [];
        return [text, length > 1 ? new Unclear(`có ${length} dòng của “${text}”, hãy sửa từng dòng`) : id];
      }),
    );
  },
} satisfies ImportField;

const byNumber: Recognition = {
  key: numberKey,
  async ids(trx, keys) {
    const numbers = await numberNamed.values(trx, keys);
    const rows = await rowsOf(trx, [...numbers.values()]);
    return new Map(
      [...numbers].flatMap(([key, number]) => {
        const [id] = rows.get(number) ?? [];
        return id === undefined ? [] : [[key, id]];
      }),
    );
  },
};

/** Which service numbers call with one-time passwords. */
export const otpNumber = resource(otpNumbers, {
  table: 'otp_number',
  calls: 'none',
  search: ['number', 'number_name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('otp_number')
      .innerJoin('service_number', 'service_number.id', 'otp_number.service_number_id')
      .leftJoin('greeting', 'greeting.id', 'otp_number.greeting_id')
      .leftJoinLateral(
        sql<{ over: number; heard: number }>`(select count(*)::int as over,
            (count(*) filter (where otp_attempt.heard))::int as heard
          from otp_attempt join otp_request on otp_request.id = otp_attempt.request_id and not otp_request.test
          where otp_attempt.otp_number_id = otp_number.id and otp_attempt.heard is not null
            and otp_attempt.created_at > now() - interval '30 days')`.as('its'),
        (join) => join.onTrue(),
      )
      .selectAll('otp_number')
      .select(['service_number.number', 'service_number.name as number_name', 'greeting.name as greeting_name'])
      .select([
        sql<number>`(select count(*)::int from otp_attempt where otp_number_id = otp_number.id
          and otp_attempt.created_at >= ${midnight})`.as('calls_today'),
        sql<number>`its.over`.as('calls_month'),
        sql<number>`its.heard`.as('heard_month'),
      ]),
  filters: { active: (is) => sql`row.active = ${is === 'true'}` },
  imports: {
    keys: ['service_number_id'],
    recognised: { service_number_id: byNumber },
    fields: {
      service_number_id: onlyRowsNumber,
      greeting_id: byName('Lời chào', 'greeting'),
    },
  },
  sheet: {
    number: { heading: 'Đầu số', cell: (number) => fullNumbers.show(number) },
    number_name: 'Tên hiển thị',
    position: 'Ưu tiên',
    per_minute: 'Giới hạn mỗi phút',
    per_day: 'Giới hạn mỗi ngày',
    greeting_name: 'Lời chào',
    reads: 'Số lần đọc',
    abroad: { heading: 'Gọi nước ngoài', cell: (on) => (on === true ? 'Có' : 'Không') },
    active: { heading: 'Đang dùng', cell: (on) => (on === true ? 'Có' : 'Không') },
    calls_today: 'Đã gọi hôm nay',
    calls_month: 'Đã gọi, 30 ngày',
    heard_month: 'Đã đọc hết, 30 ngày',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
