import { z } from 'zod';

import { any } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id } from '../lib/values.ts';
import { evaluations } from './evaluations.ts';

/** What scores are told apart by. */
export const scoreGroupings = {
  agent: 'Nhân viên',
  team: 'Nhóm',
  sheet: 'Phiếu',
  question: 'Câu hỏi',
  scorer: 'Người chấm',
  day: 'Ngày',
  week: 'Tuần',
  month: 'Tháng',
} as const;
export const scoreGrouping = oneOf(scoreGroupings);
export type ScoreGrouping = z.output<typeof scoreGrouping>;

const choices = {
  base: 'tenant',
  method: 'GET',
  rowsOf: ['score-sheets'],
  access: any('quality.view', 'quality.score', 'quality.decide', 'sampling-rules.view'),
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
} as const;

export const scoreSheetChoices = endpoint({
  ...choices,
  path: '/all-score-sheet',
  summary: 'Score sheets by name, for whoever chooses among them',
});

export const scoreQuestionChoices = endpoint({
  ...choices,
  path: '/all-score-question',
  summary: 'What score sheets ask now, for whoever chooses among the questions',
});

const counts = {
  scored: z.int(),
  score_average: z.number().nullable(),
  score_passed: z.number().nullable(),
  score_fatal: z.int(),
  score_disputed: z.int(),
};

/** Of one person, question, week …; of a question the average is that of its answers. */
export const scoreReportRow = z.object({ id: z.string(), name: z.string(), ...counts });
export type ScoreReportRow = z.output<typeof scoreReportRow>;

export const scoreReport = endpoint({
  base: 'tenant',
  rowsOf: ['quality', 'score-sheets', 'teams'],
  method: 'GET',
  path: '/report/scores',
  access: any('quality.view', 'quality.score', 'quality.decide'),
  summary:
    'What scores come to by person, team, sheet, question or time, of whom one sees, by the day on which they were submitted',
  query: evaluations.query.pick({ page: true, per_page: true, search: true }).extend({
    by: scoreGrouping.default('agent'),
    from: day.optional(),
    to: day.optional(),
    sheet_id: id.optional(),
    team_id: id.optional(),
    agent_id: id.optional(),
  }),
  result: pageOf(scoreReportRow).extend({ total_row: z.object(counts) }),
});

/** Filters of the list of scores that find exactly those of a row; null where it has no filter of its own, as who is in no team. */
export function scoresOfGroup(
  by: ScoreGrouping,
  key: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): Readonly<Record<string, string>> | null {
  if (key === '') return null;
  const common = { counted: '1' };
  const days = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  switch (by) {
    case 'agent':
    case 'team':
    case 'sheet':
    case 'question':
    case 'scorer':
      return { ...common, ...days, [`${by}_id`]: key };
    case 'day':
      return { ...common, from: key, to: key };
    case 'week':
      return { ...common, ...within(key, plusDays(key, 6), asked) };
    case 'month':
      return { ...common, ...within(`${key}-01`, plusDays(`${nextMonth(key)}-01`, -1), asked) };
    default:
      return by satisfies never;
  }
}

const within = (
  from: string,
  to: string,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
) => ({
  from: asked.from !== undefined && asked.from > from ? asked.from : from,
  to: asked.to !== undefined && asked.to < to ? asked.to : to,
});

function plusDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

const nextMonth = (month: string) => plusDays(`${month}-28`, 4).slice(0, 7);
