import { type AnswerValue, answerValue } from '@alo/contract';
import { z } from 'zod';

import type { KeptInput } from '../../kit/drafts/use-kept-input.ts';

/** What was filled in and has not been saved; the rest is as it was saved before. */
interface SurveyInput {
  readonly values: Readonly<Record<string, AnswerValue>>;
  /** Null leaves the note as it is. */
  readonly note: string | null;
}

const stored = z.object({ values: z.record(z.string(), answerValue), note: z.string().nullable() });

export const surveyInput: KeptInput<SurveyInput> = {
  blank: { values: {}, note: null },
  isFilled: ({ values, note }) => Object.keys(values).length > 0 || note !== null,
  together: (kept, typed) => ({ values: { ...kept.values, ...typed.values }, note: typed.note ?? kept.note }),
  read: (value) => stored.safeParse(value).data,
};
