import { expect, test } from 'vitest';

import { hearLevel, nobodySpeaks } from './speaking.ts';

const after = (...levels: readonly (readonly [level: number, readings: number])[]) =>
  levels
    .flatMap(([level, readings]) => Array.from({ length: readings }, () => level))
    .reduce((speaking, level) => hearLevel(speaking, level), nobodySpeaks).speaks;

test('a word is heard, a room and a cough are not, and what was said is over after three seconds', () => {
  expect(after([0.2, 300])).toBe(false);
  expect(after([0.8, 4], [0.2, 10], [0.8, 4])).toBe(false);
  // Between syllables it is quiet.
  expect(after([0.8, 5], [0.2, 2], [0.8, 5])).toBe(true);
  expect(after([0.8, 10], [0.2, 40])).toBe(true);
  expect(after([0.8, 10], [0.2, 46])).toBe(false);
});
