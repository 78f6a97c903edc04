import type { WorkStatus } from '@alo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { adherenceOf, adherenceSum, differs, noAdherence, type PlannedShift, type StateSpan } from './adherence.ts';

const minute = 60_000;
const at = (clock: string, day = '2026-11-20') => Date.parse(`${day}T${clock}:00+07:00`);
const span = (status: WorkStatus, from: string, to: string): StateSpan => ({ status, from: at(from), to: at(to) });
/** From eight to twelve, with a break of a quarter of an hour at ten. */
const shift: PlannedShift = {
  from: at('08:00'),
  to: at('12:00'),
  work: [
    { from: at('08:00'), to: at('10:00') },
    { from: at('10:15'), to: at('12:00') },
  ],
  breaks: [{ from: at('10:00'), to: at('10:15') }],
};
const later = at('20:00');

test('who is there from the beginning to the end, and has the break that was planned, keeps all of it', () => {
  const spans = [
    span('ready', '07:55', '10:00'),
    span('on-a-break', '10:00', '10:15'),
    span('ready', '10:15', '12:05'),
  ];
  const kept = adherenceOf(shift, spans, later);
  expect(kept).toMatchObject({ adherence: 100, planned_seconds: 13_500, worked_seconds: 13_500, shifts: 1 });
  expect(differs(kept)).toBe(false);
});

test('who comes late, leaves early and stays on a break is counted by how much', () => {
  const spans = [
    span('ready', '08:10', '10:00'),
    span('on-a-break', '10:00', '10:35'),
    span('on-a-call', '10:35', '11:50'),
  ];
  expect(adherenceOf(shift, spans, later)).toMatchObject({
    late_seconds: 600,
    early_seconds: 600,
    over_break_seconds: 1_200,
    worked_seconds: (110 + 75) * 60,
    adherence: 82.2,
  });
});

test('less than a minute is nothing', () => {
  const spans = [{ status: 'ready' as const, from: at('08:00') + 59_000, to: at('12:00') - 59_000 }];
  expect(differs(adherenceOf(shift, spans, later))).toBe(false);
});

test('who never was there is absent, and not late', () => {
  expect(adherenceOf(shift, [], later)).toMatchObject({ absences: 1, late: 0, early: 0, adherence: 0 });
});

test('a shift that goes on is counted up to now, and one that has not begun not at all', () => {
  const spans = [span('ready', '08:00', '09:00')];
  expect(adherenceOf(shift, spans, at('09:00'))).toMatchObject({ adherence: 100, planned_seconds: 3_600, early: 0 });
  expect(adherenceOf(shift, [], at('07:00'))).toEqual(noAdherence);
});

const statuses = ['ready', 'on-a-call', 'wrapping-up', 'on-a-break', 'paused', 'do-not-disturb'] as const;

test('counted minute by minute it comes to the same', () => {
  const lengths = fc.array(fc.tuple(fc.constantFrom(...statuses, null), fc.integer({ min: 1, max: 90 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(lengths, fc.integer({ min: -60, max: 400 }), (parts, until) => {
      let from = at('07:30');
      const spans: StateSpan[] = [];
      for (const [status, minutes] of parts) {
        const to = from + minutes * minute;
        if (status !== null) spans.push({ status, from, to });
        from = to;
      }
      const now = at('08:00') + until * minute;
      const minutes = Array.from({ length: 240 }, (_, index) => at('08:00') + index * minute).filter(
        (one) => one < now,
      );
      const statusAt = (moment: number) => spans.find((one) => one.from <= moment && moment < one.to)?.status;
      const isBreak = (moment: number) => moment >= at('10:00') && moment < at('10:15');
      const work = minutes.filter((moment) => !isBreak(moment));
      const worked = work.filter((moment) => ['ready', 'on-a-call', 'wrapping-up'].includes(statusAt(moment) ?? ''));
      const present = minutes.filter((moment) => statusAt(moment) !== undefined);
      const onBreak = minutes.filter((moment) => statusAt(moment) === 'on-a-break').length;
      const [first] = present;
      const last = present.at(-1);
      const counts = adherenceOf(shift, spans, now);
      expect(counts.planned_seconds).toBe(work.length * 60);
      expect(counts.worked_seconds).toBe(worked.length * 60);
      expect(counts.late_seconds).toBe(first === undefined ? 0 : (first - at('08:00')) / 1_000);
      const gone = now >= shift.to && last !== undefined ? (shift.to - last - minute) / 1_000 : 0;
      expect(counts.early_seconds).toBe(gone);
      expect(counts.over_break_seconds).toBe(Math.max(0, onBreak - minutes.filter(isBreak).length) * 60);
      expect(counts.absences).toBe(minutes.length > 0 && first === undefined ? 1 : 0);
    }),
  );
});

test('sums are of seconds: their share is that of all work together', () => {
  const [whole, none] = [adherenceOf(shift, [span('ready', '08:00', '12:00')], later), adherenceOf(shift, [], later)];
  expect(adherenceSum([whole, none])).toMatchObject({ shifts: 2, absences: 1, adherence: 50 });
  expect(adherenceSum([]).adherence).toBeNull();
});
