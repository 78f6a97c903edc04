import { shiftedDate } from './local-time.ts';
import { dateOfLunar } from './lunar.ts';

/** A day on which a company is closed. */
export type Holiday = { readonly date: string; readonly name: string };

/**
 * The paid holidays of a year after the Labour Code: New Year, five days of Tết, Giỗ Tổ, 30/4, 1/5, two days of 2/9, and a working
 * day for each that falls on a weekend (article 111). Which day goes with 2/9, and how Tết is divided, the government says
 * each year: this is the usual way, for people to change.
 */
export function vietnameseHolidays(year: number): readonly Holiday[] {
  const tet = dateOfLunar(year, 1, 1);
  const days: Holiday[] = [
    { date: on(year, '01-01'), name: 'Tết Dương lịch' },
    { date: shiftedDate(tet, -1), name: 'Giao thừa' },
    ...['Mùng 1 Tết', 'Mùng 2 Tết', 'Mùng 3 Tết', 'Mùng 4 Tết'].map((name, at) => ({
      date: shiftedDate(tet, at),
      name,
    })),
    { date: dateOfLunar(year, 3, 10), name: 'Giỗ Tổ Hùng Vương' },
    { date: on(year, '04-30'), name: 'Ngày Giải phóng miền Nam' },
    { date: on(year, '05-01'), name: 'Ngày Quốc tế Lao động' },
    { date: on(year, '09-02'), name: 'Quốc khánh' },
    { date: besideNationalDay(year), name: 'Nghỉ Quốc khánh' },
  ];
  const taken = new Map<string, Holiday>();
  for (const day of days) if (!taken.has(day.date)) taken.set(day.date, day);
  for (const day of days) {
    // A holiday that falls on another one is not lost either.
    if (!isWeekend(day.date) && taken.get(day.date) === day) continue;
    let free = shiftedDate(day.date, 1);
    while (isWeekend(free) || taken.has(free)) free = shiftedDate(free, 1);
    taken.set(free, { date: free, name: `Nghỉ bù ${day.name}` });
  }
  return [...taken.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** The neighbour of 2/9 that makes the longest stretch with the weekend. */
function besideNationalDay(year: number): string {
  const weekday = weekdayOfDate(on(year, '09-02'));
  return weekday === 1 || weekday === 7 || weekday === 4 ? on(year, '09-03') : on(year, '09-01');
}

const on = (year: number, day: string) => `${String(year).padStart(4, '0')}-${day}`;
const weekdayOfDate = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
const isWeekend = (date: string) => weekdayOfDate(date) > 5;
