import { expect, test } from 'vitest';

import { plainCell, seenText } from '../file-row.ts';
import { builtIn, shownBy, shownNumber } from './number-format.ts';

test.each([
  ['#,##0\\ "VND"'],
  ['#,##0 "đồng"'],
  ['0.00'],
  ['General'],
  ['@'],
  ['0'],
  ['[$VND] #,##0'],
  ['[Red]#,##0;[Blue]-#,##0'],
  ['0.00E+00'],
  ['#,##0;"ngày"'],
  ['# ##0'],
  ['###0'],
  ['[<=9999999]000-0000;(000) 000-0000'],
])('the format %s leaves a number', (format) => {
  expect(shownBy(format).kind).toBe('number');
});

test.each([['dd/mm/yyyy'], ['[$-1010000]d/m/yyyy;@'], ['h:mm'], ['"ngày" dd']])(
  'the format %s makes a moment',
  (format) => {
    expect(shownBy(format).kind).toBe('time');
  },
);

test.each([
  ['000000', 123, '000123'],
  ['"KH"00000', 123, 'KH00123'],
  ['\\K\\H000', 7, 'KH007'],
  ['0000000000', 901_234_567, '0901234567'],
  ['0000 000 000', 901_234_567, '0901 234 567'],
  ['0000"."000"."000', 901_234_567, '0901.234.567'],
  ['000', 12_345, '12345'],
  ['0### ### ###', 901_234_567, '0901 234 567'],
  ['#000', 7, '007'],
  ['[h]:mm', 1.5, '36:00'],
  ['0%', 0.8, '80%'],
  ['0.00%', 0.125, '12.5%'],
  ['0.0%', 0.123_45, '12.3450%'],
  ['0%', 0.07, '7%'],
  ['# ##0.0\\ %', -0.05, '-5%'],
  ['[h]:mm:ss', 0.000_011_574_074_074, '00:00:01'],
])('by the format %s the number %i is read as %s', (format, value, text) => {
  expect(plainCell(shownNumber(value, shownBy(format)))).toBe(text);
});

test.each([
  ['#,##0\\ "VND"', 1_500_000, '1,500,000 VND'],
  ['#,##0\\ [$₫-42A]', 1_500_000, '1.500.000 ₫'],
  ['#,##0\\ [$₫-vi-VN]', 1_500_000, '1.500.000 ₫'],
  ['#,##0.00\\ [$₫-42A]', -1_234.5, '-1.234,50 ₫'],
  ['[$VND] #,##0', 1_500_000, 'VND 1,500,000'],
  ['#,##0 ₫', 1_234.5, '1,235 ₫'],
  ['0.00', 12.5, '12.50'],
  ['0.00', 1.005, '1.01'],
  ['0.##', 12.5, '12.5'],
  ['#.00', 0.5, '.50'],
  ['0', 12.7, '13'],
  ['0"kg"', 5, '5kg'],
  ['#,##0,"k"', 1_500_000, '1,500k'],
  ['0.0,,"tr"', 1_500_000, '1.5tr'],
  ['#,##0_);(#,##0)', -1_500, '(1,500)'],
  ['[Red]#,##0;[Blue]-#,##0', -1_500, '-1,500'],
  ['0;0', -5, '5'],
  ['#,##0;-#,##0;"không"', 0, 'không'],
  ['#,##0;"ngày;giờ"', -1, 'ngày;giờ'],
  ['0.00%', 0.125, '12.50%'],
  ['0%', 0.125, '13%'],
  ['0\\ %', -0.5, '-50 %'],
])('the format %s shows %d as %s, beside the number itself', (format, value, text) => {
  const read = shownNumber(value, shownBy(format));
  expect(seenText(read)).toBe(text);
  expect(plainCell(read)).toBe(format.includes('%') ? `${value * 100}%` : value);
});

test.each([
  ['General', 1_500_000.25],
  ['', 0.5],
  ['0', 901_234_567],
  ['0', -5],
  ['#', 0],
  ['0.0', 1.5],
  ['#,##0', 999],
  ['@', 7],
  [';;;', 5],
  ['0;-0;;@', 0],
  ['0.00E+00', 1_500_000],
  ['# ?/?', 0.5],
  ['# ##0', 1_500_000],
  ['[<=9999999]000-0000;(000) 000-0000', 1_234_567],
  [`0"${'x'.repeat(300)}"`, 5],
])('the format %s leaves %d with one value', (format, value) => {
  expect(shownNumber(value, shownBy(format))).toBe(value);
});

test('formats without a text of their own show numbers too', () => {
  const seen = [1, 2, 3, 4, 9, 10, 38, 40].map((id) => seenText(shownNumber(-1_234.5, builtIn(id))));
  expect(seen).toEqual([
    '-1235',
    '-1234.50',
    '-1,235',
    '-1,234.50',
    '-123450%',
    '-123450.00%',
    '(1,235)',
    '(1,234.50)',
  ]);
});

test('what is no whole number stays one', () => {
  const shown = shownBy('000000');
  expect([shownNumber(-1, shown), shownNumber(1.5, shown)]).toEqual([-1, 1.5]);
});
