import { formatPhone } from '@alo/phone-number';
import { afterEach, expect, test } from 'vitest';

import { percent, share } from './numbers.ts';
import { groupedPhone } from './phone.ts';
import {
  dateTime,
  daysBefore,
  endOfDay,
  isoDay,
  isoDayIn,
  lasted,
  lastedDays,
  minutesSeconds,
  momentAt,
  tellTimesIn,
  usualZone,
} from './time.ts';

afterEach(() => tellTimesIn(usualZone));

test.each([
  [0, '00:00'],
  [75, '01:15'],
  [3601.9, '60:01'],
  [-3, '00:00'],
])('%d seconds are %s', (seconds, text) => expect(minutesSeconds(seconds)).toBe(text));

test('a part is told of what it is a part of, and of nothing no part is told', () => {
  expect(percent(93.46)).toBe('93,5%');
  expect([share(2, 3), share(0, 4), share(0, 0)]).toEqual(['66,7%', '0%', '–']);
});

test('what lasts over an hour is told in hours', () => {
  expect(lasted(3599)).toBe('59:59');
  expect(lasted(7500)).toBe('2 giờ 05');
  expect([lastedDays(7500), lastedDays(172_799), lastedDays(172_800), lastedDays(1_740_000)]).toEqual([
    '2 giờ 05',
    '47 giờ 59',
    '2 ngày 00 giờ',
    '20 ngày 03 giờ',
  ]);
});

test('times are those of Việt Nam, whatever the computer says', () => {
  expect(dateTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 01:30');
  expect(isoDay('2026-11-20T18:30:00Z')).toBe('2026-11-21');
  expect(momentAt('2026-11-21', '09:00')).toBe('2026-11-21T02:00:00.000Z');
});

test('times are those of the company’s own zone where it has another, as its reports count them', () => {
  tellTimesIn('Asia/Tokyo');
  expect(dateTime('2026-11-20T15:30:09.5Z')).toBe('21/11/2026 00:30');
  expect(isoDay('2026-11-20T15:30:00Z')).toBe('2026-11-21');
  expect(momentAt('2026-11-21', '09:00')).toBe('2026-11-21T00:00:00.000Z');
  tellTimesIn('America/New_York');
  // Their clocks are put back an hour in the night to the first of November.
  expect(dateTime('2026-11-01T03:30:00Z')).toBe('31/10/2026 23:30');
  expect(dateTime('2026-11-01T17:30:00Z')).toBe('01/11/2026 12:30');
  expect([momentAt('2026-10-31', '23:30'), momentAt('2026-11-01', '09:00')]).toEqual([
    '2026-11-01T03:30:00.000Z',
    '2026-11-01T14:00:00.000Z',
  ]);
});

test.each([usualZone, 'Asia/Tokyo'])(
  'a day of another company ends by its clocks, wherever one looks from (%s)',
  (ours) => {
    tellTimesIn(ours);
    const ends = (zone: string) => endOfDay('2026-12-31', zone);
    expect([ends('Asia/Tokyo'), ends(usualZone)]).toEqual(['2026-12-31T14:59:59.000Z', '2026-12-31T16:59:59.000Z']);
    for (const zone of ['Asia/Tokyo', usualZone, 'America/New_York'])
      expect(isoDayIn(ends(zone), zone)).toBe('2026-12-31');
  },
);

test('days are counted back over the ends of months', () => expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29'));

test.each([
  ['0901234567', '0901 234 567'],
  ['090****567', '090* *** 567'],
  ['84901234567', '0901 234 567'],
  ['+8419001234', '1900 1234'],
  ['+842871000101', '028 7100 0101'],
  ['+84901234567', '0901 234 567'],
  ['02873001234', '028 7300 1234'],
  ['02367300123', '0236 730 0123'],
  ['0236****123', '0236 *** *123'],
  ['1800123456', '1800 123 456'],
  ['19001234', '1900 1234'],
  ['101', '101'],
  ['12', '12'],
  ['*98', '*98'],
  ['*72*0901234567#', '*72*0901234567#'],
  ['', ''],
])('%s is read as %s', (number, text) => expect(groupedPhone(number)).toBe(text));

test.each([
  '0901234567',
  '02873001234',
  '02471000101',
  '02367300123',
  '02203812345',
  '19001234',
  '1900123456',
  '1800123456',
])('%s is grouped as the server groups it', (number) => expect(groupedPhone(number)).toBe(formatPhone(number)));
