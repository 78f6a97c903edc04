import { expect, test } from 'vitest';

import { live } from './life.ts';
import { everyMistake, mistakes } from './mistake.ts';
import { firstThatFails } from './planted.ts';
import { shrink } from './shrink.ts';

/** `npm run simulate -- --seeds 20000` lives more of them. */
const lives = 500;
/** Time is the simulator's own; this is only for a process that hangs. */
const patient = { timeout: 1_200_000 };

test(`${lives} lives: nothing is lost, nothing haunts, nothing is untrue`, patient, async () => {
  const failing = [];
  for (let seed = 1; seed <= lives; seed++) {
    const lived = await live({ seed });
    if (lived.wrongs.length > 0) failing.push(await shrink(lived));
  }
  expect(failing).toEqual([]);
});

test('the same seed lives the same life, to the byte', patient, async () => {
  for (const seed of [42, 21617]) {
    const [once, again] = [await live({ seed }), await live({ seed })];
    expect(again).toEqual(once);
    expect((await live({ seed: seed + 1 })).digest).not.toBe(once.digest);
  }
});

test('a failing life fails again in the same way, and is made small', patient, async () => {
  const failing = await firstThatFails('no-sync', mistakes['no-sync'].within);
  if (failing === null) throw new Error('Nobody noticed.');
  expect(await live({ seed: failing.seed, mistake: 'no-sync' })).toEqual(failing);
  const small = await shrink(failing, 'no-sync');
  expect(small.wrongs.length).toBeGreaterThan(0);
  expect(small.mostCalls).toBeLessThanOrEqual(failing.calls);
  expect(small.faults.length).toBeLessThanOrEqual(failing.faults.length);
});

test.each(everyMistake.map((mistake) => [mistakes[mistake].is, mistake] as const))(
  'a mistake is noticed: %s',
  patient,
  async (_, mistake) => {
    expect(await firstThatFails(mistake, mistakes[mistake].within)).not.toBeNull();
  },
);
