import { expect, test } from 'vitest';

import { month, monthsOffered } from './month-field.tsx';

test('the months that are offered are those around the day on which one looks, and the one that is chosen', () => {
  const values = (today: string, chosen?: string) => monthsOffered(today, chosen).map(({ value }) => value);
  expect(values('2026-11-30').slice(0, 7)).toEqual([
    '2027-05',
    '2027-04',
    '2027-03',
    '2027-02',
    '2027-01',
    '2026-12',
    '2026-11',
  ]);
  expect(values('2026-12-01')[0]).toBe('2027-06');
  expect(values('2026-12-01', '2024-02')).toContain('2024-02');
  expect(values('2026-12-01', '2026-12')).toHaveLength(19);
});

test('an address may name any month', () => {
  const { address } = month('Tháng');
  expect(['2024-02', '2026-13', 'x'].map(address.read)).toEqual(['2024-02', undefined, undefined]);
});
