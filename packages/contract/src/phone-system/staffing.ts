import { z } from 'zod';

import { queueCounts } from '../calls/call-reports.ts';
import { endpoint } from '../lib/endpoint.ts';
import { day, id } from '../lib/values.ts';
import { queueStrategy } from './call-queues.ts';
import { ringSeconds } from './ring-groups.ts';

/** A half-hour is what people are planned for. */
export const staffingSlotMinutes = 30;

const whole = (from: number, to: number) => {
  const wrong = `Số từ ${from} đến ${to.toLocaleString('vi-VN')}`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};
const percent = whole(50, 200).default(100);

/** So many people more in a queue for a part of the day, or fewer where it is below 0. Minutes from midnight of the company's clock. */
const peopleChange = z
  .object({
    queue_id: id,
    count: whole(-50, 50).meta({ examples: [2] }),
    from: whole(0, 1_440).meta({ examples: [540] }),
    to: whole(0, 1_440).meta({ examples: [660] }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Giờ đến phải sau giờ từ' });

/** What of a day is counted: of what came in it, and of the people whose time it was. */
const staffed = z.object({
  /** On average over the time, those whom calls could reach or who had one. */
  people: z.number(),
  /** Percent; null of nothing: (in calls + wrapping up) ÷ (the same + ready). */
  occupancy: z.number().nullable(),
});

const staffedDay = queueCounts.extend(staffed.shape);
const staffedSlot = queueCounts
  .pick({ total: true, service_level: true, abandoned: true, wait_average: true })
  .extend(staffed.shape);
export type StaffedDay = z.output<typeof staffedDay>;

/** What the formulas of traffic theory say of the same half-hours, in percent within the queues' service level. */
const erlang = z.object({
  /** Nobody gives up. */
  c: z.number().nullable(),
  /** Callers give up as patiently as they were. */
  a: z.number().nullable(),
  handle_seconds: z.number(),
  /** On average; null where nobody gave up. */
  patience_seconds: z.number().nullable(),
});

/**
 * “Nhu cầu nhân sự”: a day's callers come once more, and the call control that leads real calls serves them with other people, another way
 * of ringing, more calls or longer ones.
 */
export const replayQueues = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/staffing/replay',
  access: 'staffing.view',
  summary:
    'Live a day of the queues once more by the real call control, with other people or callers: service level, waiting and losses before and after',
  body: z.object({
    day,
    /** Whose figures are wanted; of all queues together where it is null. All are replayed: people are in several. */
    queue_id: id.nullable().default(null),
    people: z.array(peopleChange).max(20, 'Tối đa 20 thay đổi').default([]),
    strategy: queueStrategy.nullable().default(null),
    ring_seconds: ringSeconds(20).nullable().default(null),
    /** Of a hundred: 120 is a fifth more calls, 110 is a tenth more talk. */
    calls_percent: percent,
    talk_percent: percent,
  }),
  result: z.object({
    day: z.iso.date(),
    /** The day as it was, and as it comes out. */
    seen: staffedDay,
    replayed: staffedDay,
    /** Callers who came out as on the day: answered or not, in time or not. Of a replay that changes nothing it says how true it is. */
    as_seen: z.int(),
    erlang,
    /** By half-hour, from the first that has calls to the last. Minutes from midnight. */
    slots: z.array(z.object({ from: z.int(), seen: staffedSlot, replayed: staffedSlot })),
  }),
});

/** A day that is another one than its weekday: a holiday, a day around Tết, the first or the fifteenth of a lunar month. */
const specialDay = z.object({
  name: z.string(),
  /** Of the calls of such a weekday. */
  factor: z.number(),
  /** So many such days are in the history; 0 is of a day of which nobody knows how it will be. */
  seen_before: z.int(),
});

/** How many calls are expected in a queue, made of its history alone, and how wrong that was lately. */
export const staffingForecast = endpoint({
  base: 'tenant',
  rowsOf: ['queue'],
  method: 'GET',
  path: '/staffing/forecast',
  access: 'staffing.view',
  summary:
    'Calls that are expected in a queue on the next days, by half-hour, with weekdays, trend, holidays and lunar days, and their error',
  query: z.object({ queue_id: id, days: z.coerce.number().int().min(1).max(28).default(14) }),
  result: z.object({
    /** Days of the history that it is made of. */
    history_days: z.int(),
    /** |forecast − calls| ÷ calls over the last four weeks, in percent, each week foreseen by what was before it; null where there are too few. */
    wape_day: z.number().nullable(),
    wape_half_hour: z.number().nullable(),
    tested_days: z.int(),
    days: z.array(
      z.object({
        day: z.iso.date(),
        calls: z.number(),
        special: specialDay.nullable(),
        half_hours: z.array(z.number()),
      }),
    ),
  }),
});

/** How many people a queue needs on a day to come. */
export const staffingNeed = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/staffing/need',
  access: 'staffing.view',
  summary:
    'How many people a queue needs in each half-hour of a day to come, by its forecast lived by the real call control, beside Erlang C',
  body: z.object({
    queue_id: id,
    day,
    /** Of a hundred who are answered or lost, to be answered within the queue's service level. */
    level: whole(50, 99).default(80),
  }),
  result: z.object({
    day: z.iso.date(),
    calls: z.number(),
    within_seconds: z.int(),
    special: specialDay.nullable(),
    /** From the first half-hour in which somebody is expected to the last. Minutes from midnight. */
    slots: z.array(
      z.object({
        from: z.int(),
        calls: z.number(),
        people: z.int(),
        by_erlang: z.int(),
        level: z.number().nullable(),
      }),
    ),
  }),
});
