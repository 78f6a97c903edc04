import { type LocalTime, laterDay, localTime } from './local-time.ts';

/**
 * One line of a time group: all that is said must hold, an empty list says nothing. `to` is not included; equal ends mean
 * the whole day; a slot that ends before it starts goes on past midnight and belongs to the day on which it started.
 */
export type TimeSlot = {
  /** `08:00` to `24:00`. */
  readonly from: string;
  readonly to: string;
  /** 1 (Monday) to 7 (Sunday). */
  readonly weekdays: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** `2026-09-02` */
  readonly dates: readonly string[];
  /** Dates on which it says nothing, holidays for instance; none where it is left out. */
  readonly except?: readonly string[];
};

/** Opening hours, holidays and the like: the instant matches when one of the slots does. */
export type TimeGroup = { readonly name: string; readonly slots: readonly TimeSlot[] };

/** The first slot that contains the instant, or null, and the local time that decided. */
export function matchTimeGroup(
  group: TimeGroup,
  instant: number,
  timeZone: string,
): { readonly slot: TimeSlot | null; readonly local: LocalTime } {
  const local = localTime(instant, timeZone);
  return { slot: slotAt(group, local) ?? null, local };
}

/** The first slot that contains a moment of the wall clock. */
export const slotAt = (group: TimeGroup, local: LocalTime): TimeSlot | undefined =>
  group.slots.find((slot) => slotContains(slot, local));

/** Whether a slot contains a moment of the wall clock. */
export function slotContains(slot: TimeSlot, local: LocalTime): boolean {
  const from = minuteOf(slot.from);
  const to = minuteOf(slot.to);
  if (from === to) return fallsOn(slot, local);
  if (from < to) return local.minute >= from && local.minute < to && fallsOn(slot, local);
  if (local.minute >= from) return fallsOn(slot, local);
  return local.minute < to && fallsOn(slot, dayBefore(local));
}

function fallsOn(slot: TimeSlot, day: LocalTime): boolean {
  return (
    allows(slot.weekdays, day.weekday) &&
    allows(slot.daysOfMonth, day.dayOfMonth) &&
    allows(slot.months, day.month) &&
    allows(slot.dates, day.date) &&
    slot.except?.includes(day.date) !== true
  );
}

function allows<T>(wanted: readonly T[], actual: T): boolean {
  return wanted.length === 0 || wanted.includes(actual);
}

const dayBefore = (day: LocalTime): LocalTime => laterDay(day.date, -1, day.minute);

/** Minutes since midnight of a time of day. */
export function minuteOf(clock: string): number {
  const [hour, minute] = clock.split(':');
  return Number(hour) * 60 + Number(minute);
}
