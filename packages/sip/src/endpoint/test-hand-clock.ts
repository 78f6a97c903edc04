import type { SipClock } from './endpoint.ts';

/** A clock that the test moves; it fires what falls due, at its own moment. */
export function handClock(): SipClock & { passes: (ms: number) => void; waiting: () => number } {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly fire: () => void }>();
  return {
    now: () => now,
    after: (delayMs, fire) => {
      const entry = { at: now + delayMs, fire };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    /** How many are to be woken. */
    waiting: () => waiting.size,
    passes: (ms) => {
      const until = now + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        waiting.delete(next);
        next.fire();
      }
      now = until;
    },
  };
}
