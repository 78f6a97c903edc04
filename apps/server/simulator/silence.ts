import type { Stretch } from './true-talks.ts';

/** When nobody heard the engine, for whatever reason: no server, one that stands still, no link. */
export interface Silence {
  /** To be called now and then. */
  look(now: number, isHeard: boolean): void;
  readonly stretches: readonly Stretch[];
}

export function noteSilence(): Silence {
  const stretches: Stretch[] = [];
  let lastHeard = 0;
  let current: Stretch | null = null;
  return {
    stretches,
    look(now, isHeard) {
      if (isHeard) {
        if (current !== null) current.until = now;
        [current, lastHeard] = [null, now];
        return;
      }
      if (current === null) {
        current = { from: lastHeard, until: now };
        stretches.push(current);
      }
      current.until = now;
    },
  };
}
