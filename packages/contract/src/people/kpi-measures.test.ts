import { expect, test } from 'vitest';

import { type KpiParts, kpiPercent, kpiReached, kpiState } from './kpi-measures.ts';

const parts: KpiParts = {
  answered: 4,
  inbound: 3,
  missed: 1,
  outbound: 5,
  met: 1,
  talk_ms: 600_000,
  kept: 6,
  talked: 4,
  agreed: 1,
};

test('a measure is a sum, or a part of another one, with one digit; a part of nothing is none', () => {
  expect(kpiReached('outbound', parts)).toBe(5);
  expect(kpiReached('talk', parts)).toBe(10);
  expect(kpiReached('answer-rate', parts)).toBe(75);
  expect(kpiReached('talk-average', parts)).toBe(150);
  expect(kpiReached('conversion', parts)).toBe(25);
  expect(kpiReached('conversion', { ...parts, talked: 0, agreed: 0 })).toBeNull();
});

test('of what should be little, half of the target is twice as much as was asked', () => {
  expect(kpiPercent('talk-average', 120, 60)).toBe(200);
  expect(kpiPercent('talk-average', 120, 240)).toBe(50);
  expect(kpiPercent('answered', 200, 50)).toBe(25);
});

test('what adds up is as far as the days that are over: nobody is behind on the first morning', () => {
  const at = (passed: number, reached: number) => kpiState('answered', { target: 300, reached }, { passed, days: 30 });
  expect([at(-1, 0), at(0, 0), at(10, 99), at(10, 100), at(10, 300), at(30, 299), at(30, 300)]).toEqual([
    'waiting',
    'on-course',
    'behind',
    'on-course',
    'reached',
    'failed',
    'reached',
  ]);
});

test('a rate is judged at any time, and reached when the month is over', () => {
  const at = (passed: number, reached: number | null) =>
    kpiState('answer-rate', { target: 90, reached }, { passed, days: 30 });
  expect([at(3, null), at(3, 89), at(3, 95), at(30, 95), at(30, 89), at(30, null)]).toEqual([
    'on-course',
    'behind',
    'on-course',
    'reached',
    'failed',
    'failed',
  ]);
});
