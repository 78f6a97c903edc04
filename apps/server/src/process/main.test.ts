import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { flagsOf } from '@alo/engine-host/supervision';
import { TestPhone } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { ownedTestDatabase } from '../../testing/database.ts';

let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'alo-main-'));
  await chmod(dataFolder, 0o755); // PostgreSQL may run as another user.
});

afterAll(() => rm(dataFolder, { recursive: true }));

function start(environment: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ALO_DATA_DIR: dataFolder, ALO_PORT: '0', ALO_SIP_PORT: '0', ALO_SIP_WSS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  // A test that fails leaves no server to the next one.
  onTestFinished(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
    await expect.poll(inDataFolder).toEqual([]);
  });
  return { server, said: () => said, ended: once(server, 'exit').then(([code]: unknown[]) => code) };
}

/** What is no line of the log: there a slow database may stand with its stack. */
const toPeople = (said: string) =>
  said
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n');

/** Processes that work in the data folder: PostgreSQL's. */
async function inDataFolder(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index]?.startsWith(dataFolder));
}

inDepth(
  'a database in which another installation lives is left alone: one line says whose it is, and the folder stays empty',
  async () => {
    await using database = await ownedTestDatabase();
    const lives = () =>
      database.owner.query(
        `insert into server_process (holder, epoch, expires_at) values ('another', 1, clock_timestamp() + interval '15 s')
      on conflict (holder) do update set expires_at = excluded.expires_at`,
      );
    await lives();
    const renewing = setInterval(() => void lives(), 200);
    const { said, ended } = start({ DATABASE_URL: database.url, ALO_DATA_DIR: join(dataFolder, 'second') });
    expect(await ended).toBe(1);
    clearInterval(renewing);
    expect(toPeople(said()).trim().split('\n')).toEqual([expect.stringContaining('ký hiệu another')]);
    expect(await readdir(join(dataFolder, 'second'))).toEqual([]);
  },
);

inDepth('a machine that has lost the time is told so in one line, and nothing is made', async () => {
  const folder = join(dataFolder, 'clock');
  await mkdir(folder);
  await writeFile(join(folder, 'off'), String(-Date.now()));
  const preload = pathToFileURL(join(import.meta.dirname, '../../../../tests/e2e/support/stepped-clock.mjs')).href;
  const { said, ended } = start({
    ALO_DATA_DIR: join(folder, 'data'),
    ALO_STORY_CLOCK: folder,
    NODE_OPTIONS: `--import=${preload}`,
  });
  expect(await ended).toBe(1);
  expect(toPeople(said()).trim().split('\n')).toEqual([expect.stringContaining('Đồng hồ của máy chỉ 1970-01-01T')]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

inDepth(
  'told to stop while it starts, it stops: no error, nothing left running, and the next start works',
  async () => {
    const { server, said, ended } = start({});
    while ((await inDataFolder()).length === 0) await sleep(20);
    server.kill('SIGTERM');
    server.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(said()).not.toContain('Error');
    await expect.poll(inDataFolder).toEqual([]);

    const next = start({});
    await expect.poll(next.said, { timeout: 120_000 }).toContain('Alô sẵn sàng');
    expect(next.said()).toContain('Đăng nhập thử');
    next.server.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(await inDataFolder()).toEqual([]);
  },
);

inDepth('a port that is taken ends the start with a line that names it, and leaves nothing running', async () => {
  const owner = createServer().listen(0, 'localhost');
  await once(owner, 'listening');
  const address = owner.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const { said, ended } = start({ ALO_PORT: port });
  expect(await ended).toBe(1);
  expect(said()).toContain(`Cổng ${port} đang được chương trình khác dùng`);
  expect(toPeople(said())).not.toContain('    at ');
  expect(await inDataFolder()).toEqual([]);
  owner.close();
});

test('a wrong setting ends the start with what is wrong with it', async () => {
  const { said, ended } = start({ ALO_PORT: 'tám nghìn' });
  expect(await ended).toBe(1);
  expect(said()).toContain('ALO_PORT');
  expect(said()).not.toContain('    at ');
});

inDepth('the setting for calls at once is what callers meet', async () => {
  // A port that only was free a moment ago may be another test's by now. This one is taken: the server says which it has.
  const owner = createSocket('udp4').bind(0, '127.0.0.1');
  await once(owner, 'listening');
  const taken = String(owner.address().port);
  const { server, said, ended } = start({ ALO_MAX_CALLS: '1', ALO_SIP_PORT: taken, ALO_DRAIN_SECONDS: '0' });
  await expect.poll(said, { timeout: 120_000 }).toContain('Alô sẵn sàng');
  owner.close();
  expect(said()).toContain(`Cổng SIP ${taken} đang được dùng`);
  const port = Number(/nghe ở cổng (\d+)/.exec(said())?.[1]);
  const phone = await TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port },
    domain: 'khach',
    user: '0901234567',
    password: '',
  });
  // Nobody is at a phone: it goes to the voicemail box.
  const first = await phone.call('02871000101');
  await expect.poll(() => first.response?.status).toBeGreaterThan(100);
  const second = await phone.call('02871000101');
  await second.until('ended');
  expect(second.status).toBe(503);
  phone.close();
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** Processes whose parent is this one, by what they run. */
async function childrenOf(pid: number | undefined, program: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const parent = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (line.includes(program) && parent.split(') ')[1]?.split(' ')[1] === String(pid)) found.push(name);
  }
  return found;
}

const isAlive = (pid: string) => existsSync(`/proc/${pid}`);

inDepth('the worker is started again when it is killed, and ends with the server, however that ends', async () => {
  const { server, said, ended } = start({ ALO_LOG_LEVEL: 'silent' });
  await expect.poll(said, { timeout: 120_000 }).toContain('Alô sẵn sàng');
  const worker = () => childrenOf(server.pid, 'process/worker.ts');
  await expect.poll(worker, { timeout: 120_000 }).toHaveLength(1);
  const [first = ''] = await worker();
  const started = (await readFile(`/proc/${first}/cmdline`, 'utf8')).split('\0');
  expect(started.slice(1, 1 + flagsOf('worker').length)).toEqual(flagsOf('worker'));
  process.kill(Number(first), 'SIGKILL');
  await expect.poll(async () => (await worker()).filter((pid) => pid !== first), { timeout: 120_000 }).toHaveLength(1);
  const [second = ''] = await worker();
  server.kill('SIGKILL');
  await ended;
  await expect.poll(() => isAlive(second), { timeout: 120_000 }).toBe(false);
  await expect.poll(inDataFolder, { timeout: 120_000 }).toEqual([]);
});
