import { type DataRequest, dataRequestDays, extensionDays } from '@alo/contract';

const dayMs = 86_400_000;

/**
 * Until when a request is to be answered and done, by the kind of it; in the middle of a day counts the whole of it. `holidays`
 * are the days on which the company is closed.
 */
export function clockOf(
  kind: DataRequest['kind'],
  received: Date,
  holidays: readonly string[],
): { reply_by: Date; due_at: Date } {
  return {
    reply_by: workingDaysAfter(received, 2, new Set(holidays)),
    due_at: daysAfter(received, dataRequestDays[kind]),
  };
}

export const putOff = (due: Date): Date => daysAfter(due, extensionDays);

const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);

/** Saturday, Sunday and holidays are none, by the clock of Việt Nam. */
function workingDaysAfter(from: Date, days: number, holidays: ReadonlySet<string>): Date {
  let [at, left] = [from, days];
  while (left > 0) {
    at = daysAfter(at, 1);
    const there = new Date(at.getTime() + 7 * 3_600_000);
    const isWeekend = there.getUTCDay() === 0 || there.getUTCDay() === 6;
    if (!isWeekend && !holidays.has(there.toISOString().slice(0, 10))) left -= 1;
  }
  return at;
}
