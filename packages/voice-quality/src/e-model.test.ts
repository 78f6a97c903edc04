import { describe, expect, it } from 'vitest';

import { mosBothWays, mosOf, wrongWith } from './e-model.ts';

const measured = (lossPercent: number, jitterMs = 1, roundTripMs: number | null = 10) => ({
  lossPercent,
  jitterMs,
  roundTripMs,
});

describe('the estimate of how a conversation sounds', () => {
  it('is as good as G.711 gets on a clean line, and falls with loss, jitter and delay', () => {
    const clean = mosOf(measured(0));
    expect(clean).toBeGreaterThan(4.35);
    expect(mosOf(measured(3))).toBeLessThan(clean);
    expect(mosOf(measured(0, 80))).toBeLessThan(clean);
    expect(mosOf(measured(0, 1, 600))).toBeLessThan(mosOf(measured(0, 1, 300)));
    expect(mosOf(measured(100, 500, 5_000))).toBe(1);
  });

  it('has the scores that the formula gives', () => {
    // R = 93.2 − 0.024 · 27 = 92.552
    expect(mosOf(measured(0))).toBeCloseTo(4.396, 3);
    // Ie,eff = 95 · 6 / 31.1 = 18.328; R = 74.224
    expect(mosOf(measured(6))).toBeCloseTo(3.788, 3);
    // d = 300 + 2 + 20 = 322; Id = 7.728 + 15.917; R = 69.555
    expect(mosOf(measured(0, 1, 600))).toBeCloseTo(3.576, 3);
  });

  it('is that of the way that sounds worse', () => {
    expect(mosBothWays({ ...measured(1), farLossPercent: 12 })).toBe(mosOf(measured(12)));
    expect(mosBothWays({ ...measured(1), farLossPercent: null })).toBe(mosOf(measured(1)));
  });

  it('says what costs the most of it', () => {
    expect(wrongWith(measured(6, 5, 80))).toBe('loss');
    expect(wrongWith(measured(0.1, 120, 80))).toBe('jitter');
    expect(wrongWith(measured(0.1, 5, 700))).toBe('delay');
  });
});
