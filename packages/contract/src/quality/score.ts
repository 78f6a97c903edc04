import { type ScoreMeasure, type ScoreQuestion, type ScoreSection, scaleTop } from './score-sheets.ts';

/** What was said to a question: the place of what was chosen, 1 to 5 on a scale, 1 or 0 of passed or not; or that it does not apply. */
export type ScoreValue = number | 'n/a';

/** A sheet as far as scores are made of it. */
export interface Scorable {
  readonly fatal_percent: number;
  readonly sections: readonly ScoreSection[];
}

/** What came of one question. */
export interface ScoredQuestion {
  readonly id: string;
  /** Of one; null where it does not apply or was not answered. */
  readonly share: number | null;
}

/** What came of a sheet. */
export interface SheetScore {
  /** Null where nothing applies, or nothing was answered yet. */
  readonly percent: number | null;
  /** Of each section, as the sheet has them. */
  readonly sections: readonly (number | null)[];
  readonly questions: readonly ScoredQuestion[];
  /** Questions with a fatal mistake. */
  readonly fatal: readonly string[];
  /** Questions that wait for an answer. */
  readonly missing: readonly string[];
}

/** Answers by the ids of their questions. */
export type ScoreValues = Readonly<Record<string, ScoreValue | undefined>>;

/** What an answer is worth, of one; undefined of what is none to this question. */
export function shareOf({ kind, choices, optional }: ScoreQuestion, value: ScoreValue): number | 'n/a' | undefined {
  if (value === 'n/a') return optional ? value : undefined;
  switch (kind) {
    case 'pass':
      return value === 0 || value === 1 ? value : undefined;
    case 'scale':
      return Number.isInteger(value) && value >= 1 && value <= scaleTop ? (value - 1) / (scaleTop - 1) : undefined;
    case 'choice': {
      const chosen = choices[value];
      return chosen === undefined ? undefined : chosen.percent / 100;
    }
    default:
      return kind satisfies never;
  }
}

/**
 * The score of a sheet: each section is the average of its questions by their weights, the sheet that of its sections by theirs. What
 * does not apply, or has no answer yet, is not there: neither above nor below the line. With a fatal mistake no more is left than the
 * sheet says.
 */
export function scoreOf({ sections, fatal_percent: atMost }: Scorable, values: ScoreValues): SheetScore {
  const questions: ScoredQuestion[] = [];
  const [fatal, missing]: [string[], string[]] = [[], []];
  const ofSections = sections.map(({ questions: asked }) => {
    const counted: Weighed[] = [];
    for (const question of asked) {
      const id = question.id ?? '';
      const value = values[id];
      const share = value === undefined ? undefined : shareOf(question, value);
      if (share === undefined) missing.push(id);
      if (share === 0 && question.fatal) fatal.push(id);
      if (typeof share === 'number') counted.push({ weight: question.weight, share });
      questions.push({ id, share: typeof share === 'number' ? share : null });
    }
    return average(counted);
  });
  const whole = average(
    sections.flatMap(({ weight }, at) => {
      const share = ofSections[at] ?? null;
      return share === null ? [] : [{ weight, share }];
    }),
  );
  const percent = whole === null ? null : inPercent(whole);
  return {
    percent: percent !== null && fatal.length > 0 ? Math.min(percent, atMost) : percent,
    sections: ofSections.map((share) => (share === null ? null : inPercent(share))),
    questions,
    fatal,
    missing,
  };
}

interface Weighed {
  readonly weight: number;
  readonly share: number;
}

function average(all: readonly Weighed[]): number | null {
  const weights = all.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0 ? null : all.reduce((sum, { weight, share }) => sum + weight * share, 0) / weights;
}

/** To a tenth of a percent. */
const inPercent = (share: number) => Math.round(share * 1_000) / 10;

/** What was measured of a call; null of what nobody knows. */
export interface CallMeasures {
  readonly agent_percent: number | null;
  readonly overtalk_percent: number | null;
  readonly longest_silence_seconds: number | null;
  /** From the answer to the agent's first word. */
  readonly greeting_seconds: number | null;
  /** How often the customer was put on hold, and how often they were told before. */
  readonly holds: number | null;
  readonly holds_told: number | null;
}

/** What was measured answers a question; undefined where it does not, so that a person has to. */
export function measuredAnswer(
  { measure, limit, optional }: Pick<ScoreQuestion, 'measure' | 'limit' | 'optional'>,
  measured: CallMeasures | null,
): ScoreValue | undefined {
  if (measured === null || measure === 'none') return undefined;
  if (measure === 'hold_told') {
    const { holds, holds_told: told } = measured;
    if (holds === null || told === null) return undefined;
    if (holds === 0) return optional ? 'n/a' : 1;
    return told === holds ? 1 : 0;
  }
  const found = measured[fieldOf[measure]];
  return found === null ? undefined : found <= limit ? 1 : 0;
}

const fieldOf = {
  greeting: 'greeting_seconds',
  longest_silence: 'longest_silence_seconds',
  overtalk: 'overtalk_percent',
  agent_share: 'agent_percent',
} as const satisfies Readonly<Record<Exclude<ScoreMeasure, 'none' | 'hold_told'>, keyof CallMeasures>>;
