import { expect, test } from 'vitest';

import { isKnownFull, noteFull } from './full-histories.ts';

test('that a company has more calls than are counted is known for a minute, of it alone', () => {
  expect(isKnownFull('one', 0)).toBe(false);
  noteFull('one', 1_000);
  expect([isKnownFull('one', 60_999), isKnownFull('other', 60_999)]).toEqual([true, false]);
  expect(isKnownFull('one', 61_000)).toBe(false);
  noteFull('one', 70_000);
  expect(isKnownFull('one', 71_000)).toBe(true);
});
