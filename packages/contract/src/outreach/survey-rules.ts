import { type AnswerValue, hasChoices, type KeptAnswer, type QuestionKind } from '../calls/survey-response.ts';
import { messages } from '../lib/messages.ts';

/** A question as it is asked. */
export interface SurveyQuestion {
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
  { kind, choices, required }: Omit<SurveyQuestion, 'name'>,
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

/** A question as it is asked again: an answer may keep a choice that the question has lost since. */
export function asAnswered<Q extends Omit<SurveyQuestion, 'name'>>(
  question: Q,
  before: Pick<KeptAnswer, 'kind' | 'value'> | undefined,
): Q {
  if (before === undefined || before.kind !== question.kind || !hasChoices(question.kind)) return question;
  const taken = [before.value].flat().filter((one) => typeof one === 'string');
  return { ...question, choices: [...new Set([...question.choices, ...taken])] };
}

/** An answer in words: "9/10", "Có", "Giá, Giao hàng". */
export function answerWords({ kind, value }: Pick<KeptAnswer, 'kind' | 'value'>): string {
  if (typeof value === 'boolean') return value ? 'Có' : 'Không';
  if (typeof value === 'number') return kind === 'nps' ? `${value}/10` : `${value}/5`;
  return typeof value === 'string' ? value : value.join(', ');
}
