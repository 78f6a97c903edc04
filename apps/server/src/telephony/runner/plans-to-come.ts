import type { Board, PlanChangedEvent, RoutingPlan } from '@alo/call-core';

import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { keepingQueues } from './kept-queues.ts';

/**
 * Plans on their way to the board. One is hundreds of kilobytes at times, and synced: it is on the disk before its event stands in line,
 * so that on a slow disk no call waits for it.
 */
export interface PlansToCome {
  /** Calls go by it a moment later. */
  take(plan: RoutingPlan): void;
  /** As it is to be as long as it is not known who still waits in queues of the last one. */
  forNow(plan: RoutingPlan): PlanChangedEvent;
  /** It is known by now. */
  takeHeldBack(): void;
  /** Resolves when the events of all plans that were taken so far stand in line. */
  queued(): Promise<void>;
}

interface PlansToComeOptions {
  readonly journal: Pick<Journal, 'shelve'>;
  readonly clock: Clock;
  readonly board: () => Board;
  /** It is known who still waits in queues. */
  readonly isCertain: () => boolean;
  /** Until then it is known what people did: what an engine still tells of is later. */
  readonly knownUntil: () => number;
  readonly queue: (event: PlanChangedEvent) => void;
}

export function createPlansToCome({
  journal,
  clock,
  board,
  isCertain,
  knownUntil,
  queue,
}: PlansToComeOptions): PlansToCome {
  let heldBack: RoutingPlan | null = null;
  let queued: Promise<void> = Promise.resolve();

  function forNow(plan: RoutingPlan): RoutingPlan {
    if (isCertain()) return plan;
    const kept = keepingQueues(plan, board());
    heldBack = kept === plan ? null : plan;
    return kept;
  }

  /** At a start the new plan comes before all that happened meanwhile: what people's time goes to by it must not begin behind that. */
  const changed = (plan: RoutingPlan): PlanChangedEvent => {
    const at = isCertain() ? clock.now() : Math.min(knownUntil(), clock.now());
    return { type: 'plan-changed', plan, at };
  };

  function take(plan: RoutingPlan): void {
    const now = forNow(plan);
    queued = queued.then(async () => {
      // What the disk refuses it is asked for once more when the event is written, which says so.
      await journal.shelve(now).catch(() => undefined);
      queue(changed(now));
    });
  }

  return {
    take,
    forNow: (plan) => changed(forNow(plan)),
    takeHeldBack() {
      const plan = heldBack;
      heldBack = null;
      if (plan !== null) take(plan);
    },
    queued: () => queued,
  };
}
