import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { QualityWatch, type Trouble } from './quality-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a watch says, after each of these counts of received packets. */
async function said(received: readonly number[]): Promise<readonly Trouble[]> {
  const troubles: Trouble[] = [];
  let second = -1;
  const stats = async () => {
    second += 1;
    const entry = {
      type: 'inbound-rtp',
      kind: 'audio',
      packetsReceived: received[second],
      packetsLost: 0,
      jitter: 0.002,
    };
    // The part of a stats report that is read.
    return new Map([['in', entry]]) as unknown as RTCStatsReport;
  };
  const watch = new QualityWatch(stats, (_, trouble) => troubles.push(trouble));
  watch.start();
  await vi.advanceTimersByTimeAsync(received.length * 800);
  watch.stop();
  return troubles;
}

test('where nothing comes any more the person is told within three seconds, and no longer than it is so', async () => {
  expect(await said([50, 100, 110, 110, 110, 150])).toEqual(['none', 'none', 'none', 'none', 'silent', 'none']);
});

test('a conversation that goes on is in no trouble', async () => {
  expect(await said([50, 100, 150, 200])).toEqual(['none', 'none', 'none', 'none']);
});
