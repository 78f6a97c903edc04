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

test('a flood from ever new sources forgets the ones used longest ago', () => {
  const limit = new RateLimit({ perSecond: 1, burst: 1, keys: 2 });
  limit.take('a', 0);
  limit.take('b', 0);
  limit.take('c', 0);
  expect(limit.allows('a', 0)).toBe(true);
  expect(limit.allows('c', 0)).toBe(false);
});
