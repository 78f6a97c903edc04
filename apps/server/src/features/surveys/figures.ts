import { answerWords, hasChoices, type QuestionFigures, type QuestionKind } from '@alo/contract';

/** A question as it was answered, with how often each answer was given; what was chosen or said is JSON. */
export interface AnswerTally {
  readonly question_id: string;
  readonly question: string;
  readonly kind: QuestionKind;
  readonly answered: number;
  readonly values: readonly { readonly value: string; readonly n: number }[];
}

/** What the survey asks now, for the order of questions and of their choices. */
interface AskedNow {
  readonly id: string;
  readonly choices: readonly string[];
}

/** What came of each question: those that are asked now in their order, then those that are not any more. */
export function surveyFiguresOf(tallies: readonly AnswerTally[], now: readonly AskedNow[]): QuestionFigures[] {
  const place = new Map(now.map(({ id }, at) => [id, at]));
  return tallies
    .toSorted((a, b) => (place.get(a.question_id) ?? now.length) - (place.get(b.question_id) ?? now.length))
    .map((tally) => {
      const choices = now.find(({ id }) => id === tally.question_id)?.choices ?? [];
      return { ...questionOf(tally), counts: countsOf(tally, choices), ...scoresOf(tally) };
    });
}

const questionOf = ({ question_id, question, kind, answered }: AnswerTally) => ({
  question_id,
  question,
  kind,
  answered,
});

function countsOf(tally: AnswerTally, choices: readonly string[]): QuestionFigures['counts'] {
  const { kind, values } = tally;
  if (kind === 'text') return [];
  const given = new Map(values.map(({ value, n }) => [value, n]));
  const order = [...possible(kind, choices), ...given.keys()];
  return [...new Set(order)].map((value) => ({ label: labelOf(kind, value), n: given.get(value) ?? 0 }));
}

/** Every answer that there may be, as JSON: those that nobody gave are shown, too. */
function possible(kind: QuestionKind, choices: readonly string[]): string[] {
  if (hasChoices(kind)) return choices.map((choice) => JSON.stringify(choice));
  if (kind === 'yes-no') return ['true', 'false'];
  const [from, to] = kind === 'nps' ? [0, 10] : [1, 5];
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}

function labelOf(kind: QuestionKind, value: string): string {
  const its: unknown = JSON.parse(value);
  if (typeof its === 'boolean') return answerWords({ kind, value: its });
  return String(its);
}

function scoresOf({ kind, values }: AnswerTally): Pick<QuestionFigures, 'average' | 'nps' | 'csat'> {
  const scores = values.map(({ value, n }) => ({ score: Number(value), n }));
  const count = (which: (score: number) => boolean) =>
    scores.reduce((sum, { score, n }) => (which(score) ? sum + n : sum), 0);
  const all = count(() => true);
  if (all === 0 || (kind !== 'scale' && kind !== 'nps')) return { average: null, nps: null, csat: null };
  const average = Math.round((10 * scores.reduce((sum, { score, n }) => sum + score * n, 0)) / all) / 10;
  const percent = (n: number) => Math.round((100 * n) / all);
  if (kind === 'scale') return { average, nps: null, csat: percent(count((score) => score >= 4)) };
  return { average, nps: percent(count((score) => score >= 9) - count((score) => score <= 6)), csat: null };
}
