import { expect, test } from 'vitest';

import { type KpiParts, kpiPercent, kpiReached, kpiState } from './kpi-measures.ts';
import { setKpis } from './kpi-summary.ts';
import { kpis } from './kpis.ts';

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
  queued: 4,
  in_time: 3,
  rated: 3,
  satisfied: 2,
  added: 7,
  scored: 4,
  score_sum: 330,
};

test('a measure is a sum, or a part of another one, with one digit; a part of nothing is none', () => {
  expect(kpiReached('outbound', parts)).toBe(5);
  expect(kpiReached('talk', parts)).toBe(10);
  expect(kpiReached('answer-rate', parts)).toBe(75);
  expect(kpiReached('talk-average', parts)).toBe(150);
  expect(kpiReached('conversion', parts)).toBe(25);
  expect([kpiReached('in-time', parts), kpiReached('csat', parts), kpiReached('new-customers', parts)]).toEqual([
    75, 66.7, 7,
  ]);
  expect(kpiReached('call-score', parts)).toBe(82.5);
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

test('of a share nobody is asked for more than all of it, by one or by many', () => {
  const one = { kind: 'person', account_id: '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11', month: '2026-11' };
  const takes = (measure: string, target: number) => kpis.input.safeParse({ ...one, measure, target }).success;
  expect([takes('answer-rate', 100), takes('answer-rate', 150), takes('answered', 150)]).toEqual([true, false, true]);
  const many = { audience: 'people', ids: [one.account_id], from: '2026-11', to: '2026-11' };
  const set = setKpis.body.safeParse({ ...many, targets: [{ measure: 'conversion', target: 101 }] });
  expect(set.error?.issues.map(({ message }) => message)).toContain('Tỷ lệ nhiều nhất là 100 %');
});
