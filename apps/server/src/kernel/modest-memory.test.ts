import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The most that a program holds, in MB, which keeps what it makes for a while: too long to be thrown away young. */
function mostOf(before: string): number {
  const program = `
    ${before}
    const kept = Array.from({ length: 50_000 }, () => []);
    let most = 0;
    for (let made = 0; made < 1_000_000; made += 1) {
      kept[made % kept.length] = Array.from({ length: 20 }, () => ({ made }));
      if (made % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    }
    console.log(Math.round(most / 2 ** 20));`;
  const args = ['--max-semi-space-size=4', '--input-type=module', '-e', program];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('what is thrown away gathers less than the machine has room for', () => {
  const modestly = `import { gatherModestly } from ${JSON.stringify(import.meta.resolve('./modest-memory.ts'))}; gatherModestly();`;
  expect(mostOf(modestly) / mostOf('')).toBeLessThan(0.75);
});
