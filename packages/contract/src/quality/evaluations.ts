import { z } from 'zod';

import { any } from '../lib/access.ts';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, requiredId, requiredUpTo, timestamp, version } from '../lib/values.ts';
import { scoreSection } from './score-sheets.ts';

/** How far the scoring of a call has come. */
export const evaluationStates = {
  due: 'Cần chấm',
  draft: 'Đang chấm',
  submitted: 'Chờ nhân viên xem',
  agreed: 'Nhân viên đồng ý',
  disputed: 'Không đồng ý',
  decided: 'Đã phân xử',
} as const;
export const evaluationState = oneOf(evaluationStates);
export type EvaluationState = z.output<typeof evaluationState>;

/** A score that counts: the agent has been told of it. */
export const countedStates = ['submitted', 'agreed', 'disputed', 'decided'] as const;

const comment = z.string().trim().max(1000, 'Nhiều nhất 1000 ký tự').default('');

/** What was said to a question: the place of what was chosen, 1 to 5 on a scale, 1 or 0; or that it does not apply. */
const answer = z.object({
  question_id: id,
  value: z.union([z.int().min(0).max(20), z.literal('n/a')]),
  comment,
});
export type EvaluationAnswer = z.output<typeof answer>;

/** A place in the recording, in seconds from its beginning. */
const mark = z.object({ at: z.number().min(0).max(86_400), question_id: id.nullable().default(null), comment });
export type EvaluationMark = z.output<typeof mark>;

/** What somebody says to the questions of a sheet. */
export const scoreAnswers = z
  .array(answer)
  .max(1000)
  .refine((all) => new Set(all.map(({ question_id: of }) => of)).size === all.length, {
    error: 'Mỗi câu chỉ có một câu trả lời',
  })
  .default([]);

const said = {
  answers: scoreAnswers,
  marks: z.array(mark).max(200, 'Nhiều nhất 200 dấu').default([]),
  comment,
};

const person = z.object({ id, name: z.string() }).nullable();
const percent = z.number().nullable();

/** A call that is scored, or is to be. */
export const evaluationRow = z.object({
  id,
  version,
  call_id: id,
  call_started_at: timestamp,
  sheet_id: id,
  sheet_name: z.string(),
  state: evaluationState,
  agent: person,
  scorer: person,
  /** Null until it is submitted. */
  percent,
  passed: z.boolean().nullable(),
  /** A fatal mistake was made. */
  fatal: z.boolean(),
  submitted_at: timestamp.nullable(),
  /** Until then the agent may disagree. */
  dispute_until: timestamp.nullable(),
  /** Why this call was chosen, where a rule did. */
  reason: z.string(),
  /** That of whoever asks. */
  mine: z.boolean(),
});
export type EvaluationRow = z.output<typeof evaluationRow>;

const measured = z.object({
  agent_percent: percent,
  overtalk_percent: percent,
  longest_silence_seconds: percent,
  greeting_seconds: percent,
  holds: percent,
  holds_told: percent,
});

/** One with all that was said. */
export const evaluation = evaluationRow.extend({
  /** As they were when it was begun. */
  sections: z.array(scoreSection),
  edition: z.int(),
  fatal_percent: z.int(),
  pass_percent: z.int(),
  answers: z.array(answer),
  marks: z.array(mark),
  comment: z.string(),
  agent_word: z.string(),
  answered_at: timestamp.nullable(),
  decision: z.string(),
  decider: person,
  decided_at: timestamp.nullable(),
  /** Before it was decided. */
  first_percent: percent,
  /** What was measured of the call; null where nothing was. */
  measured: measured.nullable(),
  /** What whoever asks may do with it now. */
  may: z.object({ score: z.boolean(), respond: z.boolean(), decide: z.boolean() }),
});
export type Evaluation = z.output<typeof evaluation>;

const reads = any('quality.view', 'quality.score', 'quality.decide');
const common = { base: 'tenant', rowsOf: ['quality'] } as const;
const one = z.object({ id });

const filtered = listQuery.omit({ sort: true }).extend({
  state: evaluationState.optional(),
  /** `1`: those that count. */
  counted: z.literal('1').optional(),
  /** `1`: calls that whoever asks is to score, or is scoring. */
  to_score: z.literal('1').optional(),
  /** `1`: where whoever asks was the agent. */
  own: z.literal('1').optional(),
  agent_id: id.optional(),
  scorer_id: id.optional(),
  team_id: id.optional(),
  sheet_id: id.optional(),
  /** With an answer to this question that counts. */
  question_id: id.optional(),
  fatal: z.literal('1').optional(),
  passed: z.enum(['0', '1']).optional(),
  /** Days on which they were submitted. */
  from: day.optional(),
  to: day.optional(),
});

export const evaluations = endpoint({
  ...common,
  rowsOf: ['quality', 'score-sheets'],
  method: 'GET',
  path: '/evaluations',
  access: reads,
  summary:
    'Calls that are scored or are to be, newest first: of whom one sees, and of agents themselves what they were told of',
  query: filtered,
  result: pageOf(evaluationRow),
});

export const exportEvaluations = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/evaluations/export',
  access: 'quality.export',
  summary: 'Scores of calls as a spreadsheet, a line for each, with the answers and what was said of it',
  query: filtered.extend({ format: exportFormat }),
  answers: 'file or job',
});

/** So many are given to somebody else at once. */
export const assignedAtMost = 500;

export const assignEvaluations = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations/assign',
  access: 'quality.decide',
  summary:
    'Have somebody else score calls that nobody has scored yet, and say why; what was begun of one is begun anew. Whose call it is never scores it: those stay as they are and are counted',
  body: z.object({
    ids: z
      .array(id)
      .overwrite((list) => [...new Set(list)])
      .min(1)
      .max(assignedAtMost, `Nhiều nhất ${assignedAtMost} cuộc một lần`),
    scorer_id: requiredId,
    reason: requiredUpTo(500),
  }),
  result: z.object({
    assigned: z.int(),
    /** Their own calls. */
    own: z.int(),
    /** They have it already, it is scored meanwhile, or is not within the reach of who asks. */
    other: z.int(),
  }),
});

export const evaluationDetail = endpoint({
  ...common,
  method: 'GET',
  path: '/evaluations/:id',
  access: reads,
  summary: 'One scored call with its sheet, answers, marks and what was measured',
  params: one,
  result: evaluation,
});

export const evaluationsOfCall = endpoint({
  ...common,
  rowsOf: ['quality', 'score-sheets'],
  method: 'GET',
  path: '/histories-call/:id/evaluations',
  access: reads,
  summary: 'The scores of a call, and the sheets that it can be scored by',
  params: one,
  result: z.object({
    data: z.array(evaluationRow),
    /** Whose call it is; null where nobody of ours talked. */
    agent: person,
    sheets: z.array(z.object({ id, name: z.string() })),
  }),
});

export const beginEvaluation = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations',
  access: 'quality.score',
  summary: 'Begin to score a call by a sheet; where somebody is to already, theirs is taken over while it is not begun',
  body: z.object({ call_id: id, sheet_id: id }),
  result: z.object({ id }),
});

export const saveEvaluation = endpoint({
  ...common,
  method: 'PUT',
  path: '/evaluations/:id',
  access: 'quality.score',
  summary: 'Keep what was scored so far; nobody is told',
  params: one,
  body: z.object({ version, ...said }),
  result: z.object({ version }),
});

export const submitEvaluation = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations/:id/submit',
  access: 'quality.score',
  summary: 'Every question has its answer: the score counts, and the agent is told',
  params: one,
  body: z.object({ version, ...said }),
});

export const agreeEvaluation = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations/:id/agree',
  access: reads,
  summary: 'The agent agrees with their score',
  params: one,
});

export const disputeEvaluation = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations/:id/dispute',
  access: reads,
  summary: 'The agent disagrees with their score and says why, while they may',
  params: one,
  body: z.object({ reason: requiredUpTo(1000) }),
});

export const decideEvaluation = endpoint({
  ...common,
  method: 'POST',
  path: '/evaluations/:id/decide',
  access: 'quality.decide',
  summary: 'Somebody who neither scored nor was scored decides what a disputed score comes to, and says why',
  params: one,
  body: z.object({ version, answers: said.answers, decision: requiredUpTo(1000) }),
});
