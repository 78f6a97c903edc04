import { expect, test } from 'vitest';

import { daysOfPeriod, kpiPeriod, periodAfter, periodsBetween, weekOf } from './kpi-periods.ts';

test('a period is a month, a week from Monday or a day that there is', () => {
  const taken = ['2026-11', '2026-W48', '2026-W53', '2026-11-30', '2028-02-29'];
  const refused = ['2026-13', '2025-W53', '2026-W00', '2026-02-29', '2026-11-31', '2026', 'x', '2026-W48-1'];
  expect([...taken, ...refused].filter((text) => kpiPeriod.safeParse(text).success)).toEqual(taken);
});

test('weeks are those of the year that has their Thursday', () => {
  expect(['2026-11-30', '2026-12-31', '2027-01-03', '2027-01-04', '2024-12-30'].map(weekOf)).toEqual([
    '2026-W49',
    '2026-W53',
    '2026-W53',
    '2027-W01',
    '2025-W01',
  ]);
  expect(daysOfPeriod('2026-W53')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
  expect(daysOfPeriod('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('periods of one kind follow each other over the ends of years', () => {
  expect(periodsBetween('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(periodsBetween('2026-W52', '2027-W01')).toEqual(['2026-W52', '2026-W53', '2027-W01']);
  expect(periodsBetween('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01']);
  expect(periodsBetween('2026-12', '2026-11')).toEqual([]);
  expect([periodAfter('2026-W01', -1), periodAfter('2026-01', -1), periodAfter('2026-03-01', -1)]).toEqual([
    '2025-W52',
    '2025-12',
    '2026-02-28',
  ]);
});
