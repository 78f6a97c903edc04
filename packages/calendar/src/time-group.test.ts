import { describe, expect, test } from 'vitest';
import { localTime, matchTimeGroup, type TimeSlot } from './index.ts';

const saigon = 'Asia/Ho_Chi_Minh';
const slot = (parts: Partial<TimeSlot>): TimeSlot => ({
  from: '00:00',
  to: '24:00',
  weekdays: [],
  daysOfMonth: [],
  months: [],
  dates: [],
  ...parts,
});
const open = (parts: Partial<TimeSlot>, at: string, zone = saigon) =>
  matchTimeGroup({ name: 'thử', slots: [slot(parts)] }, Date.parse(at), zone).slot !== null;

test('the wall clock of the tenant decides, not the server’s', () => {
  // 2026-11-21 is a Saturday; 18:30 UTC is already Sunday in Vietnam.
  expect(localTime(Date.parse('2026-11-21T18:30:00Z'), saigon)).toEqual({
    date: '2026-11-22',
    month: 11,
    dayOfMonth: 22,
    weekday: 7,
    minute: 90,
  });
});

describe('office hours from Monday to Friday, 08:00 to 17:00', () => {
  const office = { weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' };
  test.each([
    ['2026-11-20T08:00:00+07:00', true],
    ['2026-11-20T16:59:59+07:00', true],
    ['2026-11-20T17:00:00+07:00', false],
    ['2026-11-20T07:59:59+07:00', false],
    ['2026-11-21T10:00:00+07:00', false],
    ['2026-11-23T10:00:00+07:00', true],
  ])('%s: %s', (at, expected) => {
    expect(open(office, at)).toBe(expected);
  });
});

describe('a night shift of Friday goes on past midnight', () => {
  const night = { weekdays: [5], from: '22:00', to: '06:00' };
  test.each([
    ['2026-11-20T22:00:00+07:00', true],
    ['2026-11-21T05:59:00+07:00', true],
    ['2026-11-21T06:00:00+07:00', false],
    ['2026-11-20T05:00:00+07:00', false],
    ['2026-11-21T23:00:00+07:00', false],
  ])('%s: %s', (at, expected) => {
    expect(open(night, at)).toBe(expected);
  });
});

test('holidays are given by date, or by day and month', () => {
  expect(open({ dates: ['2026-09-02'] }, '2026-09-02T00:00:00+07:00')).toBe(true);
  expect(open({ dates: ['2026-09-02'] }, '2026-09-03T00:00:00+07:00')).toBe(false);
  expect(open({ daysOfMonth: [30], months: [4] }, '2027-04-30T12:00:00+07:00')).toBe(true);
  expect(open({ daysOfMonth: [30], months: [4] }, '2027-05-30T12:00:00+07:00')).toBe(false);
});

test('the past-midnight part of New Year’s Eve belongs to the old year', () => {
  expect(open({ dates: ['2026-12-31'], from: '20:00', to: '02:00' }, '2027-01-01T01:00:00+07:00')).toBe(true);
});

test('equal ends are the whole day, and 24:00 is its end', () => {
  expect(open({ from: '00:00', to: '00:00' }, '2026-11-20T12:00:00+07:00')).toBe(true);
  expect(open({ from: '08:00', to: '24:00' }, '2026-11-20T23:59:00+07:00')).toBe(true);
});

test('where clocks change, the wall clock is what counts', () => {
  const morning = { from: '09:00', to: '10:00' };
  expect(open(morning, '2026-03-29T07:30:00Z', 'Europe/Berlin')).toBe(true);
  expect(open(morning, '2026-03-28T08:30:00Z', 'Europe/Berlin')).toBe(true);
});

test('a group of no slots never matches', () => {
  expect(matchTimeGroup({ name: 'trống', slots: [] }, 0, saigon).slot).toBeNull();
});
