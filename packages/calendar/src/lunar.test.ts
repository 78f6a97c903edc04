import { expect, test } from 'vitest';
import { dateOfLunar, vietnameseHolidays } from './index.ts';

/** First days of Tết as they were kept; in 1985 and 2007 China's was another day, and in 2030 it will be. */
test.each([
  [1985, '1985-01-21'],
  [2000, '2000-02-05'],
  [2007, '2007-02-17'],
  [2020, '2020-01-25'],
  [2021, '2021-02-12'],
  [2022, '2022-02-01'],
  [2023, '2023-01-22'],
  [2024, '2024-02-10'],
  [2025, '2025-01-29'],
  [2026, '2026-02-17'],
  [2027, '2027-02-06'],
  [2028, '2028-01-26'],
  [2029, '2029-02-13'],
  [2030, '2030-02-02'],
])('Tết of %i was or will be on %s', (year, date) => {
  expect(dateOfLunar(year, 1, 1)).toBe(date);
});

test.each([
  // 2020 and 2023 have a leap month before it or after it.
  [2020, '2020-04-02'],
  [2023, '2023-04-29'],
  [2024, '2024-04-18'],
  [2025, '2025-04-07'],
  [2026, '2026-04-26'],
])('Giỗ Tổ of %i was on %s', (year, date) => {
  expect(dateOfLunar(year, 3, 10)).toBe(date);
});

test('the holidays of 2026, with a day for what falls on a weekend', () => {
  expect(vietnameseHolidays(2026).map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2026-01-01 Tết Dương lịch',
    '2026-02-16 Giao thừa',
    '2026-02-17 Mùng 1 Tết',
    '2026-02-18 Mùng 2 Tết',
    '2026-02-19 Mùng 3 Tết',
    '2026-02-20 Mùng 4 Tết',
    '2026-04-26 Giỗ Tổ Hùng Vương',
    '2026-04-27 Nghỉ bù Giỗ Tổ Hùng Vương',
    '2026-04-30 Ngày Giải phóng miền Nam',
    '2026-05-01 Ngày Quốc tế Lao động',
    '2026-09-01 Nghỉ Quốc khánh',
    '2026-09-02 Quốc khánh',
  ]);
});

test('in no year does a holiday stand twice, and each has its day', () => {
  for (let year = 2000; year < 2100; year += 1) {
    const days = vietnameseHolidays(year);
    expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
    expect(days.length).toBeGreaterThanOrEqual(10);
  }
});
