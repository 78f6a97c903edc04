import { expect, test } from 'vitest';

import { holidayDates } from '../../domain/holidays.ts';
import { clockOf, putOff } from './legal-clock.ts';

test('what is asked for on a Friday evening is answered by Tuesday, and done within the days of its kind', () => {
  const friday = new Date('2026-11-20T18:00:00+07:00');
  expect(clockOf('erase', friday, [])).toEqual({
    reply_by: new Date('2026-11-24T18:00:00+07:00'),
    due_at: new Date('2026-12-10T18:00:00+07:00'),
  });
  expect(clockOf('export', friday, []).due_at).toEqual(new Date('2026-11-30T18:00:00+07:00'));
  expect(clockOf('withdraw', friday, []).due_at).toEqual(new Date('2026-12-05T18:00:00+07:00'));
  expect(putOff(clockOf('erase', friday, []).due_at)).toEqual(new Date('2026-12-25T18:00:00+07:00'));
});

test('days on which the company is closed are no working days: over Tết an answer may take two weeks', () => {
  const usual = holidayDates(2027, new Map());
  const beforeTet = new Date('2027-02-04T09:00:00+07:00');
  expect(clockOf('export', beforeTet, usual)).toEqual({
    reply_by: new Date('2027-02-15T09:00:00+07:00'),
    due_at: new Date('2027-02-14T09:00:00+07:00'),
  });
  // What the company says of the year itself is what counts.
  const own = holidayDates(2027, new Map([[2027, [{ date: '2027-02-05', name: 'Nghỉ sớm' }]]]));
  expect(clockOf('export', beforeTet, own).reply_by).toEqual(new Date('2027-02-09T09:00:00+07:00'));
});
