import { hash } from 'node:crypto';

import { Problem } from '../kernel/problem.ts';
import { requestCounter } from './admission.ts';
import { siteOf } from './network.ts';

/** So many tokens that nobody has may come from a site in a minute. */
const unknownPerMinute = 300;
/** A token that was nobody's is believed to be so for as long as one that was somebody's is. */
const believedMs = 5_000;
const rememberedAtMost = 20_000;

export interface KnownTokens<Found> {
  /** Finds whose a token is that came from a network. Rejects with a problem where too many came from there that are nobody's. */
  find(token: string, network: string): Promise<Found | undefined>;
  /** This one was given out just now: it is somebody's. */
  expect(token: string): void;
}

/**
 * Asks whose a token is, unless it was nobody's a moment ago, or the site that it comes from has brought too many of those: each would cost the
 * database a question. A token that was somebody's before is always asked about.
 */
export function knownTokens<Found>(
  whose: (token: string) => Promise<Found | undefined>,
  now: () => number,
): KnownTokens<Found> {
  const counter = requestCounter(now);
  /** By their hashes: tokens that were somebody's, and until when others are believed to be nobody's. */
  const known = new Set<string>();
  const unknownUntil = new Map<string, number>();
  const note = (digest: string, isKnown: boolean): void => {
    if (known.size >= rememberedAtMost) known.clear();
    if (unknownUntil.size >= rememberedAtMost) unknownUntil.clear();
    if (isKnown) known.add(digest);
    // What was taken back may be given again at once: it is asked about once more.
    else if (!known.delete(digest)) unknownUntil.set(digest, now() + believedMs);
  };
  const digestOf = (token: string): string => hash('sha256', token, 'base64');

  async function find(token: string, network: string): Promise<Found | undefined> {
    const digest = digestOf(token);
    if ((unknownUntil.get(digest) ?? 0) > now()) return undefined;
    const site = siteOf(network);
    const isFirst = !known.has(digest);
    // Counted is what was nobody's, and not what is being asked: after a restart all of an office come at once.
    if (isFirst) {
      const { isOver, resetSeconds } = counter.take(site, unknownPerMinute);
      if (isOver) throw Problem.tooManyRequests(resetSeconds);
      counter.add(site, -1);
    }
    const found = await whose(token);
    if (found === undefined && isFirst) counter.add(site, 1);
    note(digest, found !== undefined);
    return found;
  }

  return { find, expect: (token) => note(digestOf(token), true) };
}
