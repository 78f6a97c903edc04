import { expect, test } from 'vitest';

import { live } from './life.ts';
import type { Mistake } from './mistake.ts';
import { shrink } from './shrink.ts';

/** `npm run simulate -- --seeds 20000` lives more of them. */
const lives = 500;

test(`${lives} lives: nothing is lost, nothing haunts, nothing is untrue`, { timeout: 240_000 }, async () => {
  const failing = [];
  for (let seed = 1; seed <= lives; seed++) {
    const lived = await live({ seed });
    if (lived.wrongs.length > 0) failing.push(await shrink(lived));
  }
  expect(failing).toEqual([]);
});

test('the same seed lives the same life, to the byte', async () => {
  const [once, again] = [await live({ seed: 42 }), await live({ seed: 42 })];
  expect(again).toEqual(once);
  expect((await live({ seed: 43 })).digest).not.toBe(once.digest);
});

test('a fault that is left out changes nothing before its time, and a failing life is made small', async () => {
  const failing = await firstThatFails('no-sync');
  const small = await shrink(failing, 'no-sync');
  expect(small.wrongs.length).toBeGreaterThan(0);
  expect(small.mostCalls).toBeLessThanOrEqual(failing.calls);
  expect(small.faults.length).toBeLessThanOrEqual(failing.faults.length);
});

test.each([
  ['nothing is ever synced', 'no-sync', 1],
  ['timers of the last process are not run', 'timers-forgotten', 250],
  ['what is decided is done before it is written', 'acts-first', 1],
] as const)('a mistake is noticed: %s', { timeout: 120_000 }, async (_, mistake, from) => {
  expect((await firstThatFails(mistake, from)).wrongs.length).toBeGreaterThan(0);
});

async function firstThatFails(mistake: Mistake, from = 1) {
  for (let seed = from; seed <= from + 300; seed++) {
    const lived = await live({ seed, mistake });
    if (lived.wrongs.length > 0) return lived;
  }
  throw new Error(`Nobody noticed: ${mistake}`);
}
