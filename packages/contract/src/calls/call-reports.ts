import { z } from 'zod';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { id, timestamp } from '../lib/values.ts';
import { callCounts } from './call-totals.ts';
import { callFilters, placeOrNone } from './calls.ts';

const reportQuery = listQuery.extend({
  /** Both days of the company's clock; the last seven where neither is said, and a year at the most. */
  from: callFilters.from,
  to: callFilters.to,
  direction: callFilters.direction,
  department_id: callFilters.department_id,
  team_id: callFilters.team_id,
  queue_id: callFilters.queue_id,
});

/** Days that were counted, and what all the calls in them come to that the rows are made of. */
const counts = { from: z.iso.date(), to: z.iso.date(), counts: callCounts };

export const departmentCallsRow = callCounts.extend({
  /** A department's, or `none`. */
  id: z.string(),
  name: z.string(),
  people: z.number().int(),
});

export const callsByDepartment = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/report/calls-by-department',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-by-department-team.view',
  summary: 'Calls of a span of days by department, by where people are today',
  query: reportQuery,
  result: pageOf(departmentCallsRow).extend(counts),
});

export const exportCallsByDepartment = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/calls-by-department/export',
  access: 'history-by-department-team.export',
  summary: 'Calls by department, team and person as a spreadsheet',
  query: reportQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

const person = callCounts.extend({ extension: z.string(), name: z.string() });

export const callsOfDepartment = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/report/calls-by-department/:id',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-by-department-team.view',
  summary: 'Calls of a department by team and person; `none` is who belongs to no department',
  params: z.object({ id: placeOrNone }),
  query: reportQuery.pick({ from: true, to: true, direction: true, team_id: true, queue_id: true }),
  result: departmentCallsRow.extend({
    from: counts.from,
    to: counts.to,
    /** A team's id, or `none` for who is in no team. */
    teams: z.array(callCounts.extend({ id: z.string(), name: z.string(), people: z.array(person.extend({ id })) })),
  }),
});

export const extensionCallsRow = person.extend({
  /** The extension. */
  id: z.string(),
  department_name: z.string(),
  team_name: z.string(),
  /** Have ended, and nobody answered. */
  unanswered: z.number().int(),
  first_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
});

export const callsByExtension = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/report/calls-by-extension',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-cdr-by-exten.view',
  summary: 'Calls of a span of days by extension, with the first and the last of each',
  query: reportQuery,
  result: pageOf(extensionCallsRow).extend(counts),
});

export const exportCallsByExtension = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/calls-by-extension/export',
  access: 'history-cdr-by-exten.export',
  summary: 'Calls by extension as a spreadsheet',
  query: reportQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

/** Lines of calls that were answered, and which of them sounded poor. */
const qualityRow = z.object({
  id: z.string(),
  kind: z.enum(['person', 'trunk']),
  name: z.string(),
  /** Of a person. */
  extension: z.string(),
  /** Answered calls. */
  calls: z.number().int(),
  /** Calls in which this line sounded poor, whatever the others did. */
  poor: z.number().int(),
  poor_percent: z.number().nullable(),
  /** Means of those: lost on the way that was worse, jitter, there and back. */
  loss_percent: z.number().nullable(),
  jitter_ms: z.number().nullable(),
  round_trip_ms: z.number().nullable(),
  /** On what a person was in these calls: a desk phone by its name, '' the browser. */
  devices: z.array(z.object({ name: z.string(), poor: z.number().int() })),
});
export type QualityRow = z.output<typeof qualityRow>;

const qualityQuery = listQuery.extend({
  from: callFilters.from,
  to: callFilters.to,
  kind: qualityRow.shape.kind.optional(),
});

export const callQuality = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/report/call-quality',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-cdr-by-exten.view',
  summary: 'Calls of a span of days that sounded poor, by the line that did',
  query: qualityQuery,
  result: pageOf(qualityRow).extend({
    from: counts.from,
    to: counts.to,
    /** Of all calls that the caller sees. */
    calls: z.number().int(),
    poor: z.number().int(),
  }),
});

export const exportCallQuality = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/call-quality/export',
  access: 'history-cdr-by-exten.export',
  summary: 'Lines by how many calls sounded poor on them, as a spreadsheet',
  query: qualityQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

/**
 * What came of calls in a queue. A call counts once in each queue that it was in, by when it began, once it has left that queue;
 * `total` is the sum of the six outcomes.
 */
export const queueCounts = z.object({
  total: z.number().int(),
  answered: z.number().int(),
  /** Within what the queue calls in time today. */
  in_time: z.number().int(),
  abandoned: z.number().int(),
  /** Of these, before the queue counts them as lost. */
  abandoned_soon: z.number().int(),
  timed_out: z.number().int(),
  left_elsewhere: z.number().int(),
  called_back: z.number().int(),
  turned_away: z.number().int(),
  /** Percent; null of nothing: in time ÷ (answered + abandoned − soon), */
  service_level: z.number().nullable(),
  /** and (abandoned − soon) ÷ (total − turned away − called back − soon). */
  abandon_rate: z.number().nullable(),
  /** Seconds from joining the line, of those that were answered. */
  wait_average: z.number().nullable(),
  /** Of all of them. */
  wait_longest: z.number().int().nullable(),
});
export type QueueCounts = z.output<typeof queueCounts>;

const queueCallsRow = queueCounts.extend({ id, name: z.string() });

const queueReportQuery = reportQuery.pick({
  page: true,
  per_page: true,
  search: true,
  sort: true,
  from: true,
  to: true,
});

export const callsByQueue = endpoint({
  base: 'tenant',
  rowsOf: ['call-history', 'queue'],
  method: 'GET',
  path: '/report/calls-by-queue',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-by-department-team.view',
  summary: 'Calls of a span of days by queue: what came of them, service level and waits',
  query: queueReportQuery,
  result: pageOf(queueCallsRow).extend({ from: z.iso.date(), to: z.iso.date(), counts: queueCounts }),
});

export const exportCallsByQueue = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/calls-by-queue/export',
  access: 'history-by-department-team.export',
  summary: 'Calls by queue, each by day and by quarter of an hour, as a spreadsheet',
  query: queueReportQuery.extend({ format: exportFormat }),
  answers: 'file or job',
});

export const callsOfQueue = endpoint({
  base: 'tenant',
  rowsOf: ['call-history', 'queue'],
  method: 'GET',
  path: '/report/calls-by-queue/:id',
  staleAfter: { events: ['call-changed'], everyMs: 5000 },
  access: 'history-by-department-team.view',
  summary: 'Calls of a queue by day, and by quarter of an hour of all these days together',
  params: z.object({ id }),
  query: reportQuery.pick({ from: true, to: true }),
  result: queueCallsRow.extend({
    from: z.iso.date(),
    to: z.iso.date(),
    level_seconds: z.number().int(),
    short_seconds: z.number().int(),
    /** Those that had any. */
    days: z.array(queueCounts.extend({ day: z.iso.date() })),
    /** By when the quarter begins on the company's clock, `08:15`. */
    quarters: z.array(queueCounts.extend({ time: z.string() })),
  }),
});
