import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('there are as many threads as are at work at once, used again and again, and they keep no process from its end', () => {
  const program = `
    import { readdirSync } from 'node:fs';
    import { hashThreads } from ${JSON.stringify(import.meta.resolve('./hash-threads.ts'))};
    const { hash, verify } = hashThreads();
    const threads = () => readdirSync('/proc/self/task').length;
    const stored = await hash('mật khẩu', { memoryCost: 1024, timeCost: 1, parallelism: 1 });
    const one = threads();
    for (let time = 0; time < 3; time += 1) await verify(stored, 'mật khẩu');
    const still = threads() - one;
    for (let time = 0; time < 2; time += 1) await Promise.all([1, 2, 3].map(() => verify(stored, 'mật khẩu')));
    console.log(JSON.stringify({ still, more: threads() - one }));`;
  // A process of its own, which ends by itself, or else not at all.
  const counts = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', timeout: 60_000 });
  expect(JSON.parse(counts)).toEqual({ still: 0, more: 2 });
});
