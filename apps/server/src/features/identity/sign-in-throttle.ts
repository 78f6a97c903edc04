import { createHash } from 'node:crypto';

import type { Directory } from '../../db/database.ts';

const limits = { freeTries: 5, longestWaitMs: 15 * 60_000, forgottenAfterMs: 60 * 60_000 } as const;

/**
 * Slows guessing down for the guesser. Tries count per account and network, so a stranger elsewhere never keeps the owner
 * out. After five tries the wait doubles with each, from one second to fifteen minutes; an hour of quiet forgets. All processes
 * count together, and a restart forgives nothing; who tried what is kept as a digest only.
 */
export function signInThrottle(
  directory: Pick<Directory, 'takeSignInTry' | 'forgiveSignInTries'>,
  now: () => number = Date.now,
) {
  const digest = (key: string) => createHash('sha256').update(key).digest();
  return {
    /**
     * Takes a try before its outcome is known, so that parallel guesses cannot share one. Answers 0, or the milliseconds
     * to wait, which cost no try.
     */
    take: (key: string): Promise<number> => directory.takeSignInTry(digest(key), new Date(now()), limits),
    /** The password was right: nothing was guessed. */
    forgive: (key: string): Promise<void> => directory.forgiveSignInTries(digest(key)),
  };
}

export type SignInThrottle = ReturnType<typeof signInThrottle>;
