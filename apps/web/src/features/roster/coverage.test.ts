import { expect, test } from 'vitest';

import { rosteredIn, verdictOf } from './coverage.ts';

const shift = (
  id: string,
  from_time: string,
  to_time: string,
  breaks: { from_time: string; to_time: string }[] = [],
) => ({
  id,
  name: id,
  colour: '#64748b',
  from_time,
  to_time,
  breaks,
});
const shifts = [
  shift('day', '08:00', '17:00', [{ from_time: '12:00', to_time: '13:00' }]),
  shift('night', '22:00', '06:00'),
  shift('odd', '09:15', '10:00'),
];
const works = (account_id: string, day: string, shift_id: string | null) => ({ account_id, day, shift_id });

test('those who work are counted in each half-hour, and who has a break is not', () => {
  const day = '2026-11-24';
  const counts = rosteredIn(day, [works('a', day, 'day'), works('b', day, 'day'), works('c', day, 'odd')], shifts);
  expect(counts.slice(15, 20)).toEqual([0, 2, 2, 2.5, 3]);
  expect(counts[24]).toBe(0);
  expect(counts[33]).toBe(2);
  expect(counts[34]).toBe(0);
});

test('a night shift of the day before reaches into the day, and its own goes on into the next', () => {
  const day = '2026-11-24';
  const counts = rosteredIn(day, [works('a', '2026-11-23', 'night'), works('b', day, 'night')], shifts);
  expect(counts[0]).toBe(1);
  expect(counts[11]).toBe(1);
  expect(counts[12]).toBe(0);
  expect(counts[44]).toBe(1);
});

test('leave, other days and shifts that are gone count nobody', () => {
  const day = '2026-11-24';
  const counts = rosteredIn(
    day,
    [works('a', day, null), works('b', '2026-11-25', 'day'), works('c', day, 'gone')],
    shifts,
  );
  expect(Math.max(...counts)).toBe(0);
});

test('too few and too many are said by how many', () => {
  expect(verdictOf(2, 4)).toEqual({ verdict: 'few', words: 'Thiếu 2' });
  expect(verdictOf(3.5, 4)).toEqual({ verdict: 'few', words: 'Thiếu 1' });
  expect(verdictOf(4.5, 4)).toEqual({ verdict: 'enough', words: 'Vừa đủ' });
  expect(verdictOf(6, 4)).toEqual({ verdict: 'many', words: 'Dư 2' });
});
