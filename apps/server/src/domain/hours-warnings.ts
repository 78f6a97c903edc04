import { gapsInWeek, neverFalls, overlapping, type TimeSlot } from '@alo/calendar';

/** What is odd about the hours of a group, seen from a day on. */
export function hoursWarnings(slots: readonly TimeSlot[], today: string): string[] {
  if (slots.length === 0) return ['Chưa có khung giờ nào: không bao giờ khớp'];
  const never = slots.flatMap((slot, at) =>
    neverFalls(slot) || isOver(slot, today) ? [`Khung ${at + 1} không còn rơi vào ngày nào`] : [],
  );
  const both = overlapping(slots, today);
  return [
    ...never,
    ...(both === undefined
      ? []
      : [
          `Khung ${both.first + 1} và ${both.second + 1} chồng nhau, ví dụ ${clock(both.minute)} ngày ${day(both.date)}`,
        ]),
    ...gaps(slots),
  ];
}

/** Whoever closes at noon means it; whoever does not reads of it here. */
function gaps(slots: readonly TimeSlot[]): string[] {
  const { within, days } = gapsInWeek(slots);
  return [
    ...within.map(
      ({ from, to, weekdays }) => `Hở ${clock(from)}–${clock(to)} ${daysInWords(weekdays)}: không khung nào nhận`,
    ),
    ...(days.length === 0 ? [] : [`Hở cả ngày ${daysInWords(days)}: không khung nào nhận`]),
  ];
}

const isOver = ({ dates }: TimeSlot, today: string) => dates.length > 0 && dates.every((date) => date < today);

const day = (date: string) => date.split('-').toReversed().join('/');
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const dayNames = ['', 'thứ hai', 'thứ ba', 'thứ tư', 'thứ năm', 'thứ sáu', 'thứ bảy', 'chủ nhật'];
const daysInWords = (weekdays: readonly number[]): string =>
  weekdays.length === 7 ? 'mọi ngày' : weekdays.map((weekday) => dayNames[weekday]).join(', ');
