import { createHash } from 'node:crypto';

import type { Directory, TryLimit } from '../../db/database.ts';

const forgottenAfterMs = 60 * 60_000;
const minutes = (n: number) => n * 60_000;

/** What counts tries, and how many an hour are free under it; each one more doubles the wait, from one second to the longest. */
const limits = {
  /** One name from one network; forgotten after an hour of quiet. */
  pair: { freeTries: 5, longestWaitMs: minutes(15), quiet: true },
  /** One name from wherever: slow guessing over many addresses. */
  account: { freeTries: 20, longestWaitMs: minutes(15), quiet: false },
  /** One network, with all names. */
  network: { freeTries: 50, longestWaitMs: minutes(5), quiet: false },
  /** One password, with all names and networks. */
  password: { freeTries: 10, longestWaitMs: minutes(15), quiet: false },
  /** All together. */
  installation: { freeTries: 1_000, longestWaitMs: minutes(1), quiet: false },
  /** Links and new companies that one network asks for. */
  request: { freeTries: 5, longestWaitMs: minutes(30), quiet: false },
  /** New companies that all networks together ask for. */
  company: { freeTries: 200, longestWaitMs: minutes(5), quiet: false },
} as const satisfies Record<string, Omit<TryLimit, 'key'>>;

/** One thing that tries count under: `name` is whose or what, in plain text; only its digest is kept. */
export interface CountedBy {
  readonly kind: keyof typeof limits;
  readonly name: string;
}

/** What came of asking for a try: taken, with the limits that are used up by it, or so many milliseconds to wait. */
export type TryOutcome =
  | { readonly kind: 'taken'; readonly usedUp: readonly CountedBy[] }
  | { readonly kind: 'wait'; readonly ms: number };

/** Slows guessing down for the guesser. All processes count together, and a restart forgives nothing. */
export function signInThrottle(
  directory: Pick<Directory, 'takeSignInTries' | 'forgiveSignInTries'>,
  now: () => number = Date.now,
) {
  return {
    /**
     * Takes a try before its outcome is known, so that parallel guesses cannot share one: under everything that counts it,
     * or under nothing.
     */
    async take(counted: readonly CountedBy[]): Promise<TryOutcome> {
      const wanted = counted.map((one) => ({ key: keyOf(one), ...limits[one.kind] }));
      const { wait, crossed } = await directory.takeSignInTries(wanted, new Date(now()), forgottenAfterMs);
      if (wait > 0) return { kind: 'wait', ms: wait };
      return { kind: 'taken', usedUp: counted.filter((_, at) => crossed.some((key) => wanted[at]?.key.equals(key))) };
    },

    /** Nothing was guessed: who it was begins anew, the other limits get back the try that it took. */
    forgive(counted: readonly CountedBy[]): Promise<void> {
      const [own, shared] = [true, false].map((quiet) =>
        counted.filter(({ kind }) => limits[kind].quiet === quiet).map(keyOf),
      );
      return directory.forgiveSignInTries(own ?? [], shared ?? []);
    },

    /** Somebody has said that these tries do not count. */
    forget: (counted: readonly CountedBy[]): Promise<void> => directory.forgiveSignInTries(counted.map(keyOf), []),
  };
}

export type SignInThrottle = ReturnType<typeof signInThrottle>;

const keyOf = ({ kind, name }: CountedBy) => createHash('sha256').update(`${kind} ${name}`).digest();
