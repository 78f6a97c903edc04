import type { RoutingPlan } from '@alo/call-core';

import type { SavedPart, TelephonyConfig } from './routing-plan.ts';

/** A tenant's configuration as it was read last. */
export interface FollowedConfig {
  readonly now: TelephonyConfig;
  /** Resolves when it is as it was saved. What is saved while it is being read is read together afterwards. */
  again(saved: SavedPart): Promise<void>;
}

export interface FollowOptions {
  readonly first: TelephonyConfig;
  readonly read: (before: TelephonyConfig, saved: ReadonlySet<SavedPart>) => Promise<TelephonyConfig>;
  /** Calls are led by another plan from now on. */
  readonly onPlan: (plan: RoutingPlan) => void;
}

export function followConfig({ first, read, onPlan }: FollowOptions): FollowedConfig {
  let now = first;
  let due = new Set<SavedPart>();
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function readDue(): Promise<void> {
    next = null;
    const saved = due;
    due = new Set();
    const { plan } = now;
    try {
      now = await read(now, saved);
    } catch (error) {
      // It is still to be read, with whatever is saved next.
      for (const one of saved) due.add(one);
      throw error;
    }
    if (now.plan !== plan) onPlan(now.plan);
  }

  return {
    get now() {
      return now;
    },
    again(saved) {
      due.add(saved);
      if (next !== null) return next;
      const turn = reading.then(readDue);
      next = turn;
      reading = turn.catch(() => undefined);
      return turn;
    },
  };
}
