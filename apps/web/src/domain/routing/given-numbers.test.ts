import { expect, test } from 'vitest';

import { rangeWords } from './given-numbers.ts';

test.each([
  [[], 2, 'Mọi đầu số'],
  [['+842873995500'], 2, '028 7399 5500'],
  [['+842873995500-+842873995509', '+8419001234'], 2, '028 7399 5500 – 028 7399 5509, 1900 1234'],
  [['+8419001234', '+8419001235', '+8419001236'], 2, '1900 1234, 1900 1235 và 1 số hoặc dải khác'],
])('the numbers %j of a carrier are read, of many the first %i', (numbers, most, words) => {
  expect(rangeWords(numbers, most).replaceAll('\u00a0', ' ')).toBe(words);
});

test('a line breaks between numbers and never in one', () => {
  expect(rangeWords(['+842873995500-+842873995509', '+8419001234']).split(/ –? ?/)).toEqual(
    ['028 7399 5500', '028 7399 5509,', '1900 1234'].map((number) => number.replaceAll(' ', '\u00a0')),
  );
});
