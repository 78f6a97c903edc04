import { expect } from 'vitest';

import type { ReceivedAudio } from './browser-phone.ts';

/** Nobody in a conversation may be without sound for longer. */
export const longestGapMs = 200;

/** Between the two moments nothing was lost, and all silence together that a browser had to fill is less than one gap may be. */
export function expectUnbroken(before: ReceivedAudio | undefined, after: ReceivedAudio): void {
  if (before === undefined) throw new Error('nothing was received before');
  expect(after.packetsLost - before.packetsLost).toBe(0);
  expect((after.concealed - before.concealed) * 1_000).toBeLessThan(longestGapMs);
}
