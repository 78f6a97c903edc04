import { describe, expect, it } from 'vitest';

import { estimateMos, quality, readCounters } from './quality.ts';

const counters = (received: number, lost: number, jitterMs = 2, roundTripMs = 20) => ({
  received,
  lost,
  jitterMs,
  roundTripMs,
});

describe('the estimate of how a conversation sounds', () => {
  it('is as good as G.711 gets on a clean line, and falls with loss, jitter and delay', () => {
    const clean = estimateMos(0, 1, 10);
    expect(clean).toBeGreaterThan(4.35);
    expect(estimateMos(3, 1, 10)).toBeLessThan(clean);
    expect(estimateMos(0, 80, 10)).toBeLessThan(clean);
    expect(estimateMos(0, 1, 600)).toBeLessThan(estimateMos(0, 1, 300));
    expect(estimateMos(100, 500, 5_000)).toBe(1);
  });

  it('gives four bars on a clean line and one on a broken one', () => {
    expect(quality(null, counters(100, 0)).bars).toBe(4);
    expect(quality(null, counters(94, 6)).bars).toBe(3);
    expect(quality(null, counters(70, 30)).bars).toBe(1);
  });

  it('counts what was lost since the last measurement, not since the beginning', () => {
    const bad = counters(50, 50);
    expect(quality(bad, counters(150, 50))).toMatchObject({ lossPercent: 0, bars: 4 });
    expect(quality(counters(100, 0), counters(190, 10)).lossPercent).toBe(10);
  });

  it('takes silence on the line for what it is: nothing arrives any more', () => {
    expect(quality(counters(100, 1), counters(100, 1))).toMatchObject({ lossPercent: 100, bars: 1 });
  });
});

describe('reading a stats report', () => {
  const inbound = { type: 'inbound-rtp', kind: 'audio', packetsReceived: 500, packetsLost: 3, jitter: 0.004 };

  it('finds the received audio and the round trip', () => {
    const report = [
      ['a', inbound],
      ['b', { type: 'remote-inbound-rtp', roundTripTime: 0.05 }],
      ['c', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.01 }],
    ] as const;
    expect(readCounters(report)).toEqual({ received: 500, lost: 3, jitterMs: 4, roundTripMs: 50 });
  });

  it('falls back on the round trip of the connectivity checks', () => {
    const report = [
      ['c', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.01 }],
      ['a', { ...inbound, packetsLost: -2 }],
    ] as const;
    expect(readCounters(report)).toEqual({ received: 500, lost: 0, jitterMs: 4, roundTripMs: 10 });
  });

  it('says nothing before anything was received', () => {
    expect(readCounters([['v', { type: 'inbound-rtp', kind: 'video' }]])).toBeNull();
  });
});
