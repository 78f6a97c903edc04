import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsOf } from '@alo/engine-host/supervision';
import { freePort } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

let dataFolder: string;
let port: number;
let keeper: ChildProcess;
let said = '';

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'alo-keeper-'));
  await chmod(dataFolder, 0o755); // PostgreSQL may run as another user.
  port = await freePort('localhost');
  keeper = start();
  await ready();
});

afterAll(async () => {
  for (const pid of await ours()) process.kill(pid, 'SIGKILL');
  await rm(dataFolder, { recursive: true, maxRetries: 5 });
});

function start(more: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    env: { ALO_DATA_DIR: dataFolder, ALO_PORT: String(port), ALO_SIP_PORT: '0', ALO_SIP_WSS_PORT: '0', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return child;
}

const isReady = () =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function ready(): Promise<void> {
  while (!(await isReady())) {
    if (keeper.exitCode !== null) throw new Error(`The keeper ended:\n${said}`);
    await sleep(50);
  }
}

/** Every process of this product: they have its data folder in their environment. */
async function ours(what = ''): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const [environment, command] = await Promise.all(
      ['environ', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    if (environment?.includes(dataFolder) === true && command?.includes(what) === true) found.push(Number(name));
  }
  return found;
}

async function only(what: string): Promise<number> {
  const [pid, ...others] = await ours(what);
  if (pid === undefined || others.length > 0) throw new Error(`not one ${what}: ${[pid, ...others].join(' ')}`);
  return pid;
}

const engine = () => only('child.ts');
const server = () => only('/src/process/main.ts');

/** Another server than `before` serves. */
async function replaced(before: number): Promise<void> {
  await expect
    .poll(async () => (await ours('/src/process/main.ts')).includes(before), { timeout: 120_000 })
    .toBe(false);
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
}

/** The flags that a process runs with, its program and what comes after it left out. */
async function flagsOfProcess(pid: number): Promise<string[]> {
  const [, ...words] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return words.slice(
    0,
    words.findIndex((word) => !word.startsWith('-')),
  );
}

test('engine and server run with the flags of the table and no others', async () => {
  expect(await flagsOfProcess(await engine())).toEqual(flagsOf('engine'));
  expect(await flagsOfProcess(await server())).toEqual(flagsOf('server'));
});

test('where the system lets them, audio goes first, then who decides about calls, then the rest', async () => {
  const [audio = 0, calls = 0, rest = 0] = await Promise.all(
    [await engine(), await server(), process.pid].map(turnOfSession),
  );
  const isAllowed = audio < rest;
  expect(audio < calls).toBe(isAllowed);
  expect(calls < rest).toBe(isAllowed);
});

/** How urgent the session of a program is among others; 0 where the system makes no such difference (sched(7), autogroup). */
async function turnOfSession(pid: number): Promise<number> {
  const written = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => '');
  const [, nice] = /nice (-?\d+)/.exec(written) ?? [];
  return Number(nice ?? 0);
}

test('kill -9 of the server: another one serves, beside the same engine', async () => {
  const [before, itsEngine] = [await server(), await engine()];
  process.kill(before, 'SIGKILL');
  await replaced(before);
  expect(await engine()).toBe(itsEngine);
});

test('kill -9 of the engine: another one is there for the same server', async () => {
  const [before, itsServer] = [await engine(), await server()];
  process.kill(before, 'SIGKILL');
  await expect
    .poll(async () => (await ours('child.ts')).some((pid) => pid !== before), { timeout: 120_000 })
    .toBe(true);
  await ready();
  expect(await server()).toBe(itsServer);
});

test('SIGHUP replaces the server and leaves the engine', async () => {
  const [before, itsEngine] = [await server(), await engine()];
  keeper.kill('SIGHUP');
  await replaced(before);
  expect(await engine()).toBe(itsEngine);
});

test('another start on the same data hands over and says so; the keeper and the engine stay', async () => {
  const [before, itsEngine] = [await server(), await engine()];
  const [code] = await once(start(), 'exit');
  expect(code).toBe(0);
  expect(said).toContain('đã chuyển sang phiên bản này, không ngắt cuộc gọi nào');
  expect(await isReady()).toBe(true);
  expect(await server()).not.toBe(before);
  expect([await engine(), keeper.exitCode]).toEqual([itsEngine, null]);
});

inDepth(
  'another start whose version cannot serve says why and that it failed; the one before serves again',
  async () => {
    const owner = createServer().listen(0, 'localhost');
    await once(owner, 'listening');
    const address = owner.address();
    const taken = String(typeof address === 'object' ? address?.port : '');
    said = '';
    const other = start({ ALO_PORT: taken });
    let answer = '';
    other.stderr?.on('data', (text) => (answer += text));
    expect(await once(other, 'exit')).toEqual([1, null]);
    expect(answer).toContain('Không chuyển sang phiên bản này được');
    expect(answer).toContain(`Cổng ${taken} đang được chương trình khác dùng`);
    await ready();
    owner.close();
  },
);

test('a start with some of the roles of the running one is refused in one line', async () => {
  const before = await server();
  const other = start({ ALO_ROLES: 'web', DATABASE_URL: 'postgres://nowhere.invalid/alo' });
  let answer = '';
  other.stderr?.on('data', (text) => (answer += text));
  expect(await once(other, 'exit')).toEqual([1, null]);
  expect(answer.trim().split('\n')).toEqual([expect.stringContaining(`tiến trình ${keeper.pid}`)]);
  expect(await server()).toBe(before);
});

inDepth('a start while the running one stops waits for it, and runs', async () => {
  const before = keeper;
  const exited = once(before, 'exit');
  before.kill('SIGTERM');
  keeper = start();
  expect(await exited).toEqual([0, null]);
  await ready();
  expect(keeper.exitCode).toBeNull();
});

test('kill -9 of the keeper: everything ends in order by itself, and the next start works', async () => {
  keeper.kill('SIGKILL');
  await expect.poll(() => ours(), { timeout: 120_000 }).toEqual([]);
  keeper = start();
  await ready();
});

test('told to stop while phones hold their sockets, everything ends, and the exit code is 0', async () => {
  const phone = new WebSocket(`ws://localhost:${port}/sip`, 'sip');
  await once(phone, 'open');
  const exited = once(keeper, 'exit');
  keeper.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await ours()).toEqual([]);
});

inDepth(
  'an Asterisk that is not there is waited for, which is said without its password; told to stop meanwhile, everything ends',
  async () => {
    said = '';
    keeper = start({ ALO_ASTERISK_URL: 'http://alo:secret@127.0.0.1:9' });
    await expect.poll(() => said, { timeout: 120_000 }).toContain('Asterisk is waited for');
    expect(said).not.toContain('secret');
    const exited = once(keeper, 'exit');
    keeper.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await ours()).toEqual([]);
  },
);
