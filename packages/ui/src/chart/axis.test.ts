import { expect, test } from 'vitest';

import { axisFigures, barsLie, namedEvery } from './axis.ts';

test('an axis goes from nothing to the figure above the highest, in steps that are easily read', () => {
  expect(axisFigures(7)).toEqual([0, 2, 4, 6, 8]);
  expect(axisFigures(9)).toEqual([0, 3, 6, 9]);
  expect(axisFigures(31)).toEqual([0, 10, 20, 30, 40]);
  expect(axisFigures(1_400)).toEqual([0, 500, 1_000, 1_500]);
});
test('parts of a whole have no figure above it', () => {
  expect(axisFigures(100, 100)).toEqual([0, 25, 50, 75, 100]);
  expect(axisFigures(95, 100)).toEqual([0, 25, 50, 75, 100]);
  expect(axisFigures(31, 100)).toEqual([0, 10, 20, 30, 40]);
});

test('it never cuts a call into pieces, and a day without calls has an axis too', () => {
  expect(axisFigures(2)).toEqual([0, 1, 2]);
  expect(axisFigures(1)).toEqual([0, 1]);
  expect(axisFigures(0)).toEqual([0, 1]);
});
test('names that would touch are left out evenly', () => {
  expect(namedEvery(['8h', '9h', '10h'], 60)).toBe(1);
  expect(namedEvery(['8h', '9h', '10h'], 20)).toBe(2);
  expect(namedEvery(['Nguyễn Thị Lan'], 40)).toBe(3);
  expect(namedEvery([], 40)).toBe(1);
});

test('where names have no room the bars lie, unless their steps are even or there are too many', () => {
  expect(barsLie(['Đã hẹn', 'Từ chối'], 100, false)).toBe(false);
  expect(barsLie(['Đã hẹn', 'Từ chối'], 40, false)).toBe(true);
  expect(barsLie(['08:00', '08:30'], 20, true)).toBe(false);
  expect(
    barsLie(
      Array.from({ length: 41 }, (_, at) => `Đợt ${at}`),
      20,
      false,
    ),
  ).toBe(false);
});
