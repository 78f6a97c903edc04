import { localTime } from '@alo/calendar';
import type { Instant } from './vocabulary.ts';

/**
 * What came of a queue's callers today. Everybody who was offered to the queue ends up in exactly one of the sums behind
 * `offered`, or still waits.
 */
export type QueueToday = {
  /** The date in the tenant's time zone, and when it is over. */
  readonly date: string;
  readonly until: Instant;
  readonly offered: number;
  readonly answered: number;
  /** Of those answered, within the service level. */
  readonly answeredInTime: number;
  readonly abandoned: number;
  /** Of those abandoned, so soon that they are not counted as lost. */
  readonly abandonedSoon: number;
  readonly timedOut: number;
  /** By a key, because nobody was there any more, because the queue was taken away, or by a transfer. */
  readonly leftElsewhere: number;
  /** Asked to be called back; of them were reached, and were given up. */
  readonly calledBack: number;
  readonly callbacksReached: number;
  readonly callbacksGivenUp: number;
  /** Not let in: full, or nobody there. */
  readonly turnedAway: number;
  /** Waiting of those who were answered, and the longest of anybody. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
};

/** How somebody left the line. */
export type LineOutcome = 'answered' | 'abandoned' | 'timed-out' | 'left-elsewhere' | 'called-back';

/** The outcome of a caller who was led to a queue: how they left it, unless it did not let them in, and how long they had waited. */
export type QueueStay = {
  readonly queue: string;
  readonly outcome: LineOutcome | 'turned-away';
  readonly waitedMs: number;
};

const nothing: Omit<QueueToday, 'date' | 'until'> = {
  offered: 0,
  answered: 0,
  answeredInTime: 0,
  abandoned: 0,
  abandonedSoon: 0,
  timedOut: 0,
  leftElsewhere: 0,
  calledBack: 0,
  callbacksReached: 0,
  callbacksGivenUp: 0,
  turnedAway: 0,
  waitMs: 0,
  longestWaitMs: 0,
};

/** Before the first event of a queue. */
export const noDay: QueueToday = { date: '', until: 0, ...nothing };

/** The sums that an event of now belongs to: those of a day that is over are forgotten. */
export function dayOf(today: QueueToday, at: Instant, timeZone: string): QueueToday {
  if (at < today.until) return today;
  const { date, minute } = localTime(at, timeZone);
  const until = at - (at % 60_000) + (24 * 60 - minute) * 60_000;
  return date === today.date ? { ...today, until } : { date, until, ...nothing };
}

export function countOffered(today: QueueToday): QueueToday {
  return { ...today, offered: today.offered + 1 };
}

export function countTurnedAway(today: QueueToday): QueueToday {
  return { ...today, turnedAway: today.turnedAway + 1 };
}

/** Somebody who had asked to be called back was reached, or is not called any more. */
export function countCallback(today: QueueToday, outcome: 'reached' | 'given-up'): QueueToday {
  return outcome === 'reached'
    ? { ...today, callbacksReached: today.callbacksReached + 1 }
    : { ...today, callbacksGivenUp: today.callbacksGivenUp + 1 };
}

/** Somebody left the line after so much waiting. */
export function countLeft(
  today: QueueToday,
  outcome: LineOutcome,
  waitedMs: number,
  level: { readonly serviceLevelSeconds: number; readonly shortAbandonSeconds: number },
): QueueToday {
  const counted = { ...today, longestWaitMs: Math.max(today.longestWaitMs, waitedMs) };
  switch (outcome) {
    case 'answered': {
      const inTime = waitedMs <= level.serviceLevelSeconds * 1000 ? 1 : 0;
      return {
        ...counted,
        answered: today.answered + 1,
        answeredInTime: today.answeredInTime + inTime,
        waitMs: today.waitMs + waitedMs,
      };
    }
    case 'abandoned': {
      const soon = waitedMs < level.shortAbandonSeconds * 1000 ? 1 : 0;
      return { ...counted, abandoned: today.abandoned + 1, abandonedSoon: today.abandonedSoon + soon };
    }
    case 'timed-out':
      return { ...counted, timedOut: today.timedOut + 1 };
    case 'left-elsewhere':
      return { ...counted, leftElsewhere: today.leftElsewhere + 1 };
    case 'called-back':
      return { ...counted, calledBack: today.calledBack + 1 };
    default:
      return outcome satisfies never;
  }
}
