import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Says its number and what it is told, and ends at SIGTERM and when nobody is left who started it. */
const told = `
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log(signal);
    if (signal === 'SIGTERM' && process.argv[1] !== 'stubborn') process.exit(0);
  });
  process.on('disconnect', () => process.exit(0));
  console.log('child ' + process.pid);
`;
const wrapper = (stubborn: boolean) => `
  import { exitLike, runForeground } from ${JSON.stringify(join(import.meta.dirname, 'child.mjs'))};
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  console.log('wrapper ' + process.pid);
  exitLike(await runForeground(process.execPath, ['-e', ${JSON.stringify(told)}, ${stubborn ? "'stubborn'" : "''"}], { stdio }));
`;
/** Runs the wrapper as npm does. */
const npm = `
  import { spawn } from 'node:child_process';
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(wrapper(false))}], { stdio: 'inherit', env });
`;

async function run(program: string) {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (text) => (said += text));
  const pidOf = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(said)?.[1] ?? 0);
  await expect.poll(() => pidOf('child')).toBeGreaterThan(0);
  onTestFinished(() => {
    for (const pid of [pidOf('child'), pidOf('wrapper')]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { child, pidOf, said: () => said };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each(['npm', 'wrapper'])('kill -9 of %s leaves no orphan', async (victim) => {
  const { child, pidOf } = await run(npm);
  process.kill(victim === 'npm' ? (child.pid ?? 0) : pidOf('wrapper'), 'SIGKILL');
  await expect.poll(() => isAlive(pidOf('child'))).toBe(false);
});

test('SIGHUP goes through and ends nothing; SIGTERM ends both', async () => {
  const { child, said } = await run(wrapper(false));
  child.kill('SIGHUP');
  await expect.poll(said).toContain('SIGHUP');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(said()).toContain('SIGTERM');
});

test('whoever has no patience is passed on, and at the third time the child is killed', async () => {
  const { child, said } = await run(wrapper(true));
  const exited = once(child, 'exit');
  const times = () => said().match(/SIGTERM/g)?.length ?? 0;
  const again = setInterval(() => child.kill('SIGTERM'), 300);
  await exited;
  clearInterval(again);
  expect(times()).toBe(2);
});
