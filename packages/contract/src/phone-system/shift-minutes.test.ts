import fc from 'fast-check';
import { expect, test } from 'vitest';

import { minutesOfShift, minutesOfWork, workOfShift } from './shift-minutes.ts';

const shift = (from_time: string, to_time: string, ...breaks: readonly (readonly [string, string])[]) => ({
  from_time,
  to_time,
  breaks: breaks.map(([from, to]) => ({ from_time: from, to_time: to })),
});

test('a shift of the day is what lies between its ends, without its breaks', () => {
  expect(workOfShift(shift('08:00', '17:00', ['12:00', '13:00']))).toEqual([
    { from: 480, to: 720 },
    { from: 780, to: 1020 },
  ]);
  expect(minutesOfWork(shift('08:00', '17:00', ['12:00', '13:00']))).toBe(480);
});

test('a night shift goes on past midnight, and so do its breaks', () => {
  expect(minutesOfShift(shift('22:00', '06:00', ['23:45', '00:15'], ['02:00', '02:30']))).toEqual({
    from: 1320,
    to: 1800,
    breaks: [
      { from: 1425, to: 1455 },
      { from: 1560, to: 1590 },
    ],
  });
});

test('a break that is not in the shift, or lies upon another, is none', () => {
  expect(minutesOfShift(shift('08:00', '12:00', ['12:00', '13:00'])).breaks).toEqual([]);
  expect(minutesOfShift(shift('08:00', '12:00', ['09:00', '10:00'], ['09:30', '10:30'])).breaks).toEqual([
    { from: 540, to: 600 },
  ]);
});

test('equal ends are a whole day', () => {
  expect(minutesOfWork(shift('07:00', '07:00'))).toBe(1440);
});

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);

test('work and breaks together are the shift, in order and without a gap', () => {
  fc.assert(
    fc.property(clock, clock, fc.array(fc.tuple(clock, clock), { maxLength: 5 }), (from, to, breaks) => {
      const hours = shift(from, to, ...breaks);
      const its = minutesOfShift(hours);
      const parts = [...workOfShift(hours), ...its.breaks].toSorted((one, other) => one.from - other.from);
      expect(parts[0]?.from).toBe(its.from);
      expect(parts.at(-1)?.to).toBe(its.to);
      for (const part of parts) expect(part.to).toBeGreaterThan(part.from);
      expect(parts.slice(1).map((part) => part.from)).toEqual(parts.slice(0, -1).map((part) => part.to));
    }),
  );
});
