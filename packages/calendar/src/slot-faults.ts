import { laterDay, weekdayOf } from './local-time.ts';
import { edgesOf } from './next-change.ts';
import { slotContains, type TimeSlot } from './time-group.ts';

/** Whether there is no day at all on which a slot could begin: 30/2, or a Monday that is not one. */
export function neverFalls({ weekdays, daysOfMonth, months, dates }: TimeSlot): boolean {
  const anyOf = (wanted: readonly number[], value: number) => wanted.length === 0 || wanted.includes(value);
  if (dates.length > 0) {
    return !dates.some((date) => {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      return anyOf(months, month) && anyOf(daysOfMonth, day) && anyOf(weekdays, weekdayOf(year, month, day));
    });
  }
  if (daysOfMonth.length === 0) return false;
  const longest = (month: number) => new Date(Date.UTC(2024, month, 0)).getUTCDate();
  const possible = months.length === 0 ? [1] : months;
  return !possible.some((month) => daysOfMonth.some((day) => day <= longest(month)));
}

/** Two slots that hold at one moment of the year to come, and that moment; the second of them says nothing new then. */
export function overlapping(
  slots: readonly TimeSlot[],
  from: string,
): { readonly first: number; readonly second: number; readonly date: string; readonly minute: number } | undefined {
  const edges = edgesOf(slots);
  for (let day = 0; day < 366; day += 1) {
    for (const minute of edges) {
      const moment = laterDay(from, day, minute);
      const [first, second] = slots.flatMap((slot, at) => (slotContains(slot, moment) ? [at] : []));
      if (first !== undefined && second !== undefined) return { first, second, date: moment.date, minute };
    }
  }
  return undefined;
}
