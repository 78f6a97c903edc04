import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createSipEngine, type SipEngineOptions } from './index.ts';

async function engineWith(options: Partial<SipEngineOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-engine-life-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const engine = createSipEngine({ files, sipPort: 0, bindAddress: '127.0.0.1', ...options });
  onTestFinished(() => engine.close());
  return engine;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a SIP port that is taken is left to its owner, and the next free one is reported', async () => {
  const owner = createSocket('udp4');
  onTestFinished(() => void owner.close());
  owner.bind(0, '127.0.0.1');
  await once(owner, 'listening');
  const { port } = owner.address();
  const engine = await engineWith({ sipPort: port });
  await engine.start();
  expect(engine.listening?.sipPort).toBeGreaterThan(port);
});

test('a certificate that is none makes the start fail, and leaves no process behind', async () => {
  const engine = await engineWith({ wss: { port: 0, certificate: 'no', key: 'no' } });
  await expect(engine.start()).rejects.toThrow('engine refused start');
  expect(engine.pid).toBeNull();
});

test('the engine goes before other programs where the system lets it', async () => {
  const engine = await engineWith({});
  await engine.start();
  const { pid } = engine;
  if (pid === null) throw new Error('the engine has no process');
  expect(getPriority(pid) < getPriority()).toBe(mayGoFirst());
  const [itsTurn, ourTurn] = [turnOfSession(pid), turnOfSession(process.pid)];
  const knowsTurns = itsTurn !== undefined && ourTurn !== undefined;
  expect(knowsTurns && itsTurn < ourTurn).toBe(knowsTurns && mayGoFirst());
  expect(isRealTime(pid)).toBe(spawnSync('chrt', ['--rr', '1', 'true']).status === 0);
});

/** Whether it gets a core as soon as it wants one; false where the system does not say (proc_pid_stat(5)). */
function isRealTime(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  const fields = existsSync(path) ? readFileSync(path, 'utf8').split(') ')[1]?.split(' ') : undefined;
  const roundRobin = '2';
  return fields?.[38] === roundRobin;
}

/** Whether the system lets this process go before others, tried on the process itself: not even root may everywhere. */
function mayGoFirst(): boolean {
  const now = getPriority();
  try {
    setPriority(now - 1);
  } catch {
    return false;
  }
  setPriority(now);
  return true;
}

/** How urgent the session of a program is among others; undefined where the system makes no such difference (sched(7), autogroup). */
function turnOfSession(pid: number): number | undefined {
  const path = `/proc/${pid}/autogroup`;
  const [, nice] = (existsSync(path) && /nice (-?\d+)/.exec(readFileSync(path, 'utf8'))) || [];
  return nice === undefined ? undefined : Number(nice);
}

test('what an engine was asked when it died is no failure: the next one is told of every tenant', async () => {
  const engine = await engineWith({});
  await engine.start();
  const { pid } = engine;
  if (pid === null) throw new Error('the engine has no process');
  process.kill(pid, 'SIGKILL');
  // A name of this test.
  await engine.provision({ tenant: 'tenant' as TenantId, revision: 1, domain: 'example', extensions: [], trunks: [] });
  expect(await engine.snapshot()).toMatchObject({ ...emptyEngine, provisioned: expect.anything() });
  await expect.poll(async () => (await engine.snapshot()).provisioned).toEqual([{ tenant: 'tenant', revision: 1 }]);
});

test('an engine that dies twice comes back twice on its port; closed it stays away', async () => {
  // Not one that the system gives to whoever asks for any: another program could be given it while the engine is dead.
  const engine = await engineWith({ sipPort: 20_000 + (process.pid % 10_000) });
  const statuses: string[] = [];
  engine.onStatus((status) => statuses.push(status));
  await engine.start();
  const port = engine.listening?.sipPort;
  for (let death = 0; death < 2; death += 1) {
    const { pid } = engine;
    if (pid === null) throw new Error('the engine has no process');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => engine.pid !== null && engine.pid !== pid).toBe(true);
    expect(engine.listening?.sipPort).toBe(port);
  }
  const last = engine.pid ?? 0;
  await engine.close();
  expect(isAlive(last)).toBe(false);
  const life = ['starting', 'up'];
  const death = ['unreachable', 'dead'];
  expect(statuses).toEqual([...life, ...death, ...life, ...death, ...life]);
});

test('a server that is killed takes the engine that is its child along: the ports are free for the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-orphan-'));
  const entry = new URL('./index.ts', import.meta.url).href;
  const script = `
    import { createSipEngine } from ${JSON.stringify(entry)};
    const files = { promptsFolder: ${JSON.stringify(folder)}, recordingsFolder: ${JSON.stringify(folder)} };
    const engine = createSipEngine({ files, sipPort: 0, bindAddress: '127.0.0.1' });
    await engine.start();
    console.log(engine.pid);
  `;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = await once(server.stdout, 'data');
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
