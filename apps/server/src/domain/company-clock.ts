import { localTime } from '@alo/calendar';

/** Now, as the company's clock shows it. */
export interface CompanyClock {
  readonly now: number;
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

/** A moment as the company's clock shows it. */
export function clockIn(now: number, timeZone: string): CompanyClock {
  const { date, minute } = localTime(now, timeZone);
  const two = (n: number) => String(n).padStart(2, '0');
  return { now, date, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` };
}

/** A moment in a letter: `03:31 ngày 06/12/2026`. */
export function momentWords(at: Date, timeZone: string): string {
  const { date, time } = clockIn(at.getTime(), timeZone);
  return `${time} ngày ${date.split('-').toReversed().join('/')}`;
}
