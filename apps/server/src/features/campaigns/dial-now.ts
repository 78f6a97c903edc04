import { linesPace, type Pace, paceOf } from '@alo/call-core';

import type { CampaignFacts } from './contacts.ts';
import type { DayOfCalls } from './dialling.ts';

/** A campaign that calls looks so often who is free. */
export const usualTickMs = 1_000;
/** A day's calls are counted so often. */
export const countMs = 10_000;
/** No more are called in one look. */
export const atOnce = 20;
/** Whoever picks up does so after so long. */
export const pickUpMs = 9_000;

interface QueueNow {
  readonly free: number;
  /** Customers who are called, or wait for somebody. */
  readonly underWay: number;
  /** So many of those who are busy are free by the time that a customer picks up. */
  readonly soonFree: number;
  /** The campaign's own calls of the last day, and those of all campaigns. */
  readonly own: DayOfCalls;
  readonly all: DayOfCalls;
}

/** How many more customers are called now for whoever is free in a queue, and why. */
export const paceForQueue = (
  { mode, lines, abandonPercent }: CampaignFacts['dialling'],
  { free, underWay, soonFree, own, all }: QueueNow,
): Pace =>
  paceOf({
    free,
    underWay,
    linesPerAgent: lines,
    soonFree: mode === 'predictive' ? soonFree : null,
    called: own.called,
    reached: own.reached,
    pickedUp: all.reached,
    abandoned: all.abandoned,
    abandonPercent,
  });

/** The same of a message, for which nobody of ours has to be free. */
export const paceForMessage = (
  { most: { lines, perHour } }: CampaignFacts['dialling'],
  { underWay, lastHour }: { readonly underWay: number; readonly lastHour: number },
): Pace => linesPace({ lines, underWay, lastHour, perHour });
