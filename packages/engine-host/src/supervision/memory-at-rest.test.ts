import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { canGiveBack } from './tuning.mjs';

/** How much smaller a process has become, in MB, some looks after it had much to do and threw it all away, and whether others were told. */
function rested(isBusy: boolean) {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { giveBackAtRest } from ${JSON.stringify(import.meta.resolve('./memory-at-rest.ts'))};
    let kept = [];
    for (let made = 0; made < 1_000_000; made += 1) kept.push({ made });
    kept = [];
    const before = process.memoryUsage.rss();
    giveBackAtRest({ isBusy: () => ${isBusy}, also: () => console.log('rests'), everyMs: 50 });
    await sleep(1_000);
    console.log(Math.round((before - process.memoryUsage.rss()) / 2 ** 20));`;
  const args = [canGiveBack, '--input-type=module', '-e', program];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
  return { givenBack: Number(told.at(-1)), told: told.slice(0, -1) };
}

test('a process that has nothing to do gives back what it had needed, and one that is busy does not stop for it', () => {
  const [atRest, busy] = [rested(false), rested(true)];
  expect(atRest.givenBack - busy.givenBack).toBeGreaterThan(20);
  expect([atRest.told, busy.told]).toEqual([['rests'], []]);
});
