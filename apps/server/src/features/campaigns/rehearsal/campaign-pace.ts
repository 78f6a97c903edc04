import { callsByItself } from '@alo/contract';

import { countMs, paceForMessage, paceForQueue, pickUpMs, usualTickMs } from '../dial-now.ts';
import type { campaignFloor } from './campaign-floor.ts';
import type { lastDayOf } from './last-day.ts';
import type { Rehearsal } from './rehearsal-plan.ts';

const hourMs = 3_600_000;

interface Around {
  readonly floor: ReturnType<typeof campaignFloor>;
  readonly lastDay: ReturnType<typeof lastDayOf>;
}

/** How many calls a campaign may begin, by the functions that pace real ones. */
export function campaignPace(plan: Rehearsal, { floor, lastDay }: Around) {
  const { dialling, handledMs } = plan;
  const isMessage = dialling.mode === 'broadcast';
  const isByHand = !callsByItself(dialling.mode);
  /** When calls began; those of the last hour from `hourFrom` on. */
  const begun: number[] = [];
  let hourFrom = 0;
  let counted = { at: plan.now, days: lastDay.at(plan.now) };

  function count(at: number): void {
    if (at - counted.at < countMs) return;
    // Counted at the same seconds as by whoever looks each second.
    const phase = (at - counted.at) % countMs;
    counted = { at: at - phase, days: lastDay.at(at) };
  }

  return {
    room(at: number): number {
      count(at);
      if (isByHand) return floor.free();
      if (isMessage) {
        while ((begun[hourFrom] ?? Number.POSITIVE_INFINITY) <= at - hourMs) hourFrom += 1;
        return paceForMessage(dialling, { underWay: floor.open(), lastHour: begun.length - hourFrom }).dial;
      }
      const { own, all } = counted.days;
      const soonFree = handledMs <= 0 ? 0 : (floor.busy() * Math.min(pickUpMs, handledMs)) / handledMs;
      return paceForQueue(dialling, { free: floor.free(), underWay: floor.underWay(), soonFree, own, all }).dial;
    },

    called: (at: number): unknown => begun.push(at),

    /** When the room may be another by itself. */
    changesAfter(at: number): number {
      if (isMessage) {
        const oldest = begun[hourFrom];
        if (dialling.most.perHour === null || oldest === undefined) return Number.POSITIVE_INFINITY;
        return Math.max(at + usualTickMs, oldest + hourMs);
      }
      return dialling.lines > 1 && !isByHand ? counted.at + countMs : Number.POSITIVE_INFINITY;
    },
  };
}
