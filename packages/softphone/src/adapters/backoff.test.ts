import fc from 'fast-check';
import { expect, it } from 'vitest';

import { fullJitter } from './backoff.ts';

it('waits anywhere up to a ceiling that doubles from 0.2 s to 30 s', () => {
  const longest = fullJitter(() => 1);
  const waits = Array.from({ length: 10 }, () => longest.next());
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
  const shortest = fullJitter(() => 0);
  expect(Array.from({ length: 3 }, () => shortest.next())).toEqual([0, 0, 0]);
});

it('begins from the start once it worked', () => {
  const backoff = fullJitter(() => 1);
  backoff.next();
  backoff.next();
  backoff.reset();
  expect(backoff.next()).toBe(200);
});

it('honours what the server asked for, and still spreads the phones behind it', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(60_000), fc.nat(40), (random, hint, attempts) => {
      const backoff = fullJitter(() => random);
      for (let n = 0; n < attempts; n += 1) backoff.next();
      const wait = backoff.next(hint);
      expect(wait).toBeGreaterThanOrEqual(hint);
      expect(wait).toBeLessThanOrEqual(hint + 30_000);
    }),
  );
});
