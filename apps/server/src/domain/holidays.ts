import { type Holiday, vietnameseHolidays } from '@alo/calendar';
import { z } from 'zod';

import type { Trx } from '../db/database.ts';

/** What a company has said of a year; what is kept of it is JSON. */
const days = z.array(z.object({ date: z.string(), name: z.string() }));

/** The holidays that a company has set itself, by the year. */
export type OwnHolidays = ReadonlyMap<number, readonly Holiday[]>;

export async function readHolidays(trx: Trx): Promise<OwnHolidays> {
  const rows = await trx.selectFrom('holiday_year').select(['year', 'days']).execute();
  return new Map(rows.map((row) => [row.year, days.parse(row.days)]));
}

/** The days of a year on which a company is closed: as it said itself, else as the Vietnamese calendar has it. */
export const holidaysIn = (year: number, own: OwnHolidays): readonly Holiday[] =>
  own.get(year) ?? vietnameseHolidays(year);

/** Years before and after this one whose holidays a plan knows: it is made anew whenever something is saved, and at each start. */
const [past, ahead] = [1, 3];

/** The dates of all holidays around a year. */
export const holidayDates = (year: number, own: OwnHolidays): readonly string[] =>
  Array.from({ length: past + 1 + ahead }, (_, at) => year - past + at).flatMap((one) =>
    holidaysIn(one, own).map(({ date }) => date),
  );
