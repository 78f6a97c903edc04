import fc from 'fast-check';
import { expect, test } from 'vitest';

import { changeParts } from './change-parts.ts';

const ratio = fc
  .record({ whole: fc.integer({ min: 0, max: 500 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ whole, share }) => [Math.floor(whole * share), whole] as const);
const groups = fc.array(fc.record({ now: ratio, before: ratio }), { maxLength: 8 });

test('the parts of all groups add up to the change of the whole, to the last bit that a number has', () => {
  fc.assert(
    fc.property(groups, (all) => {
      const sum = (when: 'now' | 'before', at: 0 | 1) => all.reduce((total, one) => total + one[when][at], 0);
      const parts = changeParts(all);
      fc.pre(sum('now', 1) > 0 && sum('before', 1) > 0);
      const change = sum('now', 0) / sum('now', 1) - sum('before', 0) / sum('before', 1);
      const told = (parts ?? []).reduce((total, { mix, rate }) => total + mix + rate, 0);
      expect(told).toBeCloseTo(change, 9);
    }),
  );
});

test('of a time in which there was nothing there is no change to tell of', () => {
  expect(changeParts([])).toBeNull();
  expect(changeParts([{ now: [1, 2], before: [0, 0] }])).toBeNull();
});

test('what only moved between groups is mix, and what only got worse within them is rate', () => {
  // Nine of ten in the morning and one of two in the evening, as ever; but more call in the evening.
  const moved = changeParts([
    { now: [90, 100], before: [180, 200] },
    { now: [100, 200], before: [50, 100] },
  ]);
  expect(moved?.every(({ rate }) => rate === 0)).toBe(true);
  expect(moved?.reduce((sum, { mix }) => sum + mix, 0)).toBeCloseTo(190 / 300 - 230 / 300, 9);
  const worse = changeParts([
    { now: [70, 100], before: [90, 100] },
    { now: [50, 100], before: [50, 100] },
  ]);
  expect(worse?.every(({ mix }) => mix === 0)).toBe(true);
  expect(worse?.map(({ rate }) => Math.round(rate * 1000) / 1000)).toEqual([-0.1, 0]);
});
