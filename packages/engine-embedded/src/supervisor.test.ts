import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine, type EmbeddedEngineOptions } from './index.ts';
import { restartDelayMs } from './supervisor.ts';

async function engineWith(options: Partial<EmbeddedEngineOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-supervisor-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const engine = createEmbeddedEngine({ files, sipPort: 0, bindAddress: '127.0.0.1', ...options });
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

test('the first restart comes at once, later ones ever later, none later than 5 s', () => {
  expect([1, 2, 3, 6, 7, 50].map(restartDelayMs)).toEqual([100, 200, 400, 3_200, 5_000, 5_000]);
});

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

/** Kills every child of ours as soon as it is born, as often as told. */
function killAtBirth(engine: EmbeddedEngine, times: number): void {
  let left = times;
  engine.onStatus((status) => {
    if (status !== 'starting' || left === 0) return;
    left -= 1;
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);
    for (const pid of children)
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('child.ts')) process.kill(pid, 'SIGKILL');
  });
}

test('an engine that dies while it starts for the first time is started again', async () => {
  const engine = await engineWith({});
  killAtBirth(engine, 2);
  await engine.start();
  expect(engine.pid).not.toBeNull();
  expect(engine.listening?.sipPort).toBeGreaterThan(0);
});

test('an engine that dies at every start makes the start fail, which says so, and is not started any more', async () => {
  const engine = await engineWith({});
  killAtBirth(engine, 100);
  const statuses: string[] = [];
  engine.onStatus((status) => statuses.push(status));
  await expect(engine.start()).rejects.toThrow('engine died 5 times while it started');
  const { length } = statuses;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(statuses.length).toBe(length);
});

test('what an engine was asked when it died is no failure: the next one is told of every tenant', async () => {
  const engine = await engineWith({});
  await engine.start();
  const { pid } = engine;
  if (pid === null) throw new Error('the engine has no process');
  process.kill(pid, 'SIGKILL');
  await engine.provision({ tenant: 'tenant' as TenantId, revision: 1, domain: 'example', extensions: [], trunks: [] }); // Made up here.
  expect(await engine.snapshot()).toEqual(emptyEngine);
});

test('an engine that dies twice comes back twice on its port; closed it stays away', async () => {
  const engine = await engineWith({});
  const statuses: string[] = [];
  engine.onStatus((status) => statuses.push(status));
  await engine.start();
  const port = engine.listening?.sipPort;
  for (let death = 0; death < 2; death += 1) {
    const { pid } = engine;
    if (pid === null) throw new Error('the engine has no process');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => engine.pid !== null && engine.pid !== pid, { timeout: 5_000 }).toBe(true);
    expect(engine.listening?.sipPort).toBe(port);
  }
  const last = engine.pid ?? 0;
  await engine.close();
  expect(isAlive(last)).toBe(false);
  expect(statuses).toEqual(['starting', 'up', 'dead', 'starting', 'up', 'dead', 'starting', 'up']);
});

test('a server that is killed takes its engine along: the ports are free for the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-orphan-'));
  const entry = new URL('./index.ts', import.meta.url).href;
  const script = `
    import { createEmbeddedEngine } from ${JSON.stringify(entry)};
    const files = { promptsFolder: ${JSON.stringify(folder)}, recordingsFolder: ${JSON.stringify(folder)} };
    const engine = createEmbeddedEngine({ files, sipPort: 0, bindAddress: '127.0.0.1' });
    await engine.start();
    console.log(engine.pid);
  `;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
});
