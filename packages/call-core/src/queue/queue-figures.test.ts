import { expect, test } from 'vitest';
import { dayOf, noDay } from '../board/queue-day.ts';
import { expectedWaitMs, learnPace, unknownPace } from '../board/queue-pace.ts';
import { needsAfter, nextRelaxation } from '../board/skill-needs.ts';

const evening = Date.parse('2026-11-20T23:59:58+07:00');

test('a day is over at midnight where the tenant is', () => {
  const friday = dayOf(noDay, evening, 'Asia/Ho_Chi_Minh');
  expect(friday).toEqual({ date: '2026-11-20', until: Date.parse('2026-11-21T00:00:00+07:00') });
  expect(dayOf(friday, evening + 1999, 'Asia/Ho_Chi_Minh')).toBe(friday);
  expect(dayOf(friday, evening + 2000, 'Asia/Ho_Chi_Minh').date).toBe('2026-11-21');
});

test('the wait that is expected follows from place, people and how long a call keeps them busy', () => {
  let pace = unknownPace;
  expect(expectedWaitMs(1, 5, pace)).toBeNull();
  for (const seconds of [100, 200, 300]) pace = learnPace(pace, seconds * 1000);
  expect(expectedWaitMs(4, 2, pace)).toBe(400_000);
  expect(expectedWaitMs(4, 0, pace)).toBeNull();
});

test('what a caller needs falls away bit by bit', () => {
  const needs = [
    { skill: 'Anh', level: 80, untilSeconds: 30 },
    { skill: 'Anh', level: 40, untilSeconds: 60 },
    { skill: 'VIP', level: 1, untilSeconds: null },
  ];
  expect(needsAfter(needs, 29_999).map(({ level: needed }) => needed)).toEqual([80, 40, 1]);
  expect(needsAfter(needs, 30_000).map(({ level: needed }) => needed)).toEqual([40, 1]);
  expect([0, 30_000, 60_000].map((waited) => nextRelaxation(needs, waited))).toEqual([30_000, 60_000, null]);
});
