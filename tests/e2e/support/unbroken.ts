import { expect } from 'vitest';

import type { Received } from './browser-phone.ts';

/** Nobody in a conversation may be without sound for longer. */
export const longestGapMs = 200;

/** A browser makes something up for so long at least. */
const shortestConcealmentMs = 10;

/**
 * Between the two moments nothing was lost, and no silence that a browser had to fill was longer than one gap may be: what it
 * filled altogether, but for the least that each of the other silences took. While whoever spoke got no processor (`asleepMs`),
 * there was nothing to hear.
 */
export function expectUnbroken(before: Received | undefined, after: Received, asleepMs: number): void {
  if (before === undefined) throw new Error('nothing was received before');
  expect(after.packetsLost - before.packetsLost).toBe(0);
  const filledMs = (after.concealed - before.concealed) * 1_000;
  const others = Math.max(0, after.concealments - before.concealments - 1);
  expect(filledMs - others * shortestConcealmentMs - asleepMs).toBeLessThan(longestGapMs);
}
