/** A step that nobody notices: what is left of setting the clock right in small pieces. */
const unnoticedMs = 500;

/**
 * The time of day (milliseconds since 1970) as calls need it: it follows the system's clock, but does not jump while `isBusy`.
 * Somebody sets that clock in the middle of a conversation, and the conversation lasts as long as it lasted; the next one has
 * the new time. Engine and server each have such a clock, and both are busy with the same calls.
 */
export function calmClock(
  isBusy: () => boolean,
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): () => number {
  let ahead = wall() - steady();
  return () => {
    const passed = steady();
    const now = wall() - passed;
    if (Math.abs(now - ahead) < unnoticedMs || !isBusy()) ahead = now;
    return passed + ahead;
  };
}
