import { expect, test } from 'vitest';
import { matchUntil, neverFalls, overlapping, type TimeSlot } from './index.ts';

const saigon = 'Asia/Ho_Chi_Minh';
const slot = (parts: Partial<TimeSlot>): TimeSlot => ({
  from: '08:00',
  to: '17:00',
  weekdays: [],
  daysOfMonth: [],
  months: [],
  dates: [],
  ...parts,
});
const week = slot({ weekdays: [1, 2, 3, 4, 5] });
const until = (slots: readonly TimeSlot[], at: string, zone = saigon) => {
  const found = matchUntil({ name: 'thử', slots }, Date.parse(at), zone);
  return [found.slot !== null, found.until === null ? null : new Date(found.until).toISOString()];
};

test.each([
  ['in the office', '2026-11-20T10:00:00+07:00', true, '2026-11-20T10:00:00.000Z'],
  ['on Friday evening', '2026-11-20T17:00:00+07:00', false, '2026-11-23T01:00:00.000Z'],
  ['before it opens', '2026-11-20T07:59:30+07:00', false, '2026-11-20T01:00:00.000Z'],
])('office hours asked %s', (_name, at, matches, changes) => {
  expect(until([week], at)).toEqual([matches, changes]);
});

test('on the eve of a holiday that the slot leaves out, the next change is after it', () => {
  const open = slot({ weekdays: [1, 2, 3, 4, 5], except: ['2026-11-23'] });
  expect(until([open], '2026-11-22T12:00:00+07:00')).toEqual([false, '2026-11-24T01:00:00.000Z']);
});

test('two shifts that meet are one stretch, over midnight too', () => {
  const shifts = [slot({ from: '08:00', to: '20:00' }), slot({ from: '20:00', to: '02:00' })];
  expect(until(shifts, '2026-11-20T10:00:00+07:00')).toEqual([true, '2026-11-20T19:00:00.000Z']);
});

test('what always matches, or never, changes at no time', () => {
  expect(until([slot({ from: '00:00', to: '00:00' })], '2026-11-20T10:00:00+07:00')).toEqual([true, null]);
  expect(until([], '2026-11-20T10:00:00+07:00')).toEqual([false, null]);
});

test('the change is told by the clocks of the place, on the day on which they are set', () => {
  // Berlin, 2026-03-29: 01:59 is followed by 03:00.
  expect(until([slot({ from: '09:00', to: '10:00' })], '2026-03-29T00:30:00Z', 'Europe/Berlin')).toEqual([
    false,
    '2026-03-29T07:00:00.000Z',
  ]);
});

test('a slot that no day fits is known', () => {
  expect(neverFalls(slot({ daysOfMonth: [30, 31], months: [2] }))).toBe(true);
  expect(neverFalls(slot({ daysOfMonth: [29], months: [2] }))).toBe(false);
  // A Sunday.
  expect(neverFalls(slot({ dates: ['2026-11-22'], weekdays: [1] }))).toBe(true);
  expect(neverFalls(slot({ dates: ['2026-11-22'], weekdays: [7] }))).toBe(false);
});

test('slots that overlap are named with the first moment at which they do', () => {
  const late = slot({ weekdays: [6], from: '16:00', to: '20:00' });
  expect(overlapping([week, late], '2026-11-16')).toBeUndefined();
  expect(overlapping([week, late, slot({ weekdays: [6] })], '2026-11-16')).toEqual({
    first: 1,
    second: 2,
    date: '2026-11-21',
    minute: 16 * 60,
  });
});
