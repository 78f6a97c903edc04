import { instantOf, type LocalTime, laterDay, localTime } from '@alo/calendar';
import type { MailedReport, MailedSpan } from '@alo/contract';

/** How often a report is sent, and at which minute of the company's clock. */
export type Schedule = Pick<MailedReport, 'every' | 'weekday' | 'month_day' | 'at_time'>;

/** A month and a day more than any pause between two of them. */
const daysAhead = 33;

/** The first moment after this one at which a report is due. */
export function nextDue(schedule: Schedule, after: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = schedule.at_time.split(':').map(Number);
  const minute = hours * 60 + minutes;
  const { date } = localTime(after, timeZone);
  for (let days = 0; days <= daysAhead; days += 1) {
    const day = laterDay(date, days, minute);
    if (!falls(schedule, day)) continue;
    const at = instantOf(day.date, minute, timeZone);
    if (at > after) return at;
  }
  throw new Error('A report is never due.');
}

function falls({ every, weekday, month_day: wanted }: Schedule, day: LocalTime): boolean {
  switch (every) {
    case 'day':
      return true;
    case 'week':
      return String(day.weekday) === weekday;
    case 'month': {
      const isLast = laterDay(day.date, 1, 0).dayOfMonth === 1;
      return day.dayOfMonth === wanted || (isLast && day.dayOfMonth < wanted);
    }
    default:
      return every satisfies never;
  }
}

/** The latest moment up to now at which it was due, from the one that was owed on; those before it were missed. */
export function latestDue(schedule: Schedule, owed: number, now: number, timeZone: string) {
  let [due, missed] = [owed, 0];
  for (let next = nextDue(schedule, due, timeZone); next <= now; next = nextDue(schedule, due, timeZone)) {
    due = next;
    missed += 1;
  }
  return { due, missed };
}

/** The days that a report is of which is due at this moment. */
export function daysOfSpan(span: MailedSpan, due: number, timeZone: string): { from: string; to: string } {
  const { date, weekday, dayOfMonth } = localTime(due, timeZone);
  const before = (days: number) => laterDay(date, -days, 0).date;
  switch (span) {
    case 'yesterday':
      return { from: before(1), to: before(1) };
    case 'today':
      return { from: date, to: date };
    case 'seven-days':
      return { from: before(7), to: before(1) };
    case 'last-week':
      return { from: before(weekday + 6), to: before(weekday) };
    case 'this-month':
      return { from: before(dayOfMonth - 1), to: date };
    case 'last-month': {
      const to = before(dayOfMonth);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    default:
      return span satisfies never;
  }
}
