import fc from 'fast-check';
import { expect, test } from 'vitest';

import { callSeconds } from './call-seconds.ts';

function lasted(totalMs: number, wait_ms: number, talk_ms: number) {
  const started_at = new Date('2026-11-20T10:00:00.300+07:00');
  return callSeconds({ started_at, ended_at: new Date(started_at.getTime() + totalMs), wait_ms, talk_ms });
}

test('a talk of 12.7 seconds is 12, as the timer showed last and as the player says of its recording', () => {
  expect(lasted(12_700 + 2_600, 2_600, 12_700)).toEqual({ wait: 3, talk: 12, total: 15 });
});

test('what was neither waiting nor talking is in the whole alone', () => {
  expect(lasted(30_500, 4_900, 10_900)).toEqual({ wait: 4, talk: 10, total: 30 });
});

test('a conversation that goes on has no length yet', () => {
  expect(callSeconds({ started_at: new Date(), ended_at: null, wait_ms: 1_500, talk_ms: 0 })).toEqual({
    wait: 1,
    talk: 0,
    total: 0,
  });
});

test('waiting and talking add up, and no time is off by more than a second', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (waitMs, talkMs) => {
      const { wait, talk, total } = lasted(waitMs + talkMs, waitMs, talkMs);
      expect(wait + talk).toBe(total);
      expect(talk).toBe(Math.floor(talkMs / 1_000));
      expect(Math.abs(wait - waitMs / 1_000)).toBeLessThan(1);
    }),
  );
});
