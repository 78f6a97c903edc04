import { minutesOfShift, type ShiftHours } from '@alo/contract';

/** "08:00–17:00", and that it ends on the next day. */
export function shiftHoursText({ from_time: from, to_time: to, breaks }: ShiftHours): string {
  const isOver = minutesOfShift({ from_time: from, to_time: to, breaks }).to > 1_440;
  return `${from}–${to}${isOver ? ' hôm sau' : ''}`;
}

const weekdays = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'] as const;
export const weekdayOf = (day: string): string => weekdays[new Date(day).getUTCDay()] ?? '';

/** The day and the month: the year is that of the week. */
export const shortDay = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;
