import { z } from 'zod';

import { oneOf } from '../lib/one-of.ts';
import { id, timestamp, version } from '../lib/values.ts';

/** What is answered to a question. */
export const questionKinds = {
  scale: 'Thang 1–5',
  nps: 'NPS 0–10',
  'yes-no': 'Có – Không',
  one: 'Một lựa chọn',
  several: 'Nhiều lựa chọn',
  text: 'Văn bản',
} as const;
export const questionKind = oneOf(questionKinds);
export type QuestionKind = z.output<typeof questionKind>;
/** Whether its answers are chosen of words that the question names. */
export const hasChoices = (kind: unknown): boolean => kind === 'one' || kind === 'several';

/** What came of asking a customer. Only who has answered has answers. */
export const surveyOutcomes = { answered: 'Đã trả lời', 'no-answer': 'Không trả lời', declined: 'Từ chối' } as const;
export const surveyOutcome = oneOf(surveyOutcomes);
export type SurveyOutcome = z.output<typeof surveyOutcome>;

/** A choice, several of them, a number of the scale, yes or no, or words. */
export const answerValue = z.union([
  z.string().trim().max(2000),
  z.array(z.string().max(200)).max(20),
  z.int(),
  z.boolean(),
]);
export type AnswerValue = z.output<typeof answerValue>;

/** An answer with what was asked, in the words of then. */
export const keptAnswer = z.object({
  question_id: id,
  question: z.string(),
  kind: questionKind,
  value: answerValue,
});
export type KeptAnswer = z.output<typeof keptAnswer>;

/** Who asked: one of us in a call, the exchange by keys after one, the exchange in a call of its own, or a page. */
export const surveyChannels = {
  person: 'Nhân viên hỏi',
  keys: 'Bấm phím sau cuộc gọi',
  auto: 'Cuộc gọi tự động',
  link: 'Đường link',
} as const;
export const surveyChannel = oneOf(surveyChannels);
export type SurveyChannel = z.output<typeof surveyChannel>;

/** What one customer answered to one survey: people ask once, and a second time edits it; calls ask each time. */
export const surveyResponse = z.object({
  id,
  version,
  survey_id: id,
  survey_name: z.string(),
  outcome: surveyOutcome,
  channel: surveyChannel,
  /** Answered to the end. */
  complete: z.boolean(),
  note: z.string(),
  answers: z.array(keptAnswer),
  /** The conversation in which it was asked, where there was one. */
  call_id: id.nullable(),
  asked_at: timestamp,
  by_name: z.string().nullable(),
});
export type SurveyResponse = z.output<typeof surveyResponse>;
