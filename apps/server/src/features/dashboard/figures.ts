import { callFigures, type FigureMeaning, type figure, queueFigures, serviceLevel } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { average, callRatios, percent, type WholeSum, wholeCountsOf } from '../../domain/call-counts.ts';
import { callsIn, type Window } from '../../domain/call-sums.ts';
import { staysBetween } from '../../domain/queue-stays.ts';
import { usualLevelPercent } from '../../domain/system-setting.ts';
import type { Caller } from '../../kernel/caller.ts';

/** Sums of conversations of one kind that began in one hour of the clock, on the day or a week before. */
export interface HourSum extends WholeSum {
  readonly isDay: boolean;
  readonly hour: number;
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
export function countsOf(sums: readonly HourSum[], level: Parameters<typeof serviceLevel>[0] | undefined) {
  return { ...wholeCountsOf(sums), serviceLevel: level === undefined ? null : serviceLevel(level) };
}

type Counts = ReturnType<typeof countsOf>;

/** Conversations by the hour of the company's clock that they started in. */
export const hoursOf = (sums: readonly HourSum[]) =>
  Array.from({ length: 24 }, (_, hour) => {
    const its = sums.filter((one) => one.hour === hour);
    const count = (is: (sum: HourSum) => boolean) => its.reduce((total, one) => (is(one) ? total + one.n : total), 0);
    return {
      hour,
      answered: count(({ isDay, status }) => isDay && status === 'answered'),
      unanswered: count(({ isDay, status }) => isDay && status !== 'answered' && status !== 'in_progress'),
      before: count(({ isDay }) => !isDay),
    };
  });

type Figure = z.input<typeof figure>;

interface Definition {
  readonly key: string;
  readonly means: FigureMeaning;
  /** It has a target: the service level's. */
  readonly aims?: true;
  readonly value: (counts: Counts) => number | null;
  /** Filters of the history besides the day. */
  readonly calls: Record<string, string>;
  /** Stands there only on a day that has any. */
  readonly rare?: true;
}

const came = (status: string) => ({ direction: 'inbound', status });

const definitions: readonly Definition[] = [
  { key: 'total', means: callFigures.total, value: ({ total }) => total, calls: {} },
  { key: 'inbound', means: callFigures.inbound, value: ({ inbound }) => inbound, calls: { direction: 'inbound' } },
  {
    key: 'answer-rate',
    means: callFigures.answer_rate,
    value: (counts) => percent(...callRatios.answer_rate(counts)),
    calls: came('answered'),
  },
  {
    key: 'service-level',
    means: queueFigures.service_level,
    value: (counts) => counts.serviceLevel,
    aims: true,
    calls: { queue_outcome: 'answered' },
  },
  { key: 'missed', means: callFigures.missed, value: ({ missed }) => missed, calls: came('missed') },
  { key: 'abandoned', means: callFigures.abandoned, value: ({ abandoned }) => abandoned, calls: came('abandoned') },
  {
    key: 'abandon-rate',
    means: callFigures.abandon_rate,
    value: (counts) => percent(...callRatios.abandon_rate(counts)),
    calls: came('abandoned'),
  },
  {
    key: 'voicemail',
    means: callFigures.voicemail,
    value: ({ voicemail }) => voicemail,
    calls: came('voicemail'),
    rare: true,
  },
  {
    key: 'callback',
    means: callFigures.callback,
    value: ({ callback }) => callback,
    calls: came('callback'),
    rare: true,
  },
  {
    key: 'wait',
    means: callFigures.wait_average,
    value: (counts) => average(...callRatios.wait_average(counts)),
    calls: came('answered'),
  },
  {
    key: 'refused',
    means: callFigures.refused,
    value: ({ refused }) => refused,
    calls: { direction: 'inbound', refused: '1' },
    rare: true,
  },
  {
    key: 'outbound',
    means: callFigures.outbound,
    value: ({ outbound }) => outbound,
    calls: { direction: 'outbound' },
  },
  {
    key: 'talk',
    means: callFigures.talk_average,
    value: (counts) => average(...callRatios.talk_average(counts)),
    calls: { status: 'answered' },
  },
];

/** As the contract has it. */
export const meaningOf = ({ label, unit, better, formula }: FigureMeaning) => ({ label, unit, better, formula });

/** The figures of the day beside those of a week before. */
export const figuresOf = (
  { date, target, which }: { readonly date: string; readonly target: number; readonly which: 'counted' | 'all' },
  day: Counts,
  before: Counts,
): Figure[] =>
  definitions
    .filter(({ rare, value }) => rare === undefined || (value(day) ?? 0) > 0)
    .map(({ key, means, value, calls, aims }) => ({
      key,
      ...meaningOf(means),
      formula: aims === true ? `${means.formula}; mục tiêu ${target} %` : means.formula,
      target: aims === true ? target : null,
      value: value(day),
      before: value(before),
      calls: { from: date, to: date, purpose: which, ...calls },
    }));
