import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { canGiveBack } from './at-rest.ts';

/** How much smaller a process has become, in MB, some looks after it had much to do and threw it all away. */
function givenBack(isBusy: boolean): number {
  const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { giveBackAtRest } from ${JSON.stringify(import.meta.resolve('./at-rest.ts'))};
    let kept = [];
    for (let made = 0; made < 1_000_000; made += 1) kept.push({ made });
    kept = [];
    const before = process.memoryUsage.rss();
    giveBackAtRest(() => ${isBusy}, 50);
    await sleep(1_000);
    console.log(Math.round((before - process.memoryUsage.rss()) / 2 ** 20));`;
  const args = [canGiveBack, '--input-type=module', '-e', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('a process that has nothing to do gives back what it had needed, and one that is busy does not stop for it', () => {
  expect(givenBack(false) - givenBack(true)).toBeGreaterThan(20);
});
