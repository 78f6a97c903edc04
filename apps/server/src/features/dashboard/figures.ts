import { type figure, serviceLevel } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { average, type CallSum, callCountsOf, percent } from '../../domain/call-counts.ts';
import { staysBetween } from '../../domain/queue-stays.ts';
import { usualLevelPercent } from '../../domain/system-setting.ts';
import type { Caller } from '../../kernel/caller.ts';
import { callsIn } from './summed.ts';
import type { Window } from './windows.ts';

/** A caller who gives up sooner than this has only dialled wrongly. The sums are made with it; see their migration. */
const shortSeconds = 5;

/** Sums of conversations of one kind that began in one hour of the clock, on the day or a week before. */
export interface Summed extends CallSum {
  readonly isDay: boolean;
  readonly hour: number;
  readonly short: number;
  /** Turned away by the engine: they ended as they came. */
  readonly refused: number;
}

/** All that the caller sees of both windows, read once: the figures and the hours are made of it. */
export const readSums = (
  trx: Trx,
  { day, before }: Record<'day' | 'before', Window>,
  caller: Caller,
  which: 'counted' | 'all' = 'counted',
) =>
  trx
    // Counted from midnight first: what an hour is on the clock of the company is then asked for few rows.
    .selectFrom(
      sql<
        Record<never, never>
      >`(${byHour(day, caller, which, true)} union all ${byHour(before, caller, which, false)})`.as<'one'>(sql`one`),
    )
    .select([
      sql<boolean>`"isDay"`.as('isDay'),
      sql<number>`extract(hour from since at time zone ${caller.timeZone})::int`.as('hour'),
      sql<string>`direction`.as('direction'),
      sql<string>`status`.as('status'),
      sql<number>`n`.as('n'),
      sql<number>`short`.as('short'),
      sql<number>`refused`.as('refused'),
      sql<number>`"waitMs"`.as('waitMs'),
      sql<number>`"talkMs"`.as('talkMs'),
    ]);

const byHour = (window: Window, caller: Caller, which: 'counted' | 'all', isDay: boolean) => sql`
  select ${sql.lit(isDay)} as "isDay", date_bin('1 hour', at, ${window.from}) as since, direction, status,
    sum(n)::bigint as n, sum(short)::bigint as short,
    sum(refused)::bigint as refused, sum(wait_ms)::bigint as "waitMs", sum(talk_ms)::bigint as "talkMs"
  from ${callsIn(window, caller, which)} as its group by since, direction, status`;

/** What came of callers of queues, in both windows. */
export const readLevels = (trx: Trx, { day, before }: Record<'day' | 'before', Window>, caller: Caller) =>
  trx
    .selectFrom(
      sql<Record<never, never>>`(${levelIn(day, caller, true)} union all ${levelIn(before, caller, false)})`.as<'one'>(
        sql`one`,
      ),
    )
    .select([
      sql<boolean>`"isDay"`.as('isDay'),
      sql<number>`answered`.as('answered'),
      sql<number>`in_time`.as('in_time'),
      sql<number>`lost`.as('lost'),
    ]);

const levelIn = ({ from, to }: Window, caller: Caller, isDay: boolean) => sql`
  select ${sql.lit(isDay)} as "isDay", count(*) filter (where outcome = 'answered') as answered,
    count(*) filter (where outcome = 'answered' and in_time) as in_time,
    count(*) filter (where outcome = 'abandoned' and not soon) as lost
  from ${staysBetween(from, to, caller)} as stay`;

/** How much of the callers should be answered in time, as the company says. */
export const readTarget = (trx: Trx) =>
  trx.selectNoFrom(
    sql<number>`coalesce((select service_level_percent from system_setting), ${usualLevelPercent}::int)`.as('target'),
  );

/** What the figures are made of. A conversation that the caller sees counts once, in the window that it started in. */
export function countsOf(sums: readonly Summed[], level: Parameters<typeof serviceLevel>[0] | undefined) {
  const sum = (what: 'short' | 'refused', is: (sum: Summed) => boolean) =>
    sums.reduce((total, one) => (is(one) ? total + one[what] : total), 0);
  const inbound = ({ direction }: Summed) => direction === 'inbound';
  return {
    ...callCountsOf(sums),
    short: sum('short', (one) => inbound(one) && one.status === 'abandoned'),
    refused: sum('refused', inbound),
    serviceLevel: level === undefined ? null : serviceLevel(level),
  };
}

type Counts = ReturnType<typeof countsOf>;

/** Conversations by the hour of the company's clock that they started in. */
export const hoursOf = (sums: readonly Summed[]) =>
  Array.from({ length: 24 }, (_, hour) => {
    const its = sums.filter((one) => one.hour === hour);
    const count = (is: (sum: Summed) => boolean) => its.reduce((total, one) => (is(one) ? total + one.n : total), 0);
    return {
      hour,
      answered: count(({ isDay, status }) => isDay && status === 'answered'),
      missed: count(({ isDay, status }) => isDay && status !== 'answered' && status !== 'in_progress'),
      before: count(({ isDay }) => !isDay),
    };
  });

type Figure = z.input<typeof figure>;

interface Definition extends Omit<Figure, 'value' | 'before' | 'calls' | 'formula' | 'target'> {
  readonly formula: string | ((target: number) => string);
  /** It has a target: the service level's. */
  readonly aims?: true;
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
    key: 'service-level',
    label: 'Mức dịch vụ',
    unit: 'percent',
    value: (counts) => counts.serviceLevel,
    formula: (target) =>
      `Của mọi hàng đợi: nghe đúng hạn ÷ (đã nghe + bỏ cuộc − bỏ cuộc ngay), tính từ lúc khách vào hàng, theo ngưỡng của từng hàng đợi; mục tiêu ${target} %`,
    aims: true,
    calls: { queue_outcome: 'answered' },
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
    rare: true,
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
    calls: { direction: 'inbound', refused: '1' },
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
export const figuresOf = (
  { date, target, which }: { readonly date: string; readonly target: number; readonly which: 'counted' | 'all' },
  day: Counts,
  before: Counts,
): Figure[] =>
  definitions
    .filter(({ rare, value }) => rare === undefined || (value(day) ?? 0) > 0)
    .map(({ value, calls, formula, aims, rare: _rare, ...definition }) => ({
      ...definition,
      formula: typeof formula === 'string' ? formula : formula(target),
      target: aims === true ? target : null,
      value: value(day),
      before: value(before),
      calls: { from: date, to: date, purpose: which, ...calls },
    }));
