import fc from 'fast-check';
import { expect, test } from 'vitest';

import { daysOfSpan, latestDue, nextDue, type Schedule } from './when-due.ts';

const zone = 'Asia/Ho_Chi_Minh';
const at = (moment: string) => Date.parse(`${moment}+07:00`);
const told = (moment: number) => new Date(moment + 7 * 3_600_000).toISOString().slice(0, 16);
const daily: Schedule = { every: 'day', weekday: '1', month_day: 1, at_time: '08:00' };

test('a report is due at its hour of the company: today, or the next day that is its own', () => {
  expect(told(nextDue(daily, at('2026-11-30T07:59:00'), zone))).toBe('2026-11-30T08:00');
  expect(told(nextDue(daily, at('2026-11-30T08:00:00'), zone))).toBe('2026-12-01T08:00');
  const weekly: Schedule = { ...daily, every: 'week', weekday: '1' };
  // A Monday.
  expect(told(nextDue(weekly, at('2026-11-30T09:00:00'), zone))).toBe('2026-12-07T08:00');
  const monthly: Schedule = { ...daily, every: 'month', month_day: 31 };
  expect(told(nextDue(monthly, at('2026-11-15T09:00:00'), zone))).toBe('2026-11-30T08:00');
  expect(told(nextDue(monthly, at('2026-12-01T09:00:00'), zone))).toBe('2026-12-31T08:00');
  expect(told(nextDue(monthly, at('2027-02-01T09:00:00'), zone))).toBe('2027-02-28T08:00');
});

test('of what was missed while nothing ran the last is sent, and the others are counted', () => {
  const { due, missed } = latestDue(daily, at('2026-11-27T08:00:00'), at('2026-11-30T10:00:00'), zone);
  expect([told(due), missed]).toEqual(['2026-11-30T08:00', 3]);
  const one = latestDue(daily, at('2026-11-30T08:00:00'), at('2026-11-30T08:00:05'), zone);
  expect([told(one.due), one.missed]).toEqual(['2026-11-30T08:00', 0]);
});

test('the days of a report are those of the company at the moment that it is due', () => {
  // Monday, and in UTC still Sunday.
  const due = at('2026-11-30T06:30:00');
  const days = (span: Parameters<typeof daysOfSpan>[0], when = due) => Object.values(daysOfSpan(span, when, zone));
  expect(days('yesterday')).toEqual(['2026-11-29', '2026-11-29']);
  expect(days('today')).toEqual(['2026-11-30', '2026-11-30']);
  expect(days('seven-days')).toEqual(['2026-11-23', '2026-11-29']);
  expect(days('last-week')).toEqual(['2026-11-23', '2026-11-29']);
  expect(days('last-week', at('2026-12-06T23:00:00'))).toEqual(['2026-11-23', '2026-11-29']);
  expect(days('this-month')).toEqual(['2026-11-01', '2026-11-30']);
  expect(days('last-month')).toEqual(['2026-10-01', '2026-10-31']);
  expect(days('last-month', at('2027-01-31T08:00:00'))).toEqual(['2026-12-01', '2026-12-31']);
});

test('wherever the company is, a report is due again and again, never twice in a day, and at the minute that was said', () => {
  const schedules = fc.record({
    every: fc.constantFrom('day', 'week', 'month'),
    weekday: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
    month_day: fc.integer({ min: 1, max: 31 }),
    at_time: fc.constantFrom('00:00', '08:30', '23:59'),
  });
  const zones = fc.constantFrom('Asia/Ho_Chi_Minh', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu');
  const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') });
  fc.assert(
    fc.property(schedules, zones, moments, (schedule, timeZone, start) => {
      const first = nextDue(schedule, start, timeZone);
      const second = nextDue(schedule, first, timeZone);
      expect(first).toBeGreaterThan(start);
      // Where clocks change, a day has an hour less or more.
      expect(second - first).toBeGreaterThanOrEqual(22 * 3_600_000);
      expect(second - first).toBeLessThanOrEqual(32 * 86_400_000);
      expect(latestDue(schedule, first, second, timeZone)).toEqual({ due: second, missed: 1 });
    }),
    { numRuns: 200 },
  );
});
