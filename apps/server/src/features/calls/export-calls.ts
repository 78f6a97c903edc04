import { callDirections, type callRow, callStatuses, historiesCall } from '@alo/contract';
import { z } from 'zod';
import { inPieces } from '../../db/cursor.ts';
import { type CallRecord, presentCall } from '../../domain/call-records.ts';
import { numberView } from '../../domain/number-view.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { allCalls, countCalls } from './find-calls.ts';

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
  ['Chỗ hỏng', (row) => row.broken ?? ''],
  ['Tiền tố tên gọi', (row) => row.name_prefix ?? ''],
];

/** What a list was asked for; of an export, paging and order say nothing. */
const asked = z.object(historiesCall.query.shape).omit({ page_size: true });

/** Every conversation that was asked for, newest first. */
export const callExport: Exportable = {
  subject: 'call-history',
  permission: 'call-history.export',
  trail: 'call',
  title: 'Lịch sử cuộc gọi',
  headings: async () => columns.map(([heading]) => heading),
  async count(trx, by, query, atMost) {
    const view = await numberView(trx, by.caller);
    return countCalls(trx, asked.parse(query), { caller: by.caller, view }, atMost);
  },
  async *pieces(trx, by, query) {
    const view = await numberView(trx, by.caller);
    const found = await allCalls(trx, asked.parse(query), { caller: by.caller, view });
    for await (const records of inPieces<CallRecord>(trx, found)) {
      yield records.map((record) => {
        const row = presentCall(record, view);
        return columns.map(([, cell]) => cell(row));
      });
    }
  },
};
