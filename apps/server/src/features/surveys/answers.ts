import {
  type AnswerValue,
  type Asking,
  asAnswered,
  isAnswer,
  type KeptAnswer,
  type SurveyOutcome,
  wrongAnswer,
} from '@alo/contract';

export type AskedQuestion = Asking['questions'][number];

interface Given {
  readonly outcome: SurveyOutcome;
  readonly values: Readonly<Record<string, AnswerValue>>;
  /** What was kept the time before. */
  readonly before: readonly KeptAnswer[];
}

/** What is wrong, by the id of the question. */
type Mistakes = Readonly<Record<string, string>>;

/**
 * What is kept of what was answered. An answer that stays as it was keeps the words in which it was asked, and so do answers
 * to questions that the survey does not ask any more, also where it was chosen of what is offered no longer; who has not answered
 * has none.
 */
export function answersToKeep(
  questions: readonly AskedQuestion[],
  { outcome, values, before }: Given,
): { readonly answers: readonly KeptAnswer[] } | { readonly mistakes: Mistakes } {
  if (outcome !== 'answered') return { answers: [] };
  const mistakes = [
    ...questions.flatMap((question) => {
      const was = before.find(({ question_id: id }) => id === question.id);
      const wrong = wrongAnswer(asAnswered(question, was), values[question.id]);
      return wrong === undefined ? [] : [[question.id, wrong] as const];
    }),
    ...Object.keys(values).flatMap((id) =>
      questions.some((question) => question.id === id) ? [] : [[id, 'Khảo sát này không hỏi câu ấy'] as const],
    ),
  ];
  if (mistakes.length > 0) return { mistakes: Object.fromEntries(mistakes) };
  const asked = questions.flatMap(({ id, name, kind }): KeptAnswer[] => {
    const value = values[id];
    if (!isAnswer(value)) return [];
    const was = before.find((one) => one.question_id === id && one.kind === kind && isSame(one.value, value));
    return [was ?? { question_id: id, question: name, kind, value }];
  });
  return { answers: [...asked, ...before.filter((one) => questions.every(({ id }) => id !== one.question_id))] };
}

const isSame = (a: AnswerValue, b: AnswerValue) => JSON.stringify(a) === JSON.stringify(b);
