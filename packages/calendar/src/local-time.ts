/** What the clock and the calendar on the wall show in a time zone. */
export type LocalTime = {
  /** `2026-11-21` */
  readonly date: string;
  readonly month: number;
  readonly dayOfMonth: number;
  /** 1 (Monday) to 7 (Sunday). */
  readonly weekday: number;
  /** Minutes since local midnight, 0 to 1439. */
  readonly minute: number;
};

// Making a formatter costs more than a hundred uses of it, and the zones in use are few.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The local time of an instant (milliseconds since 1970). Throws RangeError for a zone that is not in the tz database. */
export function localTime(instant: number, timeZone: string): LocalTime {
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? Number.NaN;
  const [year, month, dayOfMonth] = [part('year'), part('month'), part('day')];
  return {
    date: `${year}-${two(month)}-${two(dayOfMonth)}`,
    month,
    dayOfMonth,
    weekday: weekdayOf(year, month, dayOfMonth),
    minute: part('hour') * 60 + part('minute'),
  };
}

/** The weekday of a calendar date, 1 (Monday) to 7 (Sunday). */
export function weekdayOf(year: number, month: number, dayOfMonth: number): number {
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).getUTCDay() || 7;
}

/** The date so many days after another, or before it; both as `2026-12-01`. */
export const shiftedDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A moment of the wall clock so many days after a date. */
export function laterDay(date: string, days: number, minute: number): LocalTime {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  const [year, month, dayOfMonth] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  return {
    date: day.toISOString().slice(0, 10),
    month,
    dayOfMonth,
    minute,
    weekday: weekdayOf(year, month, dayOfMonth),
  };
}

/** The instant at which the wall clock of a time zone shows a date and a minute; where clocks jump over it, the jump or an hour beside it. */
export function instantOf(date: string, minute: number, timeZone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  const ahead = (instant: number) => {
    const local = localTime(instant, timeZone);
    return Date.parse(`${local.date}T00:00:00Z`) + local.minute * 60_000 - instant;
  };
  // What holds at the first guess may not hold where clocks have changed in between.
  return wall - ahead(wall - ahead(wall));
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
