import { z } from 'zod';
import { callFilters, placeOrNone } from './calls.ts';
import { exportFormat } from './lib/crud.ts';
import { endpoint } from './lib/endpoint.ts';
import { listQuery, pageOf } from './lib/list.ts';
import { timestamp } from './lib/values.ts';

/** What calls come to. Each call counts once, transfers included. */
export const callCounts = z.object({
  total: z.number().int(),
  inbound: z.number().int(),
  outbound: z.number().int(),
  internal: z.number().int(),
  /** Somebody answered, whichever way the call went. */
  answered: z.number().int(),
  /** Calls from outside that nobody answered until they had rung everywhere. */
  missed: z.number().int(),
  /** Percent of the calls from outside that have ended and were not blocked; null where there are none. */
  answer_rate: z.number().nullable(),
  talk_seconds: z.number().int(),
  talk_average: z.number().nullable(),
  /** Of calls from outside that were answered. */
  wait_average: z.number().nullable(),
});
export type CallCounts = z.output<typeof callCounts>;

const { broken: _broken, trunk_id: _trunk, carrier: _carrier, ...counted } = callFilters;

/** What all calls of a list come to, so that its page can say it above them. */
export const callTotals = endpoint({
  base: 'tenant',
  rowsOf: ['call-history'],
  method: 'GET',
  path: '/histories-call/totals',
  access: 'call-history.view',
  summary: 'What the calls of the history come to: how many, how long',
  query: z.object(counted),
  result: callCounts,
});

const reportQuery = listQuery.extend({
  /** Both days of the company's clock; the last seven where neither is said, and a year at the most. */
  from: callFilters.from,
  to: callFilters.to,
  direction: callFilters.direction,
  department_id: callFilters.department_id,
  team_id: callFilters.team_id,
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
  access: 'history-by-department-team.view',
  summary: 'Calls of a department by team and person; `none` is who belongs to no department',
  params: z.object({ id: placeOrNone }),
  query: reportQuery.pick({ from: true, to: true, direction: true, team_id: true }),
  result: departmentCallsRow.extend({
    from: counts.from,
    to: counts.to,
    /** A team's id, or `none` for who is in no team. */
    teams: z.array(callCounts.extend({ id: z.string(), name: z.string(), people: z.array(person) })),
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
