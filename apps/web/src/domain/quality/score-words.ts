import type {
  CallMeasures,
  Evaluation,
  EvaluationAnswer,
  EvaluationState,
  ScoreQuestion,
  ScoreValues,
} from '@alo/contract';
import { scaleTop } from '@alo/contract';
import { numberText, type StatusTone } from '@alo/ui';

import { percent as percentText } from '../../kit/format/numbers.ts';

export const scoreTones: Readonly<Record<EvaluationState, StatusTone>> = {
  due: 'paused',
  draft: 'paused',
  submitted: 'talking',
  agreed: 'ready',
  disputed: 'bad',
  decided: 'ready',
};

/** A score as people read it: `87,5%`. */
export const scoreText = (percent: number | null): string => (percent === null ? '–' : percentText(percent));

/** What a question may be answered by, by the value as a text. */
export function answersOf({ kind, choices, optional }: ScoreQuestion): readonly { value: string; label: string }[] {
  return [...ofKind(kind, choices), ...(optional ? [{ value: 'n/a', label: 'Không áp dụng' }] : [])];
}

function ofKind(kind: ScoreQuestion['kind'], choices: ScoreQuestion['choices']) {
  switch (kind) {
    case 'pass':
      return [
        { value: '1', label: 'Đạt' },
        { value: '0', label: 'Không đạt' },
      ];
    case 'scale':
      return Array.from({ length: scaleTop }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));
    case 'choice':
      return choices.map(({ text }, at) => ({ value: String(at), label: text }));
    default:
      return kind satisfies never;
  }
}

/** Answers by question, as scores are made of them. */
export const valuesOf = (answers: readonly EvaluationAnswer[]): ScoreValues =>
  Object.fromEntries(answers.map(({ question_id: id, value }) => [id, value]));

/** What was measured and answers a question, in words; undefined where nothing was. */
export function measuredText(
  { measure }: Pick<ScoreQuestion, 'measure'>,
  measured: CallMeasures | null,
): string | undefined {
  if (measured === null) return undefined;
  const seconds = (n: number | null, before: string) => (n === null ? undefined : `${before} ${numberText(n, 1)} giây`);
  const percent = (n: number | null, before: string) => (n === null ? undefined : `${before} ${percentText(n)}`);
  switch (measure) {
    case 'none':
      return undefined;
    case 'greeting':
      return seconds(measured.greeting_seconds, 'Máy đo: nói câu đầu sau');
    case 'longest_silence':
      return seconds(measured.longest_silence_seconds, 'Máy đo: im lặng dài nhất');
    case 'overtalk':
      return percent(measured.overtalk_percent, 'Máy đo: nói chen');
    case 'agent_share':
      return percent(measured.agent_percent, 'Máy đo: nhân viên nói');
    case 'hold_told':
      if (measured.holds === null || measured.holds_told === null) return undefined;
      return measured.holds === 0
        ? 'Máy đo: không giữ máy lần nào'
        : `Máy đo: báo trước ${measured.holds_told} trên ${measured.holds} lần giữ máy`;
    default:
      return measure satisfies never;
  }
}

/** Questions of a sheet in their order. */
export const questionsOf = ({ sections }: Pick<Evaluation, 'sections'>): readonly ScoreQuestion[] =>
  sections.flatMap(({ questions }) => questions);
