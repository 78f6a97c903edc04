import { expect, test } from 'vitest';
import { isOverbooked, sumWords } from './carrier-sum.ts';

test.each([
  [{ given: 20, unlimited: 0, channels: 30 }, '20 / 30 (67 %)', false],
  [{ given: 60, unlimited: 0, channels: 30 }, '60 / 30 (200 %)', true],
  [{ given: 20, unlimited: 0, channels: null }, '20', false],
  [{ given: 20, unlimited: 1, channels: 30 }, '20 + không hạn chế / 30', true],
  [{ given: 0, unlimited: 1, channels: 30 }, 'không hạn chế / 30', false],
  [{ given: 0, unlimited: 2, channels: 30 }, 'không hạn chế / 30', true],
])('what was given of a carrier is summed up: %j', (sum, words, over) => {
  expect([sumWords(sum), isOverbooked(sum)]).toEqual([words, over]);
});
