import { localTime } from '@alo/calendar';

/** What stands in a cell. A date is a moment; it is written as the clock on the wall shows it. */
export type Cell = string | number | boolean | Date | null;

const quarterMs = 15 * 60_000;
const rememberedAtMost = 10_000;

/**
 * The hands of the clock in this zone, as milliseconds of a clock in UTC: spreadsheets know no time zones. Zones change by quarters of an hour
 * at most, so a quarter is looked up once: a sheet has a million times.
 */
export function wallClock(timeZone: string): (at: Date) => number {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const start = quarter * quarterMs;
      const { date, minute } = localTime(start, timeZone);
      offset = Date.parse(`${date}T00:00:00Z`) + minute * 60_000 - start;
      if (offsets.size >= rememberedAtMost) offsets.clear();
      offsets.set(quarter, offset);
    }
    return at.getTime() + offset;
  };
}
