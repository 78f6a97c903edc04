import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('a source gets its burst, then what its rate allows, and does not touch another source', () => {
  const limit = new RateLimit({ perSecond: 10, burst: 3 });
  const taken = (key: string, now: number) => limit.take(key, now);
  expect([taken('a', 0), taken('a', 0), taken('a', 0), taken('a', 0)]).toEqual([true, true, true, false]);
  expect(taken('b', 0)).toBe(true);
  expect(taken('a', 99)).toBe(false);
  expect(taken('a', 101)).toBe(true);
  expect(limit.allows('a', 101)).toBe(false);
  expect(limit.allows('a', 60_000)).toBe(true);
});

test('a flood from ever new sources forgets the ones used longest ago, and not who is at it', () => {
  const limit = new RateLimit({ perSecond: 1, burst: 1, keys: 4 });
  for (const key of ['a', 'b', 'c', 'd', 'b', 'e']) limit.take(key, 0);
  // Whoever was forgotten has a full bucket.
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => limit.allows(key, 0))).toEqual(['a']);
  for (let nth = 0; nth < 100; nth += 1) {
    expect(limit.take('e', 0)).toBe(false);
    limit.take(`other ${nth}`, 0);
  }
});
