import { z } from 'zod';

import { any } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required, requiredId, timestamp } from '../lib/values.ts';
import { evaluationRow, scoreAnswers } from './evaluations.ts';
import { scoreSection } from './score-sheets.ts';

/** How far a calibration has come. */
export const calibrationStates = { open: 'Đang chấm', closed: 'Đã đóng' } as const;
export const calibrationState = oneOf(calibrationStates);
export type CalibrationState = z.output<typeof calibrationState>;

/** So many take part at most, of so many calls: beyond that nobody looks at them side by side. */
export const calibrationCallsAtMost = 10;
export const calibrationScorersAtMost = 20;

const { agent: person } = evaluationRow.shape;
const percent = z.number().nullable();

/** What people agree on: pairs of them who said the same, of all pairs, and Krippendorff's alpha. */
const agreement = {
  pairs: z.int(),
  agreed: z.int(),
  /** Null until it is closed, or where nobody can be compared. */
  alpha: z.number().nullable(),
};

export const calibrationRow = z.object({
  id,
  name: z.string(),
  sheet_id: id,
  sheet_name: z.string(),
  state: calibrationState,
  leader: person,
  calls: z.int(),
  scorers: z.int(),
  /** Who has scored every call. */
  given: z.int(),
  created_at: timestamp,
  closed_at: timestamp.nullable(),
  ...agreement,
  /** Whoever asks is to score, and has not scored every call. */
  to_score: z.boolean(),
});
export type CalibrationRow = z.output<typeof calibrationRow>;

/** What somebody said of a call. */
const given = z.object({ account_id: id, answers: scoreAnswers, percent });

const calibratedCall = z.object({
  call_id: id,
  call_started_at: timestamp,
  agent: person,
  /** What whoever asks has said so far; null where they score nothing here. */
  own: z.object({ answers: scoreAnswers, given: z.boolean() }).nullable(),
  /** What everybody said, once it is closed. */
  given: z.array(given),
  /** What the leader holds right, once it is closed; null until it is said. */
  reference: z.object({ answers: scoreAnswers, percent }).nullable(),
});
export type CalibratedCall = z.output<typeof calibratedCall>;

const calibratedScorer = z.object({
  account_id: id,
  name: z.string(),
  given_at: timestamp.nullable(),
  /** Pairs with others, and answers compared with what is held right. Nothing until it is closed. */
  pairs: z.int(),
  agreed: z.int(),
  compared: z.int(),
  right_ones: z.int(),
  /** Points above what is held right, on the average of the calls; null where that was not said. */
  bias: z.number().nullable(),
});
export type CalibratedScorer = z.output<typeof calibratedScorer>;

/** One with all that whoever asks may see of it. */
export const calibration = calibrationRow.extend({
  note: z.string(),
  tolerance_percent: z.int(),
  fatal_percent: z.int(),
  edition: z.int(),
  sections: z.array(scoreSection),
  people: z.array(calibratedScorer),
  /** Of which the recording is there still. */
  data: z.array(calibratedCall),
  /** What whoever asks may do with it now. */
  may: z.object({ score: z.boolean(), close: z.boolean(), refer: z.boolean(), cancel: z.boolean() }),
});
export type Calibration = z.output<typeof calibration>;

const reads = any('quality.score', 'quality.decide');
const common = { base: 'tenant', rowsOf: ['quality', 'score-sheets'] } as const;
const one = z.object({ id });

export const calibrations = endpoint({
  ...common,
  method: 'GET',
  path: '/calibrations',
  access: reads,
  summary: 'Calibrations that one leads or scores in, newest first; of who decides and sees everybody, all of them',
  query: listQuery.omit({ sort: true }).extend({
    state: calibrationState.optional(),
    /** `1`: where whoever asks has still to score. */
    to_score: z.literal('1').optional(),
    sheet_id: id.optional(),
    scorer_id: id.optional(),
  }),
  result: pageOf(calibrationRow),
});

export const calibrationDetail = endpoint({
  ...common,
  method: 'GET',
  path: '/calibrations/:id',
  access: reads,
  summary:
    'One calibration: until it is closed only one’s own answers; then everybody’s side by side, for who gave theirs or leads it',
  params: one,
  result: calibration,
});

export const openCalibration = endpoint({
  ...common,
  rowsOf: ['quality', 'score-sheets', 'accounts'],
  method: 'POST',
  path: '/calibrations',
  access: 'quality.decide',
  summary:
    'Open a calibration: some recorded calls that several people score by one sheet as it is now, without seeing one another',
  body: z.object({
    name: required,
    sheet_id: requiredId,
    call_ids: z
      .array(id)
      .overwrite((list) => [...new Set(list)])
      .min(1, 'Chọn ít nhất một cuộc gọi')
      .max(calibrationCallsAtMost, `Nhiều nhất ${calibrationCallsAtMost} cuộc gọi`)
      .default([]),
    scorer_ids: z
      .array(id)
      .overwrite((list) => [...new Set(list)])
      .min(2, 'Chọn ít nhất hai người chấm')
      .max(calibrationScorersAtMost, `Nhiều nhất ${calibrationScorersAtMost} người`)
      .default([]),
    /** Answers are the same when their worth differs by no more; a step of the scale is 25. */
    tolerance_percent: z
      .int('Nhập số từ 0 đến 50')
      .min(0, 'Nhập số từ 0 đến 50')
      .max(50, 'Nhập số từ 0 đến 50')
      .default(0),
    note,
  }),
  result: z.object({ id }),
});

export const answerCalibration = endpoint({
  ...common,
  method: 'PUT',
  path: '/calibrations/:id/answers',
  access: 'quality.score',
  summary: 'Keep what one says of a call of a calibration; given, it stays as it is',
  params: one,
  body: z.object({
    call_id: id,
    answers: scoreAnswers,
    /** Every question has its answer, and none is changed any more. */
    given: z.boolean().default(false),
  }),
});

export const closeCalibration = endpoint({
  ...common,
  method: 'POST',
  path: '/calibrations/:id/close',
  access: 'quality.decide',
  summary:
    'Close a calibration in which at least two have scored every call: what each said is seen side by side from now on',
  params: one,
});

export const referCalibration = endpoint({
  ...common,
  method: 'PUT',
  path: '/calibrations/:id/reference',
  access: 'quality.decide',
  summary: 'Say what is right of a call of a closed calibration, as its leader holds it or all have agreed',
  params: one,
  body: z.object({ call_id: id, answers: scoreAnswers }),
});

export const cancelCalibration = endpoint({
  ...common,
  method: 'DELETE',
  path: '/calibrations/:id',
  access: 'quality.decide',
  summary: 'Call off a calibration that is open still; what was said in it is gone',
  params: one,
});

export const calibrationsOfCall = endpoint({
  ...common,
  method: 'GET',
  path: '/histories-call/:id/calibrations',
  access: reads,
  summary: 'Calibrations that a call is part of, of those that one sees',
  params: one,
  result: z.object({ data: z.array(calibrationRow) }),
});

const scorerHistory = z.object({
  account_id: id,
  name: z.string(),
  /** Closed calibrations in which they scored every call. */
  sessions: z.int(),
  pairs: z.int(),
  agreed: z.int(),
  compared: z.int(),
  right_ones: z.int(),
  bias: z.number().nullable(),
  /** The latest of them, oldest first. */
  latest: z.array(
    z.object({
      id,
      name: z.string(),
      closed_at: timestamp,
      pairs: z.int(),
      agreed: z.int(),
      bias: z.number().nullable(),
    }),
  ),
});
export type ScorerHistory = z.output<typeof scorerHistory>;

export const calibratedScorers = endpoint({
  ...common,
  rowsOf: ['quality', 'score-sheets', 'accounts'],
  method: 'GET',
  path: '/calibrated-scorers',
  access: reads,
  summary:
    'How scorers have agreed over the calibrations that one sees: with one another, with what is right, milder or stricter',
  result: z.object({ data: z.array(scorerHistory) }),
});
