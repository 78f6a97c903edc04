export { type LocalTime, localTime } from './local-time.ts';
export { matchTimeGroup, type TimeGroup, type TimeSlot } from './time-group.ts';
