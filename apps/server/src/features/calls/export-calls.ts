import {
  callDirections,
  callPurposes,
  type callRow,
  callStatuses,
  exportHistoriesCall,
  historiesCall,
  isAllowed,
  networkWords,
  seesOutcomes,
} from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { inPieces } from '../../db/cursor.ts';
import { type CallRecord, presentCall } from '../../domain/call-records.ts';
import { keptWithin } from '../../domain/kept-of-calls.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Reach, reachOf } from '../../kernel/reach.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { allCalls, countCalls } from './find-calls.ts';

/** What was kept of a call besides its outcome, as far as who asks sees it. */
interface Kept {
  readonly note: string | null;
  readonly next_call_at: Date | null;
  readonly rating: number | null;
}
type Row = z.input<typeof callRow> & Kept;

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
  ['Nói chuyện tiếp', (row) => row.others ?? ''],
  ['Chờ (giây)', (row) => row.wait_seconds],
  ['Đàm thoại (giây)', (row) => row.talk_seconds],
  ['Tổng (giây)', (row) => row.total_seconds],
  ['Lý do kết thúc', (row) => row.cause],
  ['Chỗ hỏng', (row) => row.broken ?? ''],
  ['Tiền tố tên gọi', (row) => row.name_prefix ?? ''],
  ['Âm thanh', (row) => (row.poor ? 'Kém' : '')],
  ['MOS', (row) => row.mos ?? null],
  ['Hàng đợi', (row) => row.queues ?? ''],
  ['Kết quả', (row) => row.outcome_name ?? ''],
  ['Nhãn', (row) => (row.tags ?? []).map(({ name }) => name).join(', ')],
  ['Ghi chú', (row) => row.note ?? ''],
  ['Hẹn gọi lại', (row) => row.next_call_at],
  ['Đánh giá (thang 5)', (row) => row.rating],
  ['Mã cuộc gọi', (row) => row.id],
  ['Mục đích', (row) => callPurposes[row.purpose ?? 'people']],
  ['Nhân viên nói (%)', (row) => row.voices?.agent_percent ?? null],
  ['Nói chen (%)', (row) => row.voices?.overtalk_percent ?? null],
  ['Tổng im lặng (giây)', (row) => row.voices?.dead_air_seconds ?? null],
  ['Nhà mạng báo', (row) => (row.network_said == null ? '' : networkWords[row.network_said])],
  ['Từ chối ghi âm từ (giây)', (row) => row.recording_refused_after ?? null],
];

/** As a carrier's own list has calls: who called whom, when, how long, and why it ended. */
const carrierColumns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[] = [
  ['Số gọi', (row) => (row.direction === 'inbound' ? row.phone : row.hotline)],
  ['Số nhận', (row) => (row.direction === 'inbound' ? row.hotline : row.phone)],
  ['Loại', (row) => callDirections[row.direction]],
  ['Bắt đầu', (row) => new Date(row.started_at)],
  ['Trả lời', (row) => (row.answered_at === null ? null : new Date(row.answered_at))],
  ['Kết thúc', (row) => (row.ended_at === null ? null : new Date(row.ended_at))],
  ['Đàm thoại (giây)', (row) => row.talk_seconds],
  ['Tổng (giây)', (row) => row.total_seconds],
  ['Trạng thái', (row) => callStatuses[row.status]],
  ['Lý do kết thúc', (row) => row.cause],
  ['Mã cuộc gọi', (row) => row.id],
];

/** The columns of a file that was asked for so. */
const columnsFor = (query: unknown) =>
  z.object({ columns: exportHistoriesCall.query.shape.columns }).parse(query).columns === 'carrier'
    ? carrierColumns
    : columns;

/** What a list was asked for; of an export, paging and order say nothing. */
const asked = z.object(historiesCall.query.shape).omit({ page_size: true });

/** Every conversation that was asked for, newest first. */
export const callExport: Exportable = {
  subject: 'call-history',
  permission: 'call-history.export',
  trail: 'call',
  title: 'Lịch sử cuộc gọi',
  headings: async (_trx, query) => columnsFor(query).map(([heading]) => heading),
  async count(trx, by, query, atMost) {
    const view = await numberView(trx, by.caller);
    return countCalls(trx, asked.parse(query), { caller: by.caller, view }, atMost);
  },
  async *pieces(trx, by, query) {
    const view = await numberView(trx, by.caller);
    const { caller } = by;
    const its = columnsFor(query);
    const calls = await allCalls(trx, asked.parse(query), { caller, view });
    const found = isAllowed(caller.role, seesOutcomes) ? withKept(calls, reachOf(caller)) : calls;
    for await (const records of inPieces<CallRecord & Partial<Kept>>(trx, found)) {
      yield records.map((record) => {
        const { note = null, next_call_at = null, rating = null } = record;
        const row = { ...presentCall(record, view, caller), note, next_call_at, rating };
        return its.map(([, cell]) => cell(row));
      });
    }
  },
};

/** Each call with what was kept of it last, and the mean of what was answered on a scale in it. */
const withKept = (calls: Awaited<ReturnType<typeof allCalls>>, reach: Reach) =>
  calls
    .leftJoinLateral(
      (kept) =>
        kept
          .selectFrom('disposition')
          .leftJoin('customer', 'customer.id', 'disposition.customer_id')
          .whereRef('disposition.call_id', '=', 'call.id')
          .where(keptWithin(reach, 'disposition.created_by'))
          .orderBy('disposition.created_at', 'desc')
          .orderBy('disposition.id', 'desc')
          .limit(1)
          .select(['disposition.note', 'disposition.next_call_at'])
          .as('kept'),
      (join) => join.onTrue(),
    )
    .select([
      'kept.note',
      'kept.next_call_at',
      sql<number | null>`(select round(avg((answer ->> 'value')::numeric), 1)::float8
        from survey_response left join customer on customer.id = survey_response.customer_id
          cross join jsonb_array_elements(survey_response.answers) as answer
        where survey_response.call_id = call.id and answer ->> 'kind' = 'scale'
          and ${keptWithin(reach, 'survey_response.created_by')})`.as('rating'),
    ]);
