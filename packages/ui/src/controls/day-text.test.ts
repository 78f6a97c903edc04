import { expect, test } from 'vitest';

import { dayOf, dayText, timeOf } from './day-text.ts';
import { digits, numberOf, numberText } from './number-text.ts';

test.each([
  ['21/11/2026', '2026-11-21'],
  ['1/2/26', '2026-02-01'],
  ['21-11-2026', '2026-11-21'],
  ['21112026', '2026-11-21'],
  ['29/02/2028', '2028-02-29'],
])('the day %s is %s', (text, iso) => expect(dayOf(text)).toBe(iso));

test.each(['29/02/2026', '31/04/2026', '2026-11-21', '00/01/2026', 'mai', '', '1/1/0001'])(
  '"%s" is no day that anybody means',
  (text) => expect(dayOf(text)).toBeUndefined(),
);

test('a day is shown day first', () => expect(dayText('2026-11-21')).toBe('21/11/2026'));

test.each([
  ['8', '08:00'],
  ['8:30', '08:30'],
  ['830', '08:30'],
  ['8h30', '08:30'],
  ['20.15', '20:15'],
  ['2359', '23:59'],
])('the time %s is %s', (text, time) => expect(timeOf(text)).toBe(time));

test.each(['24:00', '8:60', 'sáng', '', '12345'])('"%s" is no time of day', (text) => {
  expect(timeOf(text)).toBeUndefined();
});

test.each([
  ['1.234,5', 1234.5],
  ['1234,5', 1234.5],
  ['1234.5', 1234.5],
  ['1.500.000 ₫', 1_500_000],
  ['1.500', 1500],
  ['-3', -3],
  ['', null],
  ['mười', Number.NaN],
  ['1,2,3', Number.NaN],
])('the number "%s" is %d', (text, value) => expect(numberOf(text)).toBe(value));

test('a number is shown as it is written in Việt Nam', () => expect(numberText(1_234_567.5, 1)).toBe('1.234.567,5'));

test.each([0, 7, 999, 1000, 12_431, 1_234_567, 0.05, 0.25, 1.005, 2.5, 99.95, 1234.5678, 1e15, 1e-9, -3, -1234.5])(
  '%d is written as the browser would write it',
  (value) => {
    const written = (atMost: number, atLeast: number) =>
      new Intl.NumberFormat('vi-VN', { maximumFractionDigits: atMost, minimumFractionDigits: atLeast }).format(value);
    for (const atMost of [0, 1, 2]) {
      expect(digits(value, atMost)).toBe(written(atMost, 0));
      expect(digits(value, atMost, atMost)).toBe(written(atMost, atMost));
    }
  },
);
