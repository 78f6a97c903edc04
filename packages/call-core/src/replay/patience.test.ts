import { expect, test } from 'vitest';

import { patienceFrom, patienceOf, stillWaiting } from './patience.ts';

const gaveUp = (seconds: number) => ({ ms: seconds * 1_000, gaveUp: true });
const answered = (seconds: number) => ({ ms: seconds * 1_000, gaveUp: false });

test('whoever was answered counts as long as they waited, and no longer', () => {
  // Of ten, one gives up at 10 s; five are answered at 20 s; of the four left two give up at 30 s.
  const curve = patienceOf([
    gaveUp(10),
    ...Array.from({ length: 5 }, () => answered(20)),
    ...[30, 30].map(gaveUp),
    ...[40, 50].map(answered),
  ]);
  expect(curve.map(({ ms, share }) => [ms / 1_000, Math.round(share * 1_000) / 1_000])).toEqual([
    [10, 0.9],
    [30, 0.45],
  ]);
  expect([5, 10, 29, 31].map((s) => Math.round(stillWaiting(curve, s * 1_000) * 100))).toEqual([100, 90, 90, 45]);
});

test('whoever has waited so long is as patient as those who waited as long', () => {
  const curve = patienceOf([10, 20, 30, 40].map(gaveUp));
  // Of the two who are there after 20 s one gives up at 30 s, the other at 40 s.
  expect(patienceFrom(curve, 20_000, 0.9)).toBe(30_000);
  expect(patienceFrom(curve, 20_000, 0.3)).toBe(40_000);
  expect(patienceFrom(curve, 0, 0.99)).toBe(10_000);
  // Nobody was seen to wait longer than they were answered: they wait on.
  expect(patienceFrom(patienceOf([answered(20)]), 0, 0.5)).toBe(Number.POSITIVE_INFINITY);
  expect(patienceFrom([], 0, 0.5)).toBe(Number.POSITIVE_INFINITY);
});
