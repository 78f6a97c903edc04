import { otpRequests, otpStates, totalCap } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';

import { inPieces } from '../../db/cursor.ts';
import type { Trx } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { otpRequestsIn, presentOtp, type StoredOtp } from '../../domain/otp-requests.ts';
import type { By } from '../../kernel/by.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { Exportable } from '../../resource/exporting.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Cell } from '../../resource/sheet/cell.ts';

export type OtpQuery = Pick<z.output<typeof otpRequests.query>, 'from' | 'to' | 'state' | 'search'>;

/** Requests that somebody sees, of those that they asked for; `otp_request` is the table's name in it. */
export function wantedBy({ caller }: Pick<By, 'caller'>, { from, to, state, search }: OtpQuery) {
  const midnight = (date: string, plus: number) =>
    sql`((${date}::date + ${plus}::int)::timestamp at time zone ${caller.timeZone})`;
  const reach = reachOf(caller);
  const read = parsePhone(search);
  const number = read.ok ? read.phone.canonical : '';
  return sql<SqlBool>`${reach.kind === 'all' ? sql`true` : sql`otp_request.created_by in (select account.id from account where ${accountInReach(reach)})`}
    and ${from === undefined ? sql`true` : sql`otp_request.created_at >= ${midnight(from, 0)}`}
    and ${to === undefined ? sql`true` : sql`otp_request.created_at < ${midnight(to, 1)}`}
    and ${state === undefined ? sql`true` : sql`otp_request.state = ${state}`}
    and ${search === '' ? sql`true` : sql`(otp_request.number = ${number} or otp_request.ref = ${search})`}`;
}

/** How many there are, counted up to a limit. */
export async function countRequests(trx: Trx, by: By, query: OtpQuery, atMost: number): Promise<number> {
  const some = trx.selectFrom('otp_request').where(wantedBy(by, query)).select('id').limit(atMost);
  const { n } = await trx
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const newestFirst = (trx: Trx, by: By, query: OtpQuery) =>
  otpRequestsIn(trx)
    .where(wantedBy(by, query))
    .orderBy('otp_request.created_at', 'desc')
    .orderBy('otp_request.id', 'desc');

const columns: readonly (readonly [heading: string, cell: (row: StoredOtp) => Cell])[] = [
  ['Thời gian', (row) => row.created_at],
  ['Số điện thoại', (row) => row.phone],
  ['Trạng thái', (row) => otpStates[row.state]],
  ['Lý do', (row) => row.reason],
  ['Số lần gọi', (row) => row.attempts],
  ['Thời lượng (giây)', (row) => row.seconds],
  ['Đầu số', (row) => row.number],
  ['Mã tham chiếu', (row) => row.ref],
  ['Người hoặc khoá yêu cầu', (row) => row.asked_by],
  ['Kết thúc', (row) => row.ended_at],
  ['Xác thực lúc', (row) => row.verified_at],
  ['Gọi thử', (row) => (row.test ? 'Có' : 'Không')],
];

const asked = z.object(otpRequests.query.shape);

/** Every request that was asked for, newest first. */
export const otpExport: Exportable = {
  subject: 'voice-otp',
  permission: 'voice-otp.export',
  trail: 'otp_request',
  title: 'Lịch sử Voice OTP',
  headings: async () => columns.map(([heading]) => heading),
  count: (trx, by, query, atMost = totalCap * 1000) => countRequests(trx, by, asked.parse(query), atMost),
  async *pieces(trx, by, query) {
    const view = await numberView(trx, by.caller);
    for await (const rows of inPieces<StoredOtp>(trx, newestFirst(trx, by, asked.parse(query)))) {
      yield rows.map((row) => {
        const shown = presentOtp(row, view);
        return columns.map(([, cell]) => cell(shown));
      });
    }
  },
};
