import type { callRow } from '@alo/contract';
import { callDirections, callStatuses } from '@alo/contract';
import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { type CallRecord, presentCall } from '../../domain/call-records.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Cell } from '../../resource/sheet.ts';
import { type CallQuery, nextCalls } from './find-calls.ts';

const atATime = 2_000;
/** More than this is no spreadsheet any more. */
const exportedAtMost = 1_000_000;

type Row = z.input<typeof callRow>;

const columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[] = [
  ['Thời gian', (row) => new Date(row.started_at)],
  ['Loại', (row) => callDirections[row.direction]],
  ['Trạng thái', (row) => callStatuses[row.status]],
  ['Số điện thoại', (row) => row.phone],
  ['Khách hàng', (row) => row.customer_name],
  ['Đầu số', (row) => row.hotline],
  ['Số đã bấm', (row) => row.dialled],
  ['Máy nhánh', (row) => row.extension],
  ['Nhân viên', (row) => row.agent_name],
  ['Chờ (giây)', (row) => row.wait_seconds],
  ['Đàm thoại (giây)', (row) => row.talk_seconds],
  ['Tổng (giây)', (row) => row.total_seconds],
  ['Lý do kết thúc', (row) => row.cause],
];

export const callHeadings = columns.map(([heading]) => heading);

/** Every conversation that was asked for, newest first, read in parts while the file is being sent. */
export async function* callLines(
  db: Db,
  caller: Caller,
  query: CallQuery,
  view: NumberView,
): AsyncGenerator<readonly Cell[]> {
  let after: CallRecord | undefined;
  for (let sent = 0; sent < exportedAtMost; ) {
    const part = await db.inTenant(caller.tenantId, (trx) =>
      nextCalls(trx, query, { timeZone: caller.timeZone, view, after, limit: atATime }),
    );
    for (const record of part) {
      const row = presentCall(record, view);
      yield columns.map(([, cell]) => cell(row));
    }
    sent += part.length;
    after = part.at(-1);
    if (part.length < atATime) return;
  }
}
