import { expect, test } from 'vitest';

import { month, monthsOffered } from './month-field.tsx';

test('the months, weeks and days that are offered are those around the day on which one looks, and the one that is chosen', () => {
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
  expect(values('2026-12-01', '2026-12')).toHaveLength(19 + 9 + 15);
});

test('an address may name any month, week or day', () => {
  const { address } = month('Tháng');
  const asked = ['2024-02', '2024-W09', '2024-02-29', '2026-13', 'x'];
  expect(asked.map(address.read)).toEqual([...asked.slice(0, 3), undefined, undefined]);
});
