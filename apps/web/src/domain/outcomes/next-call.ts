import { momentAt as at, isoDay } from '../../kit/format/time.ts';

/** When a customer may want to be called again, as people say it. */
export const nextCalls = {
  soon: '15 phút nữa',
  hour: '1 giờ nữa',
  morning: '9 giờ sáng mai',
  afternoon: '14 giờ chiều mai',
  other: 'Ngày giờ khác',
} as const;
export type NextCall = keyof typeof nextCalls;

const minuteMs = 60_000;

/** The moment that is meant; nothing while day and time of another one are not filled in. */
export function momentOf(
  choice: NextCall | null,
  { now, day, time }: { now: number; day: string | null; time: string },
): string | null {
  switch (choice) {
    case null:
      return null;
    case 'soon':
      return new Date(now + 15 * minuteMs).toISOString();
    case 'hour':
      return new Date(now + 60 * minuteMs).toISOString();
    case 'morning':
      return at(isoDay(now + 24 * 60 * minuteMs), '09:00');
    case 'afternoon':
      return at(isoDay(now + 24 * 60 * minuteMs), '14:00');
    case 'other':
      return day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time) ? null : at(day, time);
    default:
      return choice satisfies never;
  }
}
