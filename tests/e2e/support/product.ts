import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flagsOf, tunedEnvironment } from '@alo/engine-host/supervision';
import { freePort } from '@alo/testing';

import { fillFromPrepared } from './prepared-data.ts';

const root = join(import.meta.dirname, '../../..');
const readyWithinMs = 240_000;
const stopWithinMs = 60_000;

/** The running product, as a newcomer starts it: its own data, its own ports. */
export interface Product {
  /** `http://localhost:…`, without a slash at the end. */
  readonly address: string;
  /** SIP over UDP and TCP. */
  readonly sipPort: number;
  readonly dataFolder: string;
  /** What it has printed so far. */
  output(): string;
  /** `kill -9` of everything at once, as a power cut does. Its data stays. */
  kill(): Promise<void>;
  /** `kill -9` of the server alone; resolves when another one serves. */
  killServer(): Promise<void>;
  /** What an upgrade does; resolves when another server serves. */
  replaceServer(): Promise<void>;
  /** `kill -9` of the keeper alone; resolves when all the others have ended in order, and another start serves. */
  killKeeper(): Promise<void>;
  /** `kill -9` of PostgreSQL; resolves when it serves again. */
  killDatabase(): Promise<void>;
  /** `kill -9` of the engine alone; the process id that died. */
  killEngine(): Promise<number>;
  enginePid(): Promise<number | undefined>;
  serverPid(): Promise<number | undefined>;
  /** The processes that are there now: keeper, engine, server, database. */
  processes(): Promise<readonly number[]>;
  readonly keeperPid: number;
  /** Starts it again on the same data and ports. */
  start(): Promise<void>;
  /** Ctrl-C, and the data goes. */
  close(): Promise<void>;
}

/** Where it runs: by a command in front of its own, as one that enters another network, and reached by another address then. */
export interface Place {
  readonly within: readonly string[];
  readonly address: string | undefined;
}

/** Starts the product on a data folder (a new one unless one is given), with the demo tenant in it. */
export async function startProduct(
  environment: Readonly<Record<string, string>> = {},
  given?: string,
  place: Place = { within: [], address: undefined },
): Promise<Product> {
  const dataFolder = given ?? (await mkdtemp(join(tmpdir(), 'alo-story-')));
  if (given === undefined) await fillFromPrepared(dataFolder);
  const port = Number(environment['ALO_PORT'] ?? (await freePort()));
  const sipPort = Number(environment['ALO_SIP_PORT'] ?? (await freePort()));
  const address = place.address ?? `http://localhost:${port}`;
  let keeper: ChildProcess | undefined;
  let printed = '';

  const start = async () => {
    const own = [process.execPath, ...flagsOf('keeper'), join(root, 'apps/server/src/process/keeper.ts')];
    const [program = process.execPath, ...words] = [...place.within, ...own];
    const started = spawn(program, words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        ...tunedEnvironment,
        ...process.env,
        NODE_ENV: 'production',
        ALO_DATA_DIR: dataFolder,
        ALO_PORT: String(port),
        ALO_SIP_PORT: String(sipPort),
        ALO_SIP_TLS_PORT: '0',
        ALO_SIP_WSS_PORT: '0',
        // Stories end with calls that nobody waits for.
        ALO_DRAIN_SECONDS: '0',
        ...environment,
      },
    });
    keeper = started;
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (text) => (printed += text));
    await ready();
  };

  const ready = async () => {
    const until = Date.now() + readyWithinMs;
    while (!(await isReady(address))) {
      if (keeper?.exitCode !== null || Date.now() > until) throw new Error(`The product did not start:\n${printed}`);
      await sleep(100);
    }
  };

  const pids = async () => {
    const pid = keeper?.pid;
    return pid === undefined || !(await isThere(pid)) ? [] : [pid, ...(await offspringOf(pid))];
  };

  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    const ending = keeper;
    keeper = undefined;
    if (ending?.pid === undefined || ending.exitCode !== null) return;
    const exited = once(ending, 'exit');
    const all = [ending.pid, ...(await offspringOf(ending.pid))];
    if (signal === 'SIGKILL') for (const pid of all) killIfThere(pid);
    else ending.kill(signal);
    const timer = setTimeout(() => all.forEach(killIfThere), stopWithinMs);
    await exited;
    clearTimeout(timer);
  };

  const childPid = async (program: string) => {
    const children = keeper?.pid === undefined ? [] : await childrenOf(keeper.pid);
    return children.find(({ command }) => command.includes(program))?.pid;
  };
  const enginePid = () => childPid('/packages/engine-');
  const serverPid = () => childPid('/src/process/main.ts');

  /** Another server than the one before `act` serves. */
  const nextServer = async (act: (pid: number) => void) => {
    const before = await serverPid();
    if (before === undefined) throw new Error('there is no server');
    act(before);
    while ((await serverPid()) === before) await sleep(20);
    await ready();
  };

  const product: Product = {
    address,
    sipPort,
    dataFolder,
    output: () => printed,
    kill: () => end('SIGKILL'),
    async killEngine() {
      const pid = await enginePid();
      if (pid === undefined) throw new Error('there is no engine to kill');
      process.kill(pid, 'SIGKILL');
      return pid;
    },
    async killKeeper() {
      const others = (await pids()).filter((pid) => pid !== keeper?.pid);
      keeper?.kill('SIGKILL');
      while ((await Promise.all(others.map(isThere))).includes(true)) await sleep(50);
      await start();
    },
    async killDatabase() {
      const pid = await databasePid(dataFolder);
      killIfThere(pid);
      while ((await databasePid(dataFolder)) === pid) await sleep(20);
      await ready();
    },
    killServer: () => nextServer(killIfThere),
    replaceServer: () => nextServer(() => keeper?.kill('SIGHUP')),
    enginePid,
    serverPid,
    processes: pids,
    get keeperPid() {
      return keeper?.pid ?? 0;
    },
    start,
    async close() {
      await end('SIGINT');
      if (given === undefined) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await start();
  } catch (error) {
    await product.close();
    throw error;
  }
  return product;
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}

/** It runs: what has ended and was not buried by anybody yet has no command line any more. */
async function isThere(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

/** Of the built-in PostgreSQL; NaN while there is none. */
async function databasePid(dataFolder: string): Promise<number> {
  const file = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10);
}

/** Children, their children and so on. */
async function offspringOf(pid: number): Promise<number[]> {
  const children = (await childrenOf(pid)).map((child) => child.pid);
  return [...children, ...(await Promise.all(children.map(offspringOf))).flat()];
}

/** Processes whose parent is `parent`, with their command lines (Linux's /proc). */
async function childrenOf(parent: number): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The name in brackets may itself hold brackets and blanks; the parent is the second field behind it.
      const stat = await readFile(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[1]) !== parent) continue;
      const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      found.push({ pid: Number(name), command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}
