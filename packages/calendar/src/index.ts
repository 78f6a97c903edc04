export { instantOf, type LocalTime, laterDay, localTime, shiftedDate } from './local-time.ts';
export { dateOfLunar } from './lunar.ts';
export { edgesOf, matchUntil } from './next-change.ts';
export { neverFalls, overlapping } from './slot-faults.ts';
export { matchTimeGroup, slotAt, type TimeGroup, type TimeSlot } from './time-group.ts';
export { type Holiday, vietnameseHolidays } from './vietnamese-holidays.ts';
export { gapsInWeek, type WeekGap, type WeekGaps } from './week-gaps.ts';
