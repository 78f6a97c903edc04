import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Ended, restartDelayMs, type SupervisedProgram, Supervisor } from './supervisor.ts';

const program = join(import.meta.dirname, 'testing/kept-child.ts');

/** Keeps children that behave as told, the first as the first says and so on; the last word holds for all that follow. */
function keep(behaviours: readonly string[], options: Partial<SupervisedProgram> = {}) {
  let births = 0;
  const said: string[] = [];
  const supervisor = new Supervisor(
    {
      name: 'child',
      deathsAtStart: 3,
      spawn: () => {
        births += 1;
        return fork(program, [behaviours[Math.min(births, behaviours.length) - 1] ?? ''], { execArgv: [] });
      },
      ...options,
    },
    (_level, message) => said.push(message),
  );
  onTestFinished(() => supervisor.close((child) => child.kill('SIGKILL')));
  return { supervisor, said, births: () => births };
}

/** The process that runs now. */
function pidOf(supervisor: Supervisor): number {
  const pid = supervisor.child?.pid;
  if (pid === undefined) throw new Error('no child runs');
  return pid;
}

test('the first restart comes at once, later ones ever later, none later than 5 s', () => {
  expect([1, 2, 3, 6, 7, 50].map(restartDelayMs)).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
});

test('a child that dies while it starts for the first time is started again', async () => {
  const { supervisor, births } = keep(['dies at once', 'dies at once', 'lives']);
  await supervisor.start();
  expect(births()).toBe(3);
});

test('one that dies at every start makes the start fail, which says how, and is not started any more', async () => {
  const { supervisor, births } = keep(['dies at once']);
  const error = await supervisor.start().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Ended);
  expect(error).toMatchObject({ how: 3, message: 'child died 3 times while it started' });
  expect([births(), supervisor.child]).toEqual([3, null]);
});

test('one that is killed is there again, as often as it happens', async () => {
  const { supervisor } = keep(['lives']);
  await supervisor.start();
  for (let death = 0; death < 2; death += 1) {
    const pid = pidOf(supervisor);
    const gone = once(supervisor.child ?? process, 'exit');
    process.kill(pid, 'SIGKILL');
    await gone;
    await expect.poll(() => supervisor.child?.pid ?? pid).not.toBe(pid);
  }
});

test('one that answers no ping is killed and replaced', async () => {
  const { supervisor, said } = keep(['stuck', 'lives'], { tickMs: 50 });
  await supervisor.start();
  const pid = pidOf(supervisor);
  await expect.poll(() => supervisor.child?.pid ?? pid).not.toBe(pid);
  expect(said).toEqual(['child is stuck, killing it', 'child died']);
});

test('one that is loading its program is waited for, also when it has answered before', async () => {
  const { supervisor, said, births } = keep(['loads for long'], { tickMs: 100 });
  await supervisor.start();
  expect([births(), said]).toEqual([1, []]);
});

test('one that ends in order is replaced without a pause', async () => {
  const { supervisor, said } = keep(['ends in order', 'lives']);
  await supervisor.start();
  const pid = pidOf(supervisor);
  await expect.poll(() => supervisor.child?.pid ?? pid).not.toBe(pid);
  expect(said).toEqual([]);
});

test('ones that each end in order as soon as they are ready are started ever later', async () => {
  const { supervisor, births } = keep(['ends in order']);
  const began = performance.now();
  await supervisor.start();
  await expect.poll(births).toBe(6);
  // 0, 100, 200, 400 and 800 ms between six that are ready for a fifth of a second each.
  expect(performance.now() - began).toBeGreaterThan(2_500);
});

test('one that cannot be started at all is tried again like one that died', async () => {
  let births = 0;
  const { supervisor } = keep([], {
    spawn: () => {
      births += 1;
      return fork(program, ['lives'], births === 1 ? { execPath: '/nowhere/node' } : { execArgv: [] });
    },
  });
  await supervisor.start();
  expect(births).toBe(2);
});

test('closed, it stays away', async () => {
  const { supervisor, births } = keep(['lives']);
  await supervisor.start();
  await supervisor.close((child) => child.disconnect());
  expect([births(), supervisor.child]).toEqual([1, null]);
});
