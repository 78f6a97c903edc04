/** Before this product was made: what a machine says whose clock has lost the time. */
const beforeUs = Date.UTC(2026, 0, 1);

/** Whether a time of day (ms since 1970) can be: a clock without battery begins in 1970 or 2000. */
export const isBelievable = (at: number): boolean => at >= beforeUs;

/** A step that nobody notices: what is left of setting the clock right in small pieces. */
const unnoticedMs = 500;
/** What belongs to a call may come this long after it: what became of its recording, for instance. */
export const quietMs = 5_000;

/**
 * The time of day (milliseconds since 1970) as calls need it: it follows the system's clock, but does not jump while `isBusy` nor
 * shortly afterwards. Somebody sets that clock in the middle of a conversation, and the conversation lasts as long as it lasted;
 * those after it have the new time. A time that cannot be is none: the clock that only counts leads on from the last one that was. Engine and server each have such a clock, and both are busy with the same calls.
 */
export function calmClock(
  isBusy: () => boolean,
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): () => number {
  let ahead = wall() - steady();
  let lastBusy = Number.NEGATIVE_INFINITY;
  return () => {
    const passed = steady();
    if (isBusy()) lastBusy = passed;
    const now = wall() - passed;
    if (!isBelievable(now + passed) && isBelievable(ahead + passed)) return passed + ahead;
    if (Math.abs(now - ahead) < unnoticedMs || passed - lastBusy >= quietMs) ahead = now;
    return passed + ahead;
  };
}
