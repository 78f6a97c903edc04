import { dateOfLunar, type Holiday, shiftedDate } from '@alo/calendar';

import { holidaysIn, type OwnHolidays } from '../../domain/holidays.ts';

/** A day of a roster with what it is besides: a holiday, a day of Tết, the first or the fifteenth of a lunar month. */
export interface RosterDay {
  readonly day: string;
  readonly holiday: string | null;
  readonly lunar: string | null;
}

/** Days from one on, in their order. */
export function rosterDays(from: string, count: number, own: OwnHolidays): RosterDay[] {
  const dates = Array.from({ length: count }, (_, at) => shiftedDate(from, at));
  const years = [...new Set(dates.map((date) => Number(date.slice(0, 4))))];
  const holidays = new Map(
    years.flatMap((year) => holidaysIn(year, own).map(({ date, name }: Holiday) => [date, name])),
  );
  const lunar = new Map(years.flatMap((year) => lunarDays(year)));
  return dates.map((day) => ({ day, holiday: holidays.get(day) ?? null, lunar: lunar.get(day) ?? null }));
}

/** A lunar year goes on into the next one of the sun: both that touch a year are looked at. */
function lunarDays(year: number): (readonly [string, string])[] {
  return [year - 1, year].flatMap((lunarYear) => {
    const tet = dateOfLunar(lunarYear, 1, 1);
    const months = Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) => [
      [dateOfLunar(lunarYear, month, 1), `Mùng 1 tháng ${month}`] as const,
      [dateOfLunar(lunarYear, month, 15), `Rằm tháng ${month}`] as const,
    ]);
    const ofTet = Array.from({ length: 5 }, (_, at) => [shiftedDate(tet, at), `Mùng ${at + 1} Tết`] as const);
    return [...months, [shiftedDate(tet, -1), 'Giao thừa'] as const, ...ofTet];
  });
}
