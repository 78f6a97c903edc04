/** Waiting times between attempts, in milliseconds: full jitter, so that a thousand phones do not come back at once. */
export interface Backoff {
  /** The wait before the next attempt; `hintMs` is what the server asked for at least. */
  next(hintMs?: number): number;
  /** It worked: the next failure starts from the beginning. */
  reset(): void;
}

/** Full jitter: evenly between 0 and min(`capMs`, `baseMs` · 2ⁿ). `random` gives 0 to 1. */
export function fullJitter(random: () => number, baseMs = 200, capMs = 30_000): Backoff {
  let attempt = 0;
  return {
    next(hintMs = 0) {
      // 2¹⁶ · base is beyond any sensible cap; the exponent stops there so that it never overflows.
      const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(attempt, 16));
      attempt += 1;
      return hintMs + Math.round(random() * ceiling);
    },
    reset() {
      attempt = 0;
    },
  };
}
