import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { colour, day, id, timestamp } from '../lib/values.ts';
import { shiftHours } from './shifts.ts';

/** What somebody does on a day: a shift, or leave where there is none. */
const entry = z.object({ account_id: id, day, shift_id: id.nullable() });
export type RosterEntry = z.output<typeof entry>;

export const rosterShift = shiftHours.extend({ id, name: z.string(), colour });
export type RosterShift = z.output<typeof rosterShift>;

const rosterDay = z.object({
  day: z.iso.date(),
  /** Why it is a day off, as the company has it; null of any other. */
  holiday: z.string().nullable(),
  /** The day of the lunar calendar where it is Tết, the first or the fifteenth; null of others. */
  lunar: z.string().nullable(),
});

const whose = {
  team_id: id.optional(),
  queue_id: id.optional(),
};

/** The Monday of a week. */
const monday = day.refine((date) => new Date(date).getUTCDay() === 1, { error: 'Tuần bắt đầu từ thứ hai' });

export const roster = endpoint({
  base: 'tenant',
  rowsOf: ['roster', 'shifts', 'accounts', 'teams', 'queue'],
  method: 'GET',
  path: '/roster',
  access: 'roster.view',
  summary:
    'Who works which shift on the days of a week, of a team, a queue or everybody within the data scope, with holidays and lunar days',
  query: z.object({ ...whose, week: monday }),
  result: z.object({
    today: z.iso.date(),
    days: z.array(rosterDay),
    shifts: z.array(rosterShift),
    people: z.array(
      z.object({
        id,
        name: z.string(),
        extension: z.string(),
        team_name: z.string(),
        /** Until then they are offered calls although it is not their shift; null of who is not. */
        called_in_until: timestamp.nullable(),
      }),
    ),
    /** Of these people, from the day before the week on: its night shifts reach into it. */
    entries: z.array(entry),
    /** Whether the queue that is looked at asks only who is on shift; null without one. */
    by_roster: z.boolean().nullable(),
  }),
});

export const setRoster = endpoint({
  base: 'tenant',
  method: 'PUT',
  path: '/roster',
  access: 'roster.update',
  summary: 'Set who works which shift on which day, who has leave, and of whom nothing is said any more',
  body: z.object({
    entries: z
      .array(entry.extend({ kind: z.enum(['shift', 'leave', 'none']) }))
      .min(1)
      .max(5_000)
      .refine((all) => all.every(({ kind, shift_id: shift }) => (kind === 'shift') === (shift !== null)), {
        error: 'Hãy chọn ca',
      })
      .refine((all) => new Set(all.map((one) => `${one.account_id} ${one.day}`)).size === all.length, {
        error: 'Mỗi người mỗi ngày một lần',
      }),
  }),
});

export const copyRoster = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/roster/copy',
  access: 'roster.update',
  summary:
    'Have the shifts of a week in another one as well, on the days of which nothing is said there; leave stays where it is',
  body: z
    .object({ from: monday, to: monday, team_id: id.nullable().default(null), queue_id: id.nullable().default(null) })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Chọn một tuần khác' }),
  result: z.object({ copied: z.int() }),
});

/** Whoever is needed is offered calls although it is not their shift, for so long; 0 takes it back. */
export const callIn = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/roster/call-in',
  access: 'roster.update',
  summary:
    'Let somebody be offered calls of queues that go by the roster although it is not their shift, for some hours; 0 takes it back',
  body: z.object({ account_id: id, hours: z.int().min(0).max(24) }),
});

const ownDay = rosterDay.extend({
  /** Null where nothing is said. */
  kind: z.enum(['shift', 'leave']).nullable(),
  shift: rosterShift.nullable(),
});

export const myRoster = endpoint({
  base: 'tenant',
  rowsOf: ['roster', 'shifts'],
  method: 'GET',
  path: '/my-roster',
  access: 'general',
  summary: 'The own shifts of this week and the next',
  result: z.object({ today: z.iso.date(), days: z.array(ownDay) }),
});
