import { expect, test } from 'vitest';

import { shownBy, shownNumber } from './number-format.ts';

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
  expect(shownNumber(value, shownBy(format))).toBe(text);
});

test('what is no whole number stays one', () => {
  const shown = shownBy('000000');
  expect([shownNumber(-1, shown), shownNumber(1.5, shown)]).toEqual([-1, 1.5]);
});
