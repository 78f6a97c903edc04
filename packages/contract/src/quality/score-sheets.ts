import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required } from '../lib/values.ts';

/** How a question is answered. */
export const scoreKinds = {
  pass: 'Đạt / Không đạt',
  scale: 'Thang điểm 1–5',
  choice: 'Chọn đáp án',
} as const;
export const scoreKind = oneOf(scoreKinds);
export type ScoreKind = z.output<typeof scoreKind>;

/** What is measured of every call, and answers a question by itself. */
export const scoreMeasures = {
  none: 'Người chấm tự chấm',
  greeting: 'Tự chấm: chào khách trong … giây',
  hold_told: 'Tự chấm: báo trước mỗi lần giữ máy',
  longest_silence: 'Tự chấm: im lặng dài nhất không quá … giây',
  overtalk: 'Tự chấm: nói chen không quá … %',
  agent_share: 'Tự chấm: nhân viên nói không quá … %',
} as const;
export const scoreMeasure = oneOf(scoreMeasures);
export type ScoreMeasure = z.output<typeof scoreMeasure>;

const weightWords = 'Nhập số từ 1 đến 100';
const weight = z.int(weightWords).min(1, weightWords).max(100, weightWords).default(1);
const percentWords = 'Nhập số từ 0 đến 100';
const percent = z.int(percentWords).min(0, percentWords).max(100, percentWords);

/** The highest of a scale. */
export const scaleTop = 5;

export const scoreQuestion = z
  .object({
    /** Given when it is kept first, and its own from then on, whatever its words become. */
    id: id.nullable().default(null),
    text: required,
    kind: scoreKind.default('pass'),
    weight,
    /** The lowest answer is a fatal mistake: the whole sheet is worth no more than `fatal_percent`. */
    fatal: z.boolean().default(false),
    /** May be said not to apply; its weight is taken out of the sum. */
    optional: z.boolean().default(false),
    /** Of what is chosen: the answers and what each is worth. */
    choices: z
      .array(z.object({ text: required, percent: percent.default(100) }))
      .max(10, 'Nhiều nhất 10 đáp án')
      .default([]),
    measure: scoreMeasure.default('none'),
    /** Seconds or percent that it must not be above. */
    limit: z
      .int('Nhập số từ 0 đến 3600')
      .min(0, 'Nhập số từ 0 đến 3600')
      .max(3600, 'Nhập số từ 0 đến 3600')
      .default(10),
    note: z.string().trim().max(500, 'Nhiều nhất 500 ký tự').default(''),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 1, {
    path: ['choices'],
    error: 'Hãy ghi ít nhất hai đáp án',
  })
  .refine(({ kind, measure }) => measure === 'none' || kind === 'pass', {
    path: ['measure'],
    error: 'Chỉ câu Đạt / Không đạt mới tự chấm được',
  });
export type ScoreQuestion = z.output<typeof scoreQuestion>;

export const scoreSection = z.object({
  name: required,
  weight,
  questions: z.array(scoreQuestion).min(1, 'Hãy thêm ít nhất một câu').max(50, 'Nhiều nhất 50 câu').default([]),
});
export type ScoreSection = z.output<typeof scoreSection>;

/** A score sheet: what is looked at in a call, and how much of it counts. */
export const scoreSheets = crud({
  collection: '/score-sheets',
  item: '/score-sheet',
  screen: 'score-sheets',
  input: z.object({
    name: required,
    /** Offered for scoring. */
    active: z.boolean().default(true),
    sections: z.array(scoreSection).max(20, 'Nhiều nhất 20 phần').default([]),
    /** From here on a call is good. */
    pass_percent: percent.default(80),
    /** What a sheet with a fatal mistake is worth at most. */
    fatal_percent: percent.default(0),
    /** So long the agent may dispute a score. */
    dispute_days: z.int('Nhập số từ 1 đến 30').min(1, 'Nhập số từ 1 đến 30').max(30, 'Nhập số từ 1 đến 30').default(3),
    note,
  }),
  row: z.object({
    /** How often what is asked was changed after somebody had scored by it. */
    edition: z.int(),
    questions: z.int(),
    /** Calls that were scored by it. */
    scored: z.int(),
  }),
  bulk: ['active'],
});
