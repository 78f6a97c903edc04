import { z } from 'zod';

import { all } from '../lib/access.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required, requiredId } from '../lib/values.ts';

/** Which calls a rule finds. */
export const sampledBy = {
  random: 'Ngẫu nhiên theo nhân viên',
  csat: 'Khách chấm hài lòng thấp',
  silence: 'Im lặng quá lâu',
  overtalk: 'Nói chen quá nhiều',
} as const;
export const sampleBy = oneOf(sampledBy);
export type SampleBy = z.output<typeof sampleBy>;

/** How often somebody's calls are drawn. */
export const samplePeriods = { day: 'Mỗi ngày', week: 'Mỗi tuần' } as const;
export type SamplePeriod = keyof typeof samplePeriods;

/** Internal calls are nobody's service. */
export const sampledDirections = { any: 'Cả hai chiều', inbound: 'Gọi vào', outbound: 'Gọi ra' } as const;

const whole = (least: number, most: number) => {
  const words = `Nhập số từ ${least} đến ${most}`;
  return z.int(words).min(least, words).max(most, words);
};

/** Which calls of which people are to be scored, by which sheet and by whom. */
export const samplingRules = crud({
  collection: '/sampling-rules',
  item: '/sampling-rule',
  screen: 'sampling-rules',
  input: z
    .object({
      name: required,
      active: z.boolean().default(true),
      score_sheet_id: requiredId,
      kind: sampleBy.default('random'),
      period: oneOf(samplePeriods).default('week'),
      /** Of each person in each period; of those that are found by something else at most so many. */
      calls: whole(1, 100).default(3),
      /** What is found from here on: stars at most, seconds, percent. */
      threshold: whole(0, 3600).default(20),
      direction: oneOf(sampledDirections).default('any'),
      queue_id: id.nullable().default(null),
      /** Shorter talks say little. */
      min_seconds: whole(0, 3600).default(30),
      /** Who scores, in turns; without any, whoever may takes them. */
      scorer_ids: z
        .array(id)
        .max(100)
        .overwrite((list) => [...new Set(list)])
        .default([]),
      note,
    })
    .refine(({ kind, threshold }) => kind !== 'csat' || (threshold >= 1 && threshold <= 5), {
      path: ['threshold'],
      error: 'Nhập số từ 1 đến 5',
    }),
  row: z.object({
    sheet_name: z.string(),
    scorer_names: z.array(z.string()),
    /** Calls that it has chosen, and those of them that wait. */
    chosen: z.int(),
    waiting: z.int(),
  }),
  bulk: ['active'],
  shows: ['score-sheets', 'accounts', 'quality'],
});

const one = z.object({ id });

export const trySamplingRule = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/sampling-rule/:id/try',
  rowsOf: ['sampling-rules', 'quality'],
  access: 'sampling-rules.view',
  summary: 'What a rule would choose of the period that goes on: so many calls, of whom, and why; nothing is chosen',
  params: one,
  result: z.object({
    calls: z.int(),
    data: z.array(
      z.object({
        call_id: id,
        started_at: z.iso.datetime({ offset: true }),
        agent_name: z.string(),
        reason: z.string(),
      }),
    ),
  }),
});

export const runSamplingRule = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/sampling-rule/:id/run',
  access: all('sampling-rules.view', 'sampling-rules.update'),
  summary:
    'Choose calls of the period that goes on now, instead of when it has ended; nobody gets more than the rule says',
  params: one,
  result: z.object({ chosen: z.int() }),
});
