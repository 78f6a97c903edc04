import { type AgreedPairs, agreedPairs, agrees, alphaOf, type Judgement } from './agreement.ts';
import type { EvaluationAnswer } from './evaluations.ts';
import { type Scorable, scoreOf, shareOf } from './score.ts';

/** What was said of a call of a calibration. */
export interface CallOfCalibration {
  readonly given: readonly { readonly account_id: string; readonly answers: readonly EvaluationAnswer[] }[];
  readonly reference: { readonly answers: readonly EvaluationAnswer[] } | null;
}

/** How one of those who scored stands to the others, and to what is held right. */
export interface ScorerFigures extends AgreedPairs {
  readonly compared: number;
  readonly right_ones: number;
  /** Points above what is held right, on the average of the calls; null where that was not said. */
  readonly bias: number | null;
}

/** What a calibration comes to. */
export interface CalibrationFigures extends AgreedPairs {
  readonly alpha: number | null;
  /** By the ids of the questions. */
  readonly questions: ReadonlyMap<string, AgreedPairs>;
  readonly scorers: ReadonlyMap<string, ScorerFigures>;
}

/** The score that answers come to. */
export const percentOf = (sheet: Scorable, answers: readonly EvaluationAnswer[]): number | null =>
  scoreOf(sheet, Object.fromEntries(answers.map(({ question_id: id, value }) => [id, value]))).percent;

/** Counts what people agree on, whatever order they stand in. */
export function calibrationFigures(
  sheet: Scorable,
  calls: readonly CallOfCalibration[],
  tolerance: number,
): CalibrationFigures {
  const questions = sheet.sections.flatMap((section) => section.questions);
  /** Of each question and call, by person. */
  const asked = calls.flatMap(({ given, reference }) =>
    questions.map((question) => {
      const worth = (answers: readonly EvaluationAnswer[]): Judgement | undefined => {
        const answer = answers.find(({ question_id: id }) => id === question.id);
        return answer === undefined ? undefined : shareOf(question, answer.value);
      };
      return {
        id: question.id ?? '',
        right: reference === null ? undefined : worth(reference.answers),
        said: given.flatMap(({ account_id: id, answers }) => {
          const value = worth(answers);
          return value === undefined ? [] : [{ id, value }];
        }),
      };
    }),
  );
  const units = asked.map(({ said }) => said.map(({ value }) => value));
  const people = new Set(calls.flatMap(({ given }) => given.map(({ account_id: id }) => id)));
  return {
    alpha: alphaOf(units),
    ...agreedPairs(units, tolerance),
    questions: new Map(
      questions.map(({ id }) => [
        id ?? '',
        agreedPairs(
          asked.filter((one) => one.id === id).map(({ said }) => said.map(({ value }) => value)),
          tolerance,
        ),
      ]),
    ),
    scorers: new Map([...people].map((id) => [id, scorerFigures(id, { sheet, calls, asked, tolerance })])),
  };
}

interface Asked {
  readonly right: Judgement | undefined;
  readonly said: readonly { readonly id: string; readonly value: Judgement }[];
}

function scorerFigures(
  person: string,
  {
    sheet,
    calls,
    asked,
    tolerance,
  }: { sheet: Scorable; calls: readonly CallOfCalibration[]; asked: readonly Asked[]; tolerance: number },
): ScorerFigures {
  let [pairs, agreed, compared, rightOnes] = [0, 0, 0, 0];
  for (const { right, said } of asked) {
    const own = said.find(({ id }) => id === person);
    if (own === undefined) continue;
    const others = said.filter(({ id }) => id !== person);
    pairs += others.length;
    agreed += others.filter(({ value }) => agrees(own.value, value, tolerance)).length;
    if (right === undefined) continue;
    compared += 1;
    if (agrees(own.value, right, tolerance)) rightOnes += 1;
  }
  const above = calls.flatMap(({ given, reference }) => {
    const own = given.find(({ account_id: id }) => id === person);
    const [said, held] = [own, reference].map((one) => (one == null ? null : percentOf(sheet, one.answers)));
    return said == null || held == null ? [] : [said - held];
  });
  const bias = above.length === 0 ? null : above.reduce((sum, one) => sum + one, 0) / above.length;
  return { pairs, agreed, compared, right_ones: rightOnes, bias: bias === null ? null : Math.round(bias * 10) / 10 };
}
