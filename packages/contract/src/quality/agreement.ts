/** What somebody's answer is worth, of one; or that the question does not apply. */
export type Judgement = number | 'n/a';

/** What several people said to one question of one call. */
export type Judgements = readonly Judgement[];

/** How far two answers are from each other, of one. Whether a question applies at all is as far apart as best and worst. */
function distance(one: Judgement, other: Judgement): number {
  if (one === 'n/a' || other === 'n/a') return one === other ? 0 : 1;
  return (one - other) ** 2;
}

/** The pairs of answers to the same question that agree, and all pairs. */
export interface AgreedPairs {
  readonly pairs: number;
  readonly agreed: number;
}

// A step of a scale is a quarter, which binary fractions hold; percents of choices are not.
const slack = 1e-9;

/** Whether two answers are the same to somebody who tolerates so many percent of the worth. */
export const agrees = (one: Judgement, other: Judgement, tolerance: number): boolean =>
  one === 'n/a' || other === 'n/a' ? one === other : Math.abs(one - other) * 100 <= tolerance + slack;

/** Counts pairs of people by question and call. */
export function agreedPairs(all: readonly Judgements[], tolerance: number): AgreedPairs {
  let [pairs, agreed] = [0, 0];
  for (const answers of all) {
    for (const [at, one] of answers.entries()) {
      for (const other of answers.slice(at + 1)) {
        pairs += 1;
        if (agrees(one, other, tolerance)) agreed += 1;
      }
    }
  }
  return { pairs, agreed };
}

/**
 * Krippendorff's alpha: 1 where all say the same, about 0 where they agree as often as if the answers had been dealt out by lot, below
 * where they contradict each other. It takes any number of people, and people who left something out. Null where nobody can be compared.
 */
export function alphaOf(all: readonly Judgements[]): number | null {
  const compared = all.filter((answers) => answers.length > 1);
  const counts = new Map<Judgement, number>();
  let observed = 0;
  for (const answers of compared) {
    for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    observed += sumOfPairs(answers) / (answers.length - 1);
  }
  const n = [...counts.values()].reduce((sum, one) => sum + one, 0);
  if (n === 0) return null;
  if (observed === 0) return 1;
  let expected = 0;
  for (const [one, times] of counts)
    for (const [other, again] of counts) expected += times * again * distance(one, other);
  return 1 - ((n - 1) * observed) / expected;
}

/** Of ordered pairs. */
function sumOfPairs(answers: Judgements): number {
  let sum = 0;
  for (const one of answers) for (const other of answers) sum += distance(one, other);
  return sum;
}

/** What an alpha means to whoever leads scorers; the borders are those that Krippendorff gives. */
export const agreementLevels = {
  good: 'Đồng thuận tốt',
  fair: 'Tạm được',
  poor: 'Chưa đồng thuận',
  none: 'Không hơn đoán mò',
} as const;
export type AgreementLevel = keyof typeof agreementLevels;

export function agreementLevel(alpha: number): AgreementLevel {
  if (alpha >= 0.8) return 'good';
  if (alpha >= 0.667) return 'fair';
  return alpha > 0.2 ? 'poor' : 'none';
}
