const freeTries = 5;
const longestWaitMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
const remembered = 100_000;

/**
 * Slows guessing down for the guesser. Tries count per account and network, so a stranger elsewhere never keeps the owner
 * out. After five tries the wait doubles with each, from one second to fifteen minutes; an hour of quiet forgets. Kept in
 * memory: another process counts for itself, and a restart forgives.
 */
export function signInThrottle(now: () => number = Date.now) {
  const tries = new Map<string, { count: number; openAt: number; last: number }>();

  return {
    /**
     * Takes a try before its outcome is known, so that parallel guesses cannot share one. Answers 0, or the milliseconds
     * to wait, which cost no try.
     */
    take(key: string): number {
      const at = now();
      const known = tries.get(key);
      const entry =
        known === undefined || at - known.last > forgottenAfterMs ? { count: 0, openAt: 0, last: at } : known;
      if (at < entry.openAt) return entry.openAt - at;
      entry.count += 1;
      entry.last = at;
      entry.openAt = at + waitAfter(entry.count);
      // To the end of the map: what is oldest is dropped first.
      tries.delete(key);
      tries.set(key, entry);
      if (tries.size > remembered) {
        for (const oldest of tries.keys()) {
          tries.delete(oldest);
          break;
        }
      }
      return 0;
    },
    /** The password was right: nothing was guessed. */
    forgive(key: string): void {
      tries.delete(key);
    },
  };
}

export type SignInThrottle = ReturnType<typeof signInThrottle>;

const waitAfter = (count: number) =>
  count < freeTries ? 0 : Math.min(longestWaitMs, 1_000 * 2 ** (count - freeTries));
