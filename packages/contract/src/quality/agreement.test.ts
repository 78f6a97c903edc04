import fc from 'fast-check';
import { expect, test } from 'vitest';

import { agreedPairs, agreementLevel, alphaOf, type Judgement, type Judgements } from './agreement.ts';

const judgement = fc.oneof(
  fc.constantFrom<Judgement>(0, 0.25, 0.5, 0.75, 1, 'n/a'),
  fc.integer({ min: 0, max: 100 }).map((percent): Judgement => percent / 100),
);
const session = fc.array(fc.array(judgement, { maxLength: 6 }), { maxLength: 12 });

test('by hand: two people, four questions of yes and no, one of which divides them', () => {
  // Seven answers are worth 1 and one nothing. Seen: 2 of 8 ordered pairs differ, each of weight 1: 2. By lot: 2 × 7 × 1 = 14.
  // 1 − (8 − 1) × 2 ÷ 14 = 0.
  const all: Judgements[] = [
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 0],
  ];
  expect(alphaOf(all)).toBeCloseTo(0, 12);
  expect(agreedPairs(all, 0)).toEqual({ pairs: 4, agreed: 3 });
  // Two of each: by lot 2 × 5 × 3 = 30, seen 2: 1 − 7 × 2 ÷ 30.
  expect(
    alphaOf([
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 0],
    ]),
  ).toBeCloseTo(1 - 14 / 30, 12);
});

test('by hand: three people on a scale, who are a step apart at most', () => {
  // Of 1, 1, 0.75 and 0, 0.25, 0: seen (2 × 2 × 0.0625) ÷ 2 each: 0.125 and 0.125.
  const all: Judgements[] = [
    [1, 1, 0.75],
    [0, 0.25, 0],
  ];
  // By lot, twice each pair of values: 1 and 0.75 (2 × 0.0625), 1 and 0 (4 × 1), 1 and 0.25 (2 × 0.5625), 0.75 and 0 (2 × 0.5625),
  // 0.75 and 0.25 (1 × 0.25), 0.25 and 0 (2 × 0.0625).
  const byLot = 2 * (2 * 0.0625 + 4 + 2 * 0.5625 + 2 * 0.5625 + 0.25 + 2 * 0.0625);
  expect(alphaOf(all)).toBeCloseTo(1 - (5 * 0.25) / byLot, 12);
  expect(agreedPairs(all, 25)).toEqual({ pairs: 6, agreed: 6 });
  expect(agreedPairs(all, 24)).toEqual({ pairs: 6, agreed: 2 });
});

test('the example that Krippendorff counts himself, of two people and ten yes or no, comes to 0.095', () => {
  // Computing Krippendorff’s Alpha-Reliability, 2011, part A.
  const meg = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0];
  const owen = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0];
  expect(alphaOf(meg.map((one, at) => [one, owen[at] ?? 0]))).toBeCloseTo(0.095, 3);
});

test('a question that does not apply to one and does to another divides them, whatever is tolerated', () => {
  expect(agreedPairs([['n/a', 1]], 100)).toEqual({ pairs: 1, agreed: 0 });
  expect(agreedPairs([['n/a', 'n/a']], 0)).toEqual({ pairs: 1, agreed: 1 });
  expect(
    alphaOf([
      ['n/a', 'n/a'],
      [1, 1],
    ]),
  ).toBe(1);
  expect(
    alphaOf([
      ['n/a', 1],
      [1, 'n/a'],
    ]),
  ).toBeLessThan(0);
});

test('where all say the same it is 1, where nobody can be compared it is nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(judgement, fc.integer({ min: 2, max: 6 })), { minLength: 1 }), (questions) => {
      const all = questions.map(([answer, people]) => Array.from({ length: people }, () => answer));
      expect(alphaOf(all)).toBe(1);
      const { pairs, agreed } = agreedPairs(all, 0);
      expect(agreed).toBe(pairs);
    }),
  );
  expect(alphaOf([[1], []])).toBeNull();
});

test('it is never above 1, and neither the order of the people nor that of the questions matters', () => {
  fc.assert(
    fc.property(session, fc.integer({ min: 0, max: 100 }), (all, tolerance) => {
      const alpha = alphaOf(all);
      const turned = all.map((answers) => answers.toReversed()).toReversed();
      expect(alpha ?? 0).toBeLessThanOrEqual(1);
      expect(alphaOf(turned) ?? 0).toBeCloseTo(alpha ?? 0, 9);
      expect(agreedPairs(turned, tolerance)).toEqual(agreedPairs(all, tolerance));
    }),
  );
});

test('people who answer by lot come to about 0', () => {
  // Each seed is one world; the bounds are ten times what chance does to 4,000 questions.
  fc.assert(
    fc.property(fc.infiniteStream(fc.constantFrom<Judgement>(0, 0.25, 0.5, 0.75, 1, 'n/a')), (answers) => {
      const all = Array.from({ length: 4_000 }, () => [answers.next().value, answers.next().value]);
      expect(Math.abs(alphaOf(all) ?? 1)).toBeLessThan(0.16);
    }),
    { numRuns: 5, seed: 7 },
  );
});

test('a level is told by Krippendorff’s borders', () => {
  expect([1, 0.8, 0.79, 0.667, 0.5, 0.2, 0, -0.4].map(agreementLevel)).toEqual([
    'good',
    'good',
    'fair',
    'fair',
    'poor',
    'none',
    'none',
    'none',
  ]);
});
