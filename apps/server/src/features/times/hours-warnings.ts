import { neverFalls, overlapping, type TimeSlot } from '@alo/calendar';

/** What is odd about the hours of a group, seen from a day on. */
export function hoursWarnings(slots: readonly TimeSlot[], today: string): string[] {
  if (slots.length === 0) return ['Chưa có khung giờ nào: không bao giờ khớp'];
  const never = slots.flatMap((slot, at) =>
    neverFalls(slot) || isOver(slot, today) ? [`Khung ${at + 1} không còn rơi vào ngày nào`] : [],
  );
  const both = overlapping(slots, today);
  return both === undefined
    ? never
    : [
        ...never,
        `Khung ${both.first + 1} và ${both.second + 1} chồng nhau, ví dụ ${clock(both.minute)} ngày ${day(both.date)}`,
      ];
}

const isOver = ({ dates }: TimeSlot, today: string) => dates.length > 0 && dates.every((date) => date < today);

const day = (date: string) => date.split('-').toReversed().join('/');
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
