import { instantOf, laterDay, localTime } from './local-time.ts';
import { minuteOf, slotAt, type TimeGroup, type TimeSlot } from './time-group.ts';

/** A holiday that is given by its date comes at least once in a year. */
const daysAhead = 400;

/** Whether a group matches now, and when that changes; null where it does not within a year. */
export function matchUntil(
  group: TimeGroup,
  instant: number,
  timeZone: string,
): { readonly slot: TimeSlot | null; readonly until: number | null } {
  const local = localTime(instant, timeZone);
  const slot = slotAt(group, local) ?? null;
  for (let day = 0; day <= daysAhead; day += 1) {
    for (const minute of edgesOf(group.slots)) {
      if (day === 0 && minute <= local.minute) continue;
      const moment = laterDay(local.date, day, minute);
      if ((slotAt(group, moment) === undefined) === (slot !== null)) {
        return { slot, until: instantOf(moment.date, minute, timeZone) };
      }
    }
  }
  return { slot, until: null };
}

/** The minutes of a day at which something may begin or end, in order. */
export const edgesOf = (slots: readonly TimeSlot[]): readonly number[] =>
  [...new Set([0, ...slots.flatMap(({ from, to }) => [minuteOf(from), minuteOf(to) % 1440])])].toSorted(
    (a, b) => a - b,
  );
