import { expect, test } from 'vitest';
import { countLeft, countOffered, dayOf, noDay } from '../board/queue-day.ts';
import { expectedWaitMs, learnPace, unknownPace } from '../board/queue-pace.ts';
import { needsAfter, nextRelaxation } from '../board/skill-needs.ts';

const level = { serviceLevelSeconds: 20, shortAbandonSeconds: 5 };
const evening = Date.parse('2026-11-20T23:59:58+07:00');

test('figures of a day are those since midnight where the tenant is', () => {
  const friday = countOffered(dayOf(noDay, evening, 'Asia/Ho_Chi_Minh'));
  expect(friday).toMatchObject({ date: '2026-11-20', offered: 1, until: Date.parse('2026-11-21T00:00:00+07:00') });
  expect(dayOf(friday, evening + 1999, 'Asia/Ho_Chi_Minh')).toBe(friday);
  expect(dayOf(friday, evening + 2000, 'Asia/Ho_Chi_Minh')).toMatchObject({ date: '2026-11-21', offered: 0 });
});

test('what is in time, and who hung up at once, is counted by what the queue says', () => {
  let day = dayOf(noDay, evening, 'Asia/Ho_Chi_Minh');
  day = countLeft(day, 'answered', 20_000, level);
  day = countLeft(day, 'answered', 20_001, level);
  day = countLeft(day, 'abandoned', 4_999, level);
  day = countLeft(day, 'abandoned', 60_000, level);
  day = countLeft(day, 'timed-out', 300_000, level);
  expect(day).toMatchObject({ answered: 2, answeredInTime: 1, abandoned: 2, abandonedSoon: 1, timedOut: 1 });
  expect(day).toMatchObject({ waitMs: 40_001, longestWaitMs: 300_000 });
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
