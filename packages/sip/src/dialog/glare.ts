import type { Dialog } from './dialog.ts';

const stepMs = 10;

/**
 * How long we wait before we offer again after a 491 (RFC 3261 §14.1), so that the two do not meet once more: 2.1 to 4 s
 * for whoever made the Call-ID, up to 2 s for the other, in steps of 10 ms. `random` is at least 0 and less than 1.
 */
export function waitAfterGlare({ side }: Dialog, random: number): number {
  const [from, to] = side === 'caller' ? [2_100, 4_000] : [0, 2_000];
  return from + stepMs * Math.floor(random * ((to - from) / stepMs + 1));
}
