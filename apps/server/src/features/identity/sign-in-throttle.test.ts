import { expect, test } from 'vitest';

import { signInThrottle } from './sign-in-throttle.ts';

test('five tries are free, then the wait doubles up to a quarter of an hour, and quiet forgets', () => {
  let now = 0;
  const throttle = signInThrottle(() => now);
  for (let n = 0; n < 5; n += 1) expect(throttle.take('a')).toBe(0);
  expect(throttle.take('a')).toBe(1_000);
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    now += throttle.take('a');
    expect(throttle.take('a')).toBe(0);
    waits.push(throttle.take('a'));
  }
  expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(waits.at(-1)).toBe(15 * 60_000);
  now += 61 * 60_000;
  expect([throttle.take('a'), throttle.take('a')]).toEqual([0, 0]);
});

test('waiting costs no try, the right password forgives, and others are not held up', () => {
  let now = 0;
  const throttle = signInThrottle(() => now);
  for (let n = 0; n < 5; n += 1) throttle.take('a');
  for (let n = 0; n < 100; n += 1) throttle.take('a');
  expect(throttle.take('b')).toBe(0);
  now = 1_000;
  expect(throttle.take('a')).toBe(0);
  throttle.forgive('a');
  expect(throttle.take('a')).toBe(0);
});
