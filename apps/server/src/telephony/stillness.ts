import type { Clock } from './clock.ts';

/** A process looks so often whether it stood still, and calls it that from so much on. */
const lookMs = 250;
const stillMs = 1_000;

/** Notices that this process was stopped by its machine, before events that waited meanwhile are heard. */
export interface Stillness {
  /** The clock that was given. Work that waits by it runs only after a stop was noticed. */
  readonly clock: Clock;
  /** To be called where anything comes in by another way than the clock. */
  notice(): void;
  close(): void;
}

/** `onStood` is told since when this process knows nothing. */
export function watchStillness(clock: Clock, onStood: (since: number) => void): Stillness {
  let lastLook = clock.now();

  function notice(): void {
    const since = lastLook;
    lastLook = clock.now();
    if (lastLook - since >= stillMs + lookMs) onStood(since);
  }

  function after(ms: number, what: () => void): () => void {
    return clock.after(ms, () => {
      notice();
      what();
    });
  }

  let callOff = after(lookMs, look);
  function look(): void {
    callOff = after(lookMs, look);
  }

  return { clock: { now: () => clock.now(), after, breathe: () => clock.breathe() }, notice, close: () => callOff() };
}
