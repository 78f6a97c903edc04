import { localTime } from '@alo/calendar';
import type { Instant } from './vocabulary.ts';

/** The day whose calls of each member are counted: its date in the tenant's time zone, and when it is over. */
export type QueueDay = { readonly date: string; readonly until: Instant };

/** Before the first event of a queue. */
export const noDay: QueueDay = { date: '', until: 0 };

/** How somebody left the line. */
export type LineOutcome = 'answered' | 'abandoned' | 'timed-out' | 'left-elsewhere' | 'called-back';

/** The outcome of a caller who was led to a queue: how they left it, unless it did not let them in, and how long they had waited. */
export type QueueStay = {
  readonly queue: string;
  readonly outcome: LineOutcome | 'turned-away';
  readonly waitedMs: number;
};

/** A caller came into a queue's line, or left it, or was not let in. */
export type QueueStep = { readonly queue: string; readonly at: Instant } & (
  | { readonly step: 'entered' }
  | { readonly step: 'left'; readonly outcome: QueueStay['outcome']; readonly waitedMs: number }
);

/** The day that this moment belongs to. */
export function dayOf(day: QueueDay, at: Instant, timeZone: string): QueueDay {
  if (at < day.until) return day;
  const { date, minute } = localTime(at, timeZone);
  return { date, until: at - (at % 60_000) + (24 * 60 - minute) * 60_000 };
}
