import { expect, test } from 'vitest';

import type { TimeSlot } from './time-group.ts';
import { gapsInWeek } from './week-gaps.ts';

const slot = (parts: Partial<TimeSlot>): TimeSlot => ({
  from: '08:00',
  to: '17:00',
  weekdays: [],
  daysOfMonth: [],
  months: [],
  dates: [],
  ...parts,
});

test('hours that are closed at noon leave that out, on the days on which they are', () => {
  const morning = slot({ to: '12:00', weekdays: [1, 2, 6] });
  const afternoon = slot({ from: '13:30', weekdays: [1, 2] });
  expect(gapsInWeek([morning, afternoon])).toEqual({
    within: [{ from: 720, to: 810, weekdays: [1, 2] }],
    days: [3, 4, 5],
  });
});

test('what comes before the first hour and behind the last is no gap, nor is the end of the week', () => {
  expect(gapsInWeek([slot({ weekdays: [1, 2, 3, 4, 5] })])).toEqual({ within: [], days: [] });
});

test('hours over midnight reach into the next day', () => {
  const night = slot({ from: '22:00', to: '06:00' });
  expect(gapsInWeek([night])).toEqual({ within: [{ from: 360, to: 1320, weekdays: [1, 2, 3, 4, 5, 6, 7] }], days: [] });
  expect(gapsInWeek([night, slot({ from: '06:00', to: '22:00' })])).toEqual({ within: [], days: [] });
});

test('days that are exceptions say nothing of a week', () => {
  const holiday = slot({ dates: ['2026-09-02'] });
  expect(gapsInWeek([holiday, slot({ from: '20:00', to: '21:00', months: [12] })])).toEqual({ within: [], days: [] });
  expect(gapsInWeek([slot({ weekdays: [1, 2, 3], except: ['2026-09-02'] })])).toEqual({ within: [], days: [] });
});
