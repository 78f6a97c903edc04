import { z } from 'zod';

import { messages } from './lib/messages.ts';
import { id, timestamp, version } from './lib/values.ts';

/** What is answered to a question. */
export const questionKinds = {
  scale: 'Thang 1–5',
  nps: 'NPS 0–10',
  'yes-no': 'Có – Không',
  one: 'Một lựa chọn',
  several: 'Nhiều lựa chọn',
  text: 'Văn bản',
} as const;
export const questionKind = z.enum(Object.keys(questionKinds) as [keyof typeof questionKinds]);
export type QuestionKind = z.output<typeof questionKind>;

/** What came of asking a customer. Only who has answered has answers. */
export const surveyOutcomes = { answered: 'Đã trả lời', 'no-answer': 'Không trả lời', declined: 'Từ chối' } as const;
export const surveyOutcome = z.enum(Object.keys(surveyOutcomes) as [keyof typeof surveyOutcomes]);
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

/** What one customer answered to one survey: there is one, and a second time edits it. */
export const surveyResponse = z.object({
  id,
  version,
  survey_id: id,
  survey_name: z.string(),
  outcome: surveyOutcome,
  note: z.string(),
  answers: z.array(keptAnswer),
  /** The conversation in which it was asked, where there was one. */
  call_id: id.nullable(),
  asked_at: timestamp,
  by_name: z.string().nullable(),
});
export type SurveyResponse = z.output<typeof surveyResponse>;

/** A question as it is asked. */
export interface Asked {
  readonly name: string;
  readonly kind: QuestionKind;
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** Left empty: a blank text, no choice. */
const isEmpty = (value: AnswerValue) =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;

/** Whether there is an answer at all. */
export const isAnswer = (value: AnswerValue | undefined): value is AnswerValue =>
  value !== undefined && !isEmpty(value);

/** What is wrong with an answer, in words; undefined where nothing is. Form and server ask the same. */
export function wrongAnswer(
  { kind, choices, required }: Omit<Asked, 'name'>,
  value: AnswerValue | undefined,
): string | undefined {
  if (!isAnswer(value)) return required ? messages.required : undefined;
  switch (kind) {
    case 'one':
      return typeof value === 'string' && choices.includes(value) ? undefined : 'Hãy chọn một trong các đáp án';
    case 'several':
      return Array.isArray(value) && new Set(value).size === value.length && value.every((one) => choices.includes(one))
        ? undefined
        : 'Hãy chọn trong các đáp án';
    case 'scale':
      return isWithin(value, 1, 5) ? undefined : 'Chọn từ 1 đến 5';
    case 'nps':
      return isWithin(value, 0, 10) ? undefined : 'Chọn từ 0 đến 10';
    case 'yes-no':
      return typeof value === 'boolean' ? undefined : 'Chọn Có hoặc Không';
    case 'text':
      return typeof value === 'string' ? undefined : 'Hãy ghi bằng chữ';
    default:
      return kind satisfies never;
  }
}

const isWithin = (value: AnswerValue, from: number, to: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;

/** An answer in words: "9/10", "Có", "Giá, Giao hàng". */
export function answerWords({ kind, value }: Pick<KeptAnswer, 'kind' | 'value'>): string {
  if (typeof value === 'boolean') return value ? 'Có' : 'Không';
  if (typeof value === 'number') return kind === 'nps' ? `${value}/10` : `${value}/5`;
  return typeof value === 'string' ? value : value.join(', ');
}
