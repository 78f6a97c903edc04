import { z } from 'zod';

import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import {
  callDirections,
  callFilters,
  callStatuses,
  menuPathless,
  queueOutcomes,
  queueWaits,
  surveyScores,
  weekdays,
} from './calls.ts';
import {
  callFigures,
  type FigureMeaning,
  queueFigures,
  returnFigures,
  transferFigures,
  voiceFigures,
} from './figures.ts';

/** What is counted: conversations, their stays in queues, customers whom nobody served, and conversations that were handed on. */
export const analysedThings = {
  calls: 'Cuộc gọi',
  queues: 'Hàng đợi',
  returns: 'Nhỡ và gọi lại',
  transfers: 'Chuyển máy',
  voices: 'Giọng nói',
} as const;
export const analysedThing = oneOf(analysedThings);
export type AnalysedThing = z.output<typeof analysedThing>;

/** What things are told apart by. */
export const groupings = {
  hour: 'Giờ',
  weekday: 'Thứ',
  day: 'Ngày',
  week: 'Tuần',
  month: 'Tháng',
  direction: 'Chiều gọi',
  status: 'Kết quả',
  number: 'Đầu số',
  campaign: 'Chiến dịch',
  ivr: 'Đường đi trong IVR',
  survey: 'Khách chấm',
  queue: 'Hàng đợi',
  outcome: 'Rời hàng đợi',
  wait: 'Chờ trong hàng',
  receiver: 'Người nhận máy',
  agent: 'Người nghe máy',
} as const;
export const grouping = oneOf(groupings);
export type Grouping = z.output<typeof grouping>;

const times = ['hour', 'weekday', 'day', 'week', 'month'] as const;

/** What each can be told apart by. */
export const groupingsOf = {
  calls: [...times, 'direction', 'status', 'number', 'campaign', 'ivr', 'survey'],
  queues: [...times, 'queue', 'outcome', 'wait'],
  returns: [...times, 'status'],
  transfers: [...times, 'receiver'],
  voices: [...times, 'direction', 'agent'],
} as const satisfies Readonly<Record<AnalysedThing, readonly Grouping[]>>;

/** What is counted of each, in the order of their columns; the first is what is looked at where nothing is said. */
export const figuresOfThing: Readonly<Record<AnalysedThing, Readonly<Record<string, FigureMeaning>>>> = {
  calls: callFigures,
  queues: queueFigures,
  returns: returnFigures,
  transfers: transferFigures,
  voices: voiceFigures,
};

/** With which days these are compared. */
export const comparedWith = {
  previous: 'Kỳ liền trước',
  week: 'Cùng thứ tuần trước',
  year: 'Cùng kỳ năm trước',
} as const;

/** By number, campaign, keys of menus and answers of surveys the calls are counted one by one: no sums are kept of that. */
export const analysedDaysAtMost = 366;
export const numberedDaysAtMost = 31;

const query = z.object({
  of: analysedThing.default('calls'),
  by: grouping.default('hour'),
  /** The columns; the figures themselves where nothing is said. */
  across: grouping.optional(),
  /** What stands in the cells, and what a change is explained of; the first of `of` where nothing is said. */
  figure: z
    .string()
    .regex(/^[a-z_0-9]{1,30}$/)
    .optional(),
  against: oneOf(comparedWith).optional(),
  /** Both days of the company's clock; the last seven where neither is said. */
  from: callFilters.from,
  to: callFilters.to,
  direction: callFilters.direction,
  queue_id: callFilters.queue_id,
});
export type AnalysisQuery = z.output<typeof query>;

/** By the keys of the figures; null where there is nothing to reckon one from. */
const values = z.record(z.string(), z.number().nullable());

const line = z.object({
  /** As the filters of the history have it; see `callsOfGroup`. */
  key: z.string(),
  name: z.string(),
  values,
  /** The same of the days that these are compared with. */
  before: values.nullable(),
  /**
   * Of a figure that is a share or an average: what this line adds to its change, because more or fewer of all were of this line (`mix`),
   * and because it became another among them (`rate`). Those of all lines are the change.
   */
  change: z.object({ mix: z.number(), rate: z.number() }).nullable(),
});
export type AnalysisLine = z.output<typeof line>;

const result = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** The days that these are compared with, both included. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  figure: z.string(),
  rows: z.array(line),
  columns: z.array(line),
  /** By place of row and column; of those where nothing is there is none. */
  cells: z.array(
    z.object({
      row: z.number().int(),
      column: z.number().int(),
      value: z.number().nullable(),
      before: z.number().nullable(),
    }),
  ),
  total: z.object({ values, before: values.nullable() }),
});

export const callAnalysis = endpoint({
  base: 'tenant',
  rowsOf: ['call-history', 'queue'],
  method: 'GET',
  path: '/report/call-analysis',
  staleAfter: { events: ['call-changed'], everyMs: 15_000 },
  access: 'history-by-department-team.view',
  summary: 'Any figure by any two groupings of a span of days, beside another span and why it changed',
  query,
  result,
});

export const exportCallAnalysis = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/report/call-analysis/export',
  access: 'history-by-department-team.export',
  summary: 'The same as a spreadsheet: a line for each cell, with every figure',
  query: query.extend({ format: exportFormat }),
  answers: 'file or job',
});

type Filters = Readonly<Record<string, string>>;
interface Span {
  readonly from: string;
  readonly to: string;
}

/** The words of a group; undefined of what has a name of its own, such as a queue. */
export function groupName(by: Grouping, key: string): string | undefined {
  switch (by) {
    case 'hour':
      return `${key}h`;
    case 'weekday':
      return labelIn(weekdays, key);
    case 'day':
      return dayInWords(key);
    case 'week':
      return `Tuần ${dayInWords(key).slice(0, 5)}`;
    case 'month':
      return `Tháng ${key.slice(5)}/${key.slice(0, 4)}`;
    case 'direction':
      return labelIn(callDirections, key);
    case 'status':
      return labelIn(callStatuses, key);
    case 'outcome':
      return labelIn(queueOutcomes, key);
    case 'wait':
      return labelIn(queueWaits, key);
    case 'ivr':
      return key === menuPathless.none ? 'Không qua IVR' : key === menuPathless.silent ? 'Không chọn phím nào' : key;
    case 'survey':
      return key === '' ? 'Cần quyền xem khách hàng' : labelIn(surveyScores, key);
    case 'number':
    case 'campaign':
    case 'queue':
    case 'receiver':
    case 'agent':
      return undefined;
    default:
      return by satisfies never;
  }
}

const labelIn = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key;

/** `2026-03-02` → `02/03/2026`. */
const dayInWords = (day: string) => day.split('-').toReversed().join('/');

/** Filters of the history that the calls of a group are found by, in a span of days; null where there are none such. */
export function callsOfGroup(by: Grouping, key: string, { from, to }: Span): Filters | null {
  switch (by) {
    case 'hour':
    case 'weekday':
    case 'direction':
    case 'status':
      return { [by]: key };
    case 'day':
      return { from: key, to: key };
    case 'week':
      return within({ from: key, to: plusDays(key, 6) }, { from, to });
    case 'month':
      return within({ from: `${key}-01`, to: lastOf(key) }, { from, to });
    case 'number':
      return key === '' ? null : { service_number_id: key };
    case 'campaign':
      return key === '' ? null : { campaign_id: key };
    case 'ivr':
      return { ivr_path: key };
    case 'survey':
      return key === '' ? null : { survey_score: key };
    case 'queue':
      return { queue_id: key };
    case 'outcome':
      return { queue_outcome: key };
    case 'wait':
      return { queue_wait: key };
    case 'receiver':
      return { transferred_to: key };
    // The history finds also what they came into later.
    case 'agent':
      return null;
    default:
      return by satisfies never;
  }
}

const within = (one: Span, other: Span): Filters => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
});

function plusDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

function lastOf(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return plusDays(next.toISOString().slice(0, 10), -1);
}

const came = (status: string): Filters => ({ direction: 'inbound', status });
const left = (outcome: string): Filters => ({ queue_outcome: outcome });

/** Filters of the history besides a group's own that lead to what a figure counts; what counts no calls in particular has none. */
export const callsBehind: Readonly<Record<AnalysedThing, Readonly<Record<string, Filters>>>> = {
  calls: {
    total: {},
    inbound: { direction: 'inbound' },
    outbound: { direction: 'outbound' },
    internal: { direction: 'internal' },
    answered: { status: 'answered' },
    missed: came('missed'),
    abandoned: came('abandoned'),
    voicemail: came('voicemail'),
    callback: came('callback'),
    refused: { direction: 'inbound', refused: '1' },
  } satisfies Partial<Record<keyof typeof callFigures, Filters>>,
  queues: {
    total: {},
    answered: left('answered'),
    abandoned: left('abandoned'),
    timed_out: left('timed-out'),
    left_elsewhere: left('left-elsewhere'),
    called_back: left('called-back'),
    turned_away: left('turned-away'),
  } satisfies Partial<Record<keyof typeof queueFigures, Filters>>,
  // Customers, not calls.
  returns: {},
  voices: { measured: { measured: '1' } } satisfies Partial<Record<keyof typeof voiceFigures, Filters>>,
  transfers: { transferred: { transferred: '1' } } satisfies Partial<Record<keyof typeof transferFigures, Filters>>,
};

/**
 * Filters of the history that find exactly the calls that a figure counts, of these groups of these days; null where there are none
 * such. A stay in some queue is a call only where it is said in which.
 */
export function callsOfFigure(
  { of, direction, queue_id: queue, from, to }: Pick<AnalysisQuery, 'of' | 'direction' | 'queue_id'> & Span,
  groups: readonly (readonly [Grouping, string])[],
  figure: string,
): Filters | null {
  const behind = callsBehind[of][figure];
  if (behind === undefined) return null;
  const whole: Filters = {
    from,
    to,
    purpose: 'counted',
    ...(of === 'calls' && direction !== undefined && { direction }),
    ...(of === 'queues' && queue !== undefined && { queue_id: queue }),
  };
  let found: Filters = whole;
  for (const [by, key] of groups) {
    const its = callsOfGroup(by, key, { from: found['from'] ?? from, to: found['to'] ?? to });
    if (its === null) return null;
    found = { ...found, ...its };
  }
  const clash = Object.entries(behind).some(([name, value]) => (found[name] ?? value) !== value);
  if (clash || (of === 'queues' && found['queue_id'] === undefined)) return null;
  return { ...found, ...behind };
}
