import { describe, expect, it } from 'vitest';

import { measuredBetween, readCounters } from './quality.ts';

const counters = (received: number, lost: number) => ({
  received,
  lost,
  jitterMs: 2,
  roundTripMs: 20,
  farLossPercent: 1.5,
});

describe('what is measured of a conversation', () => {
  it('counts what was lost since the last measurement, not since the beginning', () => {
    expect(measuredBetween(counters(50, 50), counters(150, 50))).toMatchObject({ lossPercent: 0, farLossPercent: 1.5 });
    expect(measuredBetween(counters(100, 0), counters(190, 10))).toMatchObject({ lossPercent: 10 });
    expect(measuredBetween(null, counters(94, 6))).toMatchObject({ lossPercent: 6, jitterMs: 2, roundTripMs: 20 });
  });

  it('says nothing where nothing arrives any more', () => {
    expect(measuredBetween(counters(100, 1), counters(100, 1))).toBeNull();
  });
});

describe('reading a stats report', () => {
  const inbound = { type: 'inbound-rtp', kind: 'audio', packetsReceived: 500, packetsLost: 3, jitter: 0.004 };

  it('finds the received audio, the round trip and what the far end lost', () => {
    const report = [
      ['a', inbound],
      ['b', { type: 'remote-inbound-rtp', roundTripTime: 0.05, fractionLost: 0.125 }],
      ['c', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.01 }],
    ] as const;
    expect(readCounters(report)).toEqual({
      received: 500,
      lost: 3,
      jitterMs: 4,
      roundTripMs: 50,
      farLossPercent: 12.5,
    });
  });

  it('falls back on the round trip of the connectivity checks', () => {
    const report = [
      ['c', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.01 }],
      ['a', { ...inbound, packetsLost: -2 }],
    ] as const;
    expect(readCounters(report)).toEqual({
      received: 500,
      lost: 0,
      jitterMs: 4,
      roundTripMs: 10,
      farLossPercent: null,
    });
  });

  it('says nothing before anything was received', () => {
    expect(readCounters([['v', { type: 'inbound-rtp', kind: 'video' }]])).toBeNull();
  });
});
