import { z } from 'zod';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { day, id, timestamp } from '../lib/values.ts';
import { placeOrNone } from './calls.ts';

/** What the time goes to of somebody whom calls can reach; who is signed out or off is in none of these. */
export const workStatuses = {
  ready: 'Sẵn sàng',
  'on-a-call': 'Trong cuộc gọi',
  'wrapping-up': 'Sau cuộc gọi',
  'on-a-break': 'Nghỉ',
  paused: 'Tạm dừng',
  'auto-paused': 'Tạm dừng tự động',
  'do-not-disturb': 'Không làm phiền',
  asleep: 'Trình duyệt ngủ',
} as const;
export type WorkStatus = keyof typeof workStatuses;

const seconds = z.number().int();

/** What somebody's time has gone to, in whole seconds: what is signed in is the sum of all others. */
export const statusTimes = z.object({
  signed_in: seconds,
  ready: seconds,
  on_a_call: seconds,
  wrapping_up: seconds,
  on_a_break: seconds,
  /** The same by why, as it was chosen; '' where nothing was said. */
  breaks: z.array(z.object({ reason: z.string(), seconds })),
  paused: seconds,
  auto_paused: seconds,
  do_not_disturb: seconds,
  asleep: seconds,
  /** Percent; null of nothing: (on a call + wrapping up) ÷ (on a call + wrapping up + ready). */
  occupancy: z.number().nullable(),
  /** When they first could be reached, and last no longer; null where they never could, or still can. */
  first_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
});
export type StatusTimes = z.output<typeof statusTimes>;

const statusTimesRow = statusTimes.extend({
  id,
  name: z.string(),
  extension: z.string(),
  department_name: z.string(),
  team_name: z.string(),
});

const statusTimesQuery = listQuery.extend({
  /** Both days of the company's clock; the last seven where neither is said, and three months at the most. */
  from: day.optional(),
  to: day.optional(),
  department_id: placeOrNone.optional(),
  team_id: placeOrNone.optional(),
  account_id: id.optional(),
});

const days = { from: z.iso.date(), to: z.iso.date() };

export const statusTimesReport = endpoint({
  base: 'tenant',
  rowsOf: ['accounts'],
  method: 'GET',
  path: '/report/status-times',
  access: 'history-by-status.view',
  summary: 'How long people were in which status in a span of days, and why on a break',
  query: statusTimesQuery,
  result: pageOf(statusTimesRow).extend({ ...days, counts: statusTimes.omit({ first_at: true, last_at: true }) }),
});

export const exportStatusTimes = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/status-times/export',
  access: 'history-by-status.export',
  summary: 'How long people were in which status, all days together and each, as a spreadsheet',
  query: statusTimesQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

export const statusTimesOfPerson = endpoint({
  base: 'tenant',
  rowsOf: ['accounts'],
  method: 'GET',
  path: '/report/status-times/:id',
  access: 'history-by-status.view',
  summary: 'How long somebody was in which status on each of some days',
  params: z.object({ id }),
  query: statusTimesQuery.pick({ from: true, to: true }),
  result: statusTimesRow.extend({
    ...days,
    /** Those on which they could be reached. */
    days: z.array(statusTimes.extend({ day: z.iso.date() })),
  }),
});

export const statusSpan = z.object({
  // The keys of the words.
  status: z.enum(Object.keys(workStatuses) as [WorkStatus, ...WorkStatus[]]),
  reason: z.string(),
  from: timestamp,
  /** Null while it goes on. */
  to: timestamp.nullable(),
});
export type StatusSpan = z.output<typeof statusSpan>;

export const statusDay = endpoint({
  base: 'tenant',
  rowsOf: ['accounts'],
  method: 'GET',
  path: '/report/status-times/:id/day',
  access: 'history-by-status.view',
  summary: 'What the time of somebody went to on a day, one thing after the other',
  params: z.object({ id }),
  query: z.object({ day }),
  result: z.object({
    /** The day from midnight to midnight, and until when it is known. */
    from: timestamp,
    to: timestamp,
    at: timestamp,
    spans: z.array(statusSpan),
  }),
});

export const myStatusTimes = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/my-status-times',
  access: 'general',
  summary: 'What the own time has gone to today',
  result: statusTimes,
});
