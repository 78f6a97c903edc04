import type { figure } from '@alo/contract';
import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import type { Caller } from '../../kernel/caller.ts';
import { callsIn } from './summed.ts';
import type { Window } from './windows.ts';

/** A caller who gives up sooner than this has only dialled wrongly. The sums are made with it; see their migration. */
const shortSeconds = 5;

export type Counts = InferResult<ReturnType<typeof countCalls>>[number];

/** What the figures are made of. A conversation that the caller sees counts once, in the window that it started in. */
export function countCalls(trx: Trx, window: Window, caller: Caller) {
  const sum = (column: string, condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${sql.ref(column)}) filter (where ${condition}), 0)::bigint`;
  const count = (condition: ReturnType<typeof sql>) => sum('n', condition);
  const inbound = sql`direction = 'inbound'`;
  const met = sql`${inbound} and status = 'answered'`;
  const abandoned = sql`${inbound} and status = 'abandoned'`;
  const calls = sql<Record<never, never>>`${callsIn(window, caller)}`.as<'counted'>(sql`counted`);
  return trx
    .selectFrom(calls)
    .select([
      count(sql`true`).as('total'),
      count(inbound).as('inbound'),
      count(sql`direction = 'outbound'`).as('outbound'),
      count(sql`${inbound} and status not in ('in_progress', 'blocked')`).as('offered'),
      count(met).as('met'),
      count(sql`${inbound} and status = 'missed'`).as('missed'),
      count(abandoned).as('abandoned'),
      sum('short', abandoned).as('short'),
      count(sql`${inbound} and status = 'callback'`).as('callback'),
      refusedIn(window, caller).as('refused'),
      count(sql`status = 'answered'`).as('answered'),
      sum('wait_ms', met).as('waitMs'),
      sum('talk_ms', sql`status = 'answered'`).as('talkMs'),
    ]);
}

/** Turned away by the engine: they ended as they came. Few, and with an index of their own. */
const refusedIn = ({ from, to }: Window, caller: Caller) => sql<number>`(
  select count(*) from call where started_at >= ${from} and started_at < ${to} and direction = 'inbound'
    and cause in ('limit', 'congestion') and ended_at = started_at and ${callsSeenBy(caller)})`;

type Figure = z.input<typeof figure>;

interface Definition extends Omit<Figure, 'value' | 'before' | 'calls'> {
  readonly value: (counts: Counts) => number | null;
  /** Filters of the history besides the day. */
  readonly calls: Record<string, string>;
  /** Stands there only on a day that has any. */
  readonly rare?: true;
}

const definitions: readonly Definition[] = [
  {
    key: 'total',
    label: 'Tổng cuộc gọi',
    unit: 'calls',
    value: ({ total }) => total,
    formula: 'Số cuộc gọi bắt đầu trong ngày; chuyển máy vẫn tính một cuộc',
    calls: {},
  },
  {
    key: 'inbound',
    label: 'Gọi vào',
    unit: 'calls',
    value: ({ inbound }) => inbound,
    formula: 'Số cuộc khách gọi vào, kể cả cuộc bị chặn và cuộc đang diễn ra',
    calls: { direction: 'inbound' },
  },
  {
    key: 'answer-rate',
    label: 'Tỷ lệ gặp',
    unit: 'percent',
    value: ({ met, offered }) => percent(met, offered),
    formula: 'Cuộc gọi vào có người trả lời ÷ cuộc gọi vào đã kết thúc, không tính cuộc bị chặn',
    calls: { direction: 'inbound', status: 'answered' },
  },
  {
    key: 'missed',
    label: 'Nhỡ',
    unit: 'calls',
    value: ({ missed }) => missed,
    formula: 'Cuộc gọi vào đã đổ chuông hết lượt mà không ai trả lời',
    calls: { direction: 'inbound', status: 'missed' },
  },
  {
    key: 'abandon-rate',
    label: 'Khách dập máy',
    unit: 'percent',
    value: ({ abandoned, short, offered }) => percent(abandoned - short, offered - short),
    formula: `(Khách dập máy khi đang chờ − dập trước ${shortSeconds} giây) ÷ (cuộc gọi vào đã kết thúc − dập trước ${shortSeconds} giây)`,
    calls: { direction: 'inbound', status: 'abandoned' },
  },
  {
    key: 'callback',
    label: 'Hẹn gọi lại',
    unit: 'calls',
    value: ({ callback }) => callback,
    formula: 'Khách đang chờ đã chọn được gọi lại; vị trí trong hàng đợi được giữ, không tính là dập máy hay nhỡ',
    calls: { direction: 'inbound', status: 'callback' },
  },
  {
    key: 'wait',
    label: 'Chờ trung bình',
    unit: 'seconds',
    value: ({ waitMs, met }) => average(waitMs, met),
    formula: 'Tổng thời gian chờ của cuộc gọi vào có người trả lời ÷ số cuộc đó',
    calls: { direction: 'inbound', status: 'answered' },
  },
  {
    key: 'refused',
    label: 'Từ chối vì quá tải',
    unit: 'calls',
    value: ({ refused }) => refused,
    formula: 'Số cuộc khách gọi vào mà tổng đài không nhận vì đã hết đường gọi hoặc đang quá tải',
    calls: { direction: 'inbound', status: 'failed' },
    rare: true,
  },
  {
    key: 'outbound',
    label: 'Gọi ra',
    unit: 'calls',
    value: ({ outbound }) => outbound,
    formula: 'Số cuộc nhân viên gọi ra ngoài',
    calls: { direction: 'outbound' },
  },
  {
    key: 'talk',
    label: 'Đàm thoại trung bình',
    unit: 'seconds',
    value: ({ talkMs, answered }) => average(talkMs, answered),
    formula: 'Tổng thời gian đàm thoại ÷ số cuộc có người trả lời, cả ba chiều gọi',
    calls: { status: 'answered' },
  },
];

/** The figures of the day beside those of a week before. */
export const figuresOf = (date: string, day: Counts, before: Counts): Figure[] =>
  definitions
    .filter(({ rare, value }) => rare === undefined || (value(day) ?? 0) > 0)
    .map(({ value, calls, rare: _rare, ...definition }) => ({
      ...definition,
      value: value(day),
      before: value(before),
      calls: { from: date, to: date, ...calls },
    }));

const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 10);
const average = (ms: number, count: number) => (count === 0 ? null : Math.round(ms / count / 100) / 10);
