import { localTime, shiftedDate, vietnameseHolidays } from '@alo/calendar';
import { type ExpectedDay, type ReplayCaller, replayDayOf } from '@alo/call-core';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type DayCount, quartersOfDay } from './forecast.ts';
import { readDay, usualQueueLevel } from './read-day.ts';

export interface QueueHistory {
  readonly today: string;
  /** Of a year ago and of the last weeks, in their order; days on which nobody called are among them. */
  readonly days: readonly DayCount[];
  /** Of these the last weeks, without a gap. */
  readonly lately: readonly DayCount[];
  readonly holidays: ReadonlyMap<string, string>;
}

/** Days of the past that say something of the next ones, counted back from today: the last weeks, and the same weeks of last year with Tết. */
const [latelyDays, yearFrom, yearTo] = [84, 400, 300];

/** What came to a queue by quarter of an hour. */
export async function readHistory(
  db: Db,
  { tenantId, timeZone }: Caller,
  queue: string,
  now: number,
): Promise<QueueHistory> {
  const today = localTime(now, timeZone).date;
  const counted = await db.inTenant(tenantId, async (trx) => {
    const known = await trx.selectFrom('queue').where('id', '=', queue).select('id').executeTakeFirst();
    if (known === undefined) throw Problem.notFound();
    const { rows } = await sql<{ date: string; quarter: number; calls: number }>`
      with came as (
        select call_started_at at time zone ${timeZone} as at from queue_stay
        where queue_id = ${queue} and counts and (
          (call_started_at >= ${shiftedDate(today, -latelyDays)}::timestamp at time zone ${timeZone}
            and call_started_at < ${today}::timestamp at time zone ${timeZone})
          or (call_started_at >= ${shiftedDate(today, -yearFrom)}::timestamp at time zone ${timeZone}
            and call_started_at < ${shiftedDate(today, -yearTo)}::timestamp at time zone ${timeZone})))
      select to_char(at, 'YYYY-MM-DD') as date,
        (extract(hour from at) * 4 + floor(extract(minute from at) / 15))::int as quarter, count(*)::int as calls
      from came group by 1, 2 order by 1, 2`.execute(trx);
    return Map.groupBy(rows, ({ date }) => date);
  });
  const between = (from: number, to: number): DayCount[] => {
    const dates = Array.from({ length: from - to }, (_, at) => shiftedDate(today, at - from));
    // Before its first call there was no queue, for all that is known.
    const first = dates.findIndex((date) => counted.has(date));
    return first === -1 ? [] : dates.slice(first).map((date) => dayOf(date, counted.get(date) ?? []));
  };
  const lately = between(latelyDays, 0);
  const year = Number(today.slice(0, 4));
  const holidays = new Map(
    [year - 2, year - 1, year, year + 1].flatMap((one) =>
      vietnameseHolidays(one).map(({ date, name }) => [date, name] as const),
    ),
  );
  return { today, days: [...between(yearFrom, yearTo), ...lately], lately, holidays };
}

function dayOf(date: string, counts: readonly { readonly quarter: number; readonly calls: number }[]): DayCount {
  const quarters = Array.from({ length: quartersOfDay }, () => 0);
  for (const { quarter, calls } of counts) quarters[quarter] = calls;
  return { date, quarters };
}

/** Days whose callers those to come are like. */
const likeDays = 3;
const likeAtMost = 3_000;

/** The queue as it is set up, and who called it lately. */
export async function readQueue(
  db: Db,
  caller: Caller,
  queue: string,
  { lately }: QueueHistory,
  now: number,
): Promise<
  Pick<ExpectedDay, 'timeZone' | 'queue' | 'plan' | 'greetingMs' | 'like'> & {
    readonly withinMs: number;
    readonly shortMs: number;
  }
> {
  const withCalls = lately.filter(({ quarters }) => quarters.some((calls) => calls > 0)).slice(-likeDays);
  const dates = withCalls.length === 0 ? [localTime(now, caller.timeZone).date] : withCalls.map(({ date }) => date);
  const like: ReplayCaller[] = [];
  let last: Awaited<ReturnType<typeof readDay>> | undefined;
  for (const date of dates) {
    last = await readDay(db, caller, date, now);
    like.push(...replayDayOf(last.seen).callers.filter((one) => one.queue === queue));
  }
  const plan = last?.seen.queues[queue];
  if (last === undefined || plan === undefined) throw Problem.notFound();
  const { levelMs, shortMs } = last.levels.get(queue) ?? usualQueueLevel;
  return {
    timeZone: caller.timeZone,
    queue,
    plan,
    greetingMs: last.seen.greetingMs[queue] ?? 0,
    like: like.slice(-likeAtMost),
    withinMs: levelMs,
    shortMs,
  };
}
