import { setImmediate as turn } from 'node:timers/promises';

/** Time for call control's surroundings. The simulator has one of its own; everything that waits here waits by it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `what` once after `ms`. Answers what calls it off. */
  after(ms: number, what: () => void): () => void;
  /** Lets others have their turn in the middle of long work. */
  breathe(): Promise<void>;
}

/** What `setTimeout` can wait; longer would run out at once. */
const longestMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  after(ms, what) {
    const timeout = setTimeout(what, Math.min(ms, longestMs));
    return () => clearTimeout(timeout);
  },
  breathe: () => turn(),
};

/** Waits, or less when `signal` says so. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      callOff();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const callOff = clock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
