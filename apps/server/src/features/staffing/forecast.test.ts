import { dateOfLunar, shiftedDate, vietnameseHolidays } from '@alo/calendar';
import { expect, test } from 'vitest';

import { backTest, type DayCount, forecastDays, halfHours, quartersOfDay } from './forecast.ts';

const holidays = new Map(
  [2025, 2026, 2027].flatMap((year) => vietnameseHolidays(year).map(({ date, name }) => [date, name] as const)),
);

/** Busy on Monday, quiet on Sunday, with a peak at nine and one at two. */
const byWeekday = [30, 120, 100, 90, 90, 80, 50];
const shape = Array.from({ length: quartersOfDay }, (_, at) => {
  const hour = at / 4;
  return hour < 8 || hour > 18 ? 0 : Math.exp(-((hour - 9.5) ** 2) / 4) + 0.7 * Math.exp(-((hour - 14.5) ** 2) / 4);
});
const whole = shape.reduce((sum, one) => sum + one, 0);

function days(from: string, count: number, callsOn: (date: string, usual: number, at: number) => number): DayCount[] {
  return Array.from({ length: count }, (_, at) => {
    const date = shiftedDate(from, at);
    const usual = byWeekday[new Date(date).getUTCDay()] ?? 0;
    const calls = callsOn(date, usual, at);
    return { date, quarters: shape.map((share) => (share / whole) * calls) };
  });
}

const callsOf = (date: string, history: readonly DayCount[]) => forecastDays(history, [date], holidays)[0]?.calls ?? 0;

test('a week is as the weeks before it were, by weekday and by quarter of an hour', () => {
  const history = days('2026-06-01', 70, (_, usual) => usual);
  // Neither of the two is the first or the fifteenth of a lunar month.
  expect(callsOf('2026-08-17', history)).toBeCloseTo(120, 0);
  expect(callsOf('2026-08-16', history)).toBeCloseTo(30, 0);
  const [monday] = forecastDays(history, ['2026-08-17'], holidays);
  const peak = halfHours(monday?.quarters ?? []);
  expect(peak.indexOf(Math.max(...peak))).toBe(19);
  expect(monday?.special).toBeNull();
  expect(backTest(history, holidays).wapeOfDay).toBeLessThan(1);
});

test('what became more every week goes on to, and not for ever', () => {
  const history = days('2026-06-01', 70, (_, usual, at) => usual * 1.03 ** (at / 7));
  const now = 120 * 1.03 ** 10;
  expect(callsOf('2026-08-17', history)).toBeGreaterThan(now * 0.9);
  expect(callsOf('2026-12-14', history)).toBeLessThan(now * 1.25);
});

test('Tết is like the last one, however its days fall, and a holiday that nobody has seen yet is said to be one', () => {
  const [last, next] = [dateOfLunar(2026, 1, 1), dateOfLunar(2027, 1, 1)];
  const history = days('2026-01-01', 395, (date, usual) => {
    const from = (Date.parse(date) - Date.parse(last)) / 86_400_000;
    return from >= -1 && from <= 4 ? usual * 0.1 : from >= -7 && from < -1 ? usual * 1.5 : usual;
  });
  const [tet, before] = forecastDays(history, [next, shiftedDate(next, -5)], holidays);
  expect(tet?.special).toMatchObject({ name: 'Mùng 1 Tết', seenBefore: 1 });
  expect(tet?.special?.factor).toBeCloseTo(0.1, 1);
  expect(before?.special).toMatchObject({ name: '5 ngày trước Tết' });
  expect(before?.special?.factor).toBeCloseTo(1.5, 1);
  const short = days('2026-06-01', 70, (_, usual) => usual);
  const [unseen] = forecastDays(short, ['2026-09-02'], holidays);
  expect(unseen?.special).toEqual({ name: 'Quốc khánh', factor: 1, seenBefore: 0 });
});

test('of the fifteenth of a lunar month it takes some to believe that it is another day', () => {
  const moons = [7, 8, 9, 10].map((month) => dateOfLunar(2026, month, 15));
  const busy = (known: readonly string[]) =>
    days('2026-08-01', 120, (date, usual) => (known.includes(date) ? usual * 2 : usual));
  const factorAfter = (known: readonly string[]) =>
    forecastDays(busy(known), [dateOfLunar(2026, 11, 15)], holidays)[0]?.special?.factor ?? 0;
  expect(factorAfter(moons)).toBeGreaterThan(1.3);
  expect(factorAfter(moons)).toBeLessThan(1.8);
  // Seen once as another day, and three times as one like others.
  expect(factorAfter(moons.slice(0, 1))).toBeLessThan(1.2);
});

test('holidays are no usual days: the Mondays after one are as they were before', () => {
  const history = days('2026-03-02', 70, (date, usual) => (holidays.has(date) ? 0 : usual));
  const [monday] = forecastDays(history, ['2026-05-11'], holidays);
  expect(monday?.calls).toBeCloseTo(120, 0);
});

test('the error is that of weeks that were not known yet, and of too short a history there is none', () => {
  const odd = days('2026-06-01', 70, (_, usual, at) => usual * (at % 2 === 0 ? 1.2 : 0.8));
  const { wapeOfDay, wapeOfHalfHour, days: tested } = backTest(odd, holidays);
  expect(tested).toBe(28);
  expect(wapeOfDay).toBeGreaterThan(5);
  expect(wapeOfDay).toBeLessThan(40);
  expect(wapeOfHalfHour).toBeGreaterThanOrEqual(wapeOfDay ?? 0);
  expect(backTest(odd.slice(0, 14), holidays)).toEqual({ days: 0, wapeOfDay: null, wapeOfHalfHour: null });
  expect(forecastDays([], ['2026-08-17'], holidays)[0]).toMatchObject({ calls: 0 });
});
