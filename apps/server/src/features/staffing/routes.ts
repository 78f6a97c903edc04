import { instantOf, shiftedDate } from '@alo/calendar';
import { changedDay, type DayChanges, type ReplayDay, replayDayOf } from '@alo/call-core';
import { type ParsedRequestOf, replayQueues, staffingForecast, staffingNeed, staffingSlotMinutes } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { dayFigures } from './day-figures.ts';
import { backTest, type DayForecast, forecastDays, halfHours } from './forecast.ts';
import { readDay } from './read-day.ts';
import { readHistory, readQueue } from './read-history.ts';
import type { ReplayThread } from './replay-threads.ts';

interface StaffingDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly thread: ReplayThread;
}

/** How many people queues need: days of the past with other people. */
export const staffingRoutes = ({ db, now, thread }: StaffingDeps): Route[] => [
  route(replayQueues, async ({ caller, body }) => {
    const read = await readDay(db, caller, body.day, now());
    const day = replayDayOf(read.seen);
    const changed = changedDay(day, changesOf(body, day));
    const replayed = await thread.replay(changed);
    return { day: body.day, ...dayFigures(read, { day, changed, replayed }, body.queue_id) };
  }),
  route(staffingForecast, async ({ caller, query }) => {
    const history = await readHistory(db, caller, query.queue_id, now());
    const dates = Array.from({ length: query.days }, (_, at) => shiftedDate(history.today, at));
    const error = backTest(history.lately, history.holidays);
    return {
      history_days: history.days.length,
      wape_day: error.wapeOfDay,
      wape_half_hour: error.wapeOfHalfHour,
      tested_days: error.days,
      days: forecastDays(history.days, dates, history.holidays).map(({ date, calls, quarters, special }) => ({
        day: date,
        calls: tenths(calls),
        special: told(special),
        half_hours: halfHours(quarters).map(tenths),
      })),
    };
  }),
  route(staffingNeed, async ({ caller, body }) => {
    const history = await readHistory(db, caller, body.queue_id, now());
    if (body.day < history.today || body.day > shiftedDate(history.today, daysAhead))
      throw Problem.badRequest({ day: `Chọn một ngày từ hôm nay đến ${daysAhead} ngày nữa` });
    const [expected] = forecastDays(history.days, [body.day], history.holidays);
    const { withinMs, shortMs, ...queue } = await readQueue(db, caller, body.queue_id, history, now());
    const slots = await thread.need({
      ...queue,
      from: instantOf(body.day, 0, caller.timeZone),
      quarters: expected?.quarters ?? [],
      target: { level: body.level, withinMs, shortMs },
    });
    const wanted = slots.flatMap(({ people }, at) => (people > 0 ? [at] : []));
    const [first = 0, last = -1] = [wanted[0], wanted.at(-1)];
    return {
      day: body.day,
      calls: tenths(expected?.calls ?? 0),
      within_seconds: Math.round(withinMs / 1_000),
      special: told(expected?.special ?? null),
      slots: slots.slice(first, last + 1).map(({ calls, people, byErlang, level }, at) => ({
        from: (first + at) * staffingSlotMinutes,
        calls: tenths(calls),
        people,
        by_erlang: byErlang,
        level: level === null ? null : tenths(level),
      })),
    };
  }),
];

/** What is further off is a guess. */
const daysAhead = 60;

const tenths = (value: number) => Math.round(value * 10) / 10;
const told = (special: DayForecast['special']) =>
  special === null
    ? null
    : { name: special.name, factor: Math.round(special.factor * 100) / 100, seen_before: special.seenBefore };

type Wish = ParsedRequestOf<typeof replayQueues>['body'];

/** How a queue rings, where it is to ring otherwise, is asked of the one that is looked at, or of all. */
function changesOf(wish: Wish, day: ReplayDay): DayChanges {
  const rings = {
    ...(wish.strategy === null ? {} : { strategy: wish.strategy }),
    ...(wish.ring_seconds === null ? {} : { ringSeconds: wish.ring_seconds }),
  };
  const asked = Object.keys(day.queues).filter((key) => wish.queue_id === null || key === wish.queue_id);
  return {
    people: wish.people
      .filter(({ count }) => count !== 0)
      .map(({ queue_id: queue, count, from, to }) => ({
        queue,
        count,
        from: day.from + from * 60_000,
        to: day.from + to * 60_000,
      })),
    queues: Object.fromEntries(asked.map((key) => [key, rings])),
    calls: wish.calls_percent / 100,
    talk: wish.talk_percent / 100,
  };
}
