import { expect, test } from 'vitest';

import { groupedPhone } from './phone.ts';
import { dateTime, daysBefore, isoDay, lasted, minutesSeconds } from './time.ts';

test.each([
  [0, '00:00'],
  [75, '01:15'],
  [3601.9, '60:01'],
  [-3, '00:00'],
])('%d seconds are %s', (seconds, text) => expect(minutesSeconds(seconds)).toBe(text));

test('what lasts over an hour is told in hours', () => {
  expect(lasted(3599)).toBe('59:59');
  expect(lasted(7500)).toBe('2 giờ 05');
});

test('times are those of Việt Nam, whatever the computer says', () => {
  expect(dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 01:30');
  expect(isoDay('2026-11-20T18:30:00Z')).toBe('2026-11-21');
});

test('days are counted back over the ends of months', () => expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29'));

test.each([
  ['0901234567', '0901 234 567'],
  ['090****567', '090* *** 567'],
  ['84901234567', '0901 234 567'],
  ['+8419001234', '1900 1234'],
  ['+842871000101', '028 7100 0101'],
  ['+84901234567', '0901 234 567'],
  ['02873001234', '028 7300 1234'],
  ['19001234', '1900 1234'],
  ['101', '101'],
  ['', ''],
])('%s is read as %s', (number, text) => expect(groupedPhone(number)).toBe(text));
