import type { AnswerValue, QuestionKind } from '../calls/survey-response.ts';

/** What is asked after an answer, where it is not the next question; null ends the survey. */
export type SurveyBranch = {
  readonly question_id: string;
  /** `1-2`, `Có`, a choice; empty is any answer. */
  readonly answer: string;
  readonly next_id: string | null;
};

interface Question {
  readonly id: string;
  readonly kind: QuestionKind;
}

/** Whether an answer is one of those that are meant by words; undefined where the words mean nothing for this kind of question. */
export function answersMeant(
  { kind, choices }: { readonly kind: QuestionKind; readonly choices: readonly string[] },
  words: string,
): ((value: AnswerValue) => boolean) | undefined {
  if (words === '') return () => true;
  switch (kind) {
    case 'scale':
    case 'nps': {
      const [, from, to = from] = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/.exec(words) ?? [];
      if (from === undefined) return undefined;
      return (value) => typeof value === 'number' && value >= Number(from) && value <= Number(to);
    }
    case 'yes-no': {
      const meant = { có: true, không: false }[words.toLowerCase()];
      return meant === undefined ? undefined : (value) => value === meant;
    }
    case 'one':
    case 'several':
      return choices.includes(words) ? (value) => [value].flat().includes(words) : undefined;
    case 'text':
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** What comes after a question, by its answer; undefined at the end. */
export function questionAfter<Q extends Question & { readonly choices: readonly string[] }>(
  questions: readonly Q[],
  branches: readonly SurveyBranch[],
  question: Q,
  value: AnswerValue | undefined,
): Q | undefined {
  const place = questions.indexOf(question);
  const branch =
    value === undefined
      ? undefined
      : branches.find(
          ({ question_id: id, answer }) => id === question.id && answersMeant(question, answer)?.(value) === true,
        );
  if (branch === undefined) return questions[place + 1];
  // One that does not come later any more is none.
  return branch.next_id === null ? undefined : questions.slice(place + 1).find(({ id }) => id === branch.next_id);
}

/** The questions that somebody is asked who answers so. */
export function questionsAsked<Q extends Question & { readonly choices: readonly string[] }>(
  questions: readonly Q[],
  branches: readonly SurveyBranch[],
  valueOf: (question: Q) => AnswerValue | undefined,
): Q[] {
  const asked: Q[] = [];
  for (let next = questions[0]; next !== undefined; next = questionAfter(questions, branches, next, valueOf(next))) {
    asked.push(next);
  }
  return asked;
}

/** What keys answer to a question; what is said in words or chosen several times has none. */
export function keysOf(
  kind: QuestionKind,
  choices: readonly string[],
): { readonly key: string; readonly value: string | number | boolean }[] {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ key: String(from + at), value: from + at }));
  switch (kind) {
    case 'scale':
      return numbers(1, 5);
    case 'nps':
      return [...numbers(0, 10), { key: '*', value: 10 }];
    case 'yes-no':
      return [
        { key: '1', value: true },
        { key: '2', value: false },
      ];
    case 'one':
      return choices.map((value, at) => ({ key: String(at + 1), value }));
    case 'several':
    case 'text':
      return [];
    default:
      return kind satisfies never;
  }
}
