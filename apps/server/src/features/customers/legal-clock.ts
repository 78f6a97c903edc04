import { type DataRequest, dataRequestDays, extensionDays } from '@alo/contract';

const dayMs = 86_400_000;

/** Until when a request is to be answered and done, by the kind of it; in the middle of a day counts the whole of it. */
export function clockOf(kind: DataRequest['kind'], received: Date): { reply_by: Date; due_at: Date } {
  return { reply_by: workingDaysAfter(received, 2), due_at: daysAfter(received, dataRequestDays[kind]) };
}

export const putOff = (due: Date): Date => daysAfter(due, extensionDays);

const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);

/** Saturday and Sunday are none, by the clock of Việt Nam. */
function workingDaysAfter(from: Date, days: number): Date {
  let [at, left] = [from, days];
  while (left > 0) {
    at = daysAfter(at, 1);
    const weekday = new Date(at.getTime() + 7 * 3_600_000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}
