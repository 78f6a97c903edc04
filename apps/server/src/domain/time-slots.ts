import type { TimeSlot } from '@alo/calendar';

/** A stretch of hours as it is stored. */
export interface StoredHours {
  readonly from_time: string;
  readonly to_time: string;
  readonly weekdays: readonly number[];
  readonly days_of_month: readonly number[];
  readonly months: readonly number[];
  readonly dates: readonly string[];
  readonly holidays: 'ignored' | 'except' | 'only';
}

/** The same as the calendar knows it; of hours that are for holidays alone nothing is left where there are none. */
export function timeSlotsOf(hours: StoredHours, holidays: readonly string[]): readonly TimeSlot[] {
  const slot: TimeSlot = {
    from: hours.from_time,
    to: hours.to_time,
    weekdays: hours.weekdays,
    daysOfMonth: hours.days_of_month,
    months: hours.months,
    dates: hours.dates,
  };
  switch (hours.holidays) {
    case 'ignored':
      return [slot];
    case 'except':
      return [{ ...slot, except: holidays }];
    case 'only': {
      const dates = hours.dates.length === 0 ? holidays : hours.dates.filter((date) => holidays.includes(date));
      return dates.length === 0 ? [] : [{ ...slot, dates }];
    }
    default:
      return hours.holidays satisfies never;
  }
}
