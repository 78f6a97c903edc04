import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, ownFolder } from './postgres-cluster.ts';
import type { PostgresLog } from './postgres-log.ts';

/** How a server ended, and what it said last. */
export interface PostgresEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lastLines: readonly string[];
}

export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the server has ended, whatever the reason. */
  readonly ended: Promise<PostgresEnd>;
  /** Fast shutdown; immediate shutdown where that takes too long (the next start then recovers from the log). */
  stop(): Promise<void>;
}

/** Recovery of a large log after a crash takes its time; a server that has not ended by then is still busy with it. */
const readyWithinMs = 120_000;
const fastShutdownMs = 15_000;

/** Starts the server and waits until it takes connections. Rejects with what it printed when it ends before that. */
export async function launch(
  options: Cluster & { port: number; throwaway: boolean; log: PostgresLog },
): Promise<RunningPostgres> {
  const { folder, port, log } = options;
  const child = spawnWithParentWatch(options.binaries.postgres, ['-D', ownFolder, ...settings(options)], {
    ...options.runAs,
    cwd: folder,
    env: {},
    // Its own process group: Ctrl-C in a terminal goes to the group, and the database has to outlive those who write to it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines = followLog(child, log);
  const ended = new Promise<PostgresEnd>((done) => {
    child.once('exit', (code, signal) => done({ code, signal, lastLines }));
    child.once('error', (error) => done({ code: null, signal: null, lastLines: [error.message] }));
  });

  const pid = await ready(child, folder, ended);
  if (pid === undefined) {
    const { code, signal, lastLines: said } = await ended;
    throw new Error(`PostgreSQL did not start (${signal ?? `exit code ${code}`}):\n${said.join('\n')}`);
  }
  return {
    pid,
    port,
    ended,
    async stop() {
      child.kill('SIGINT');
      const impatience = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** A port of the loopback interface that nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

/** Where setpriv is installed (util-linux), the kernel stops the server at once when this process dies without a word. */
function spawnWithParentWatch(program: string, args: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  const setpriv = '/usr/bin/setpriv';
  return existsSync(setpriv)
    ? spawn(setpriv, ['--pdeathsig', 'INT', '--', program, ...args], options)
    : spawn(program, args, options);
}

function settings({ port, throwaway }: { port: number; throwaway: boolean }): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: 'alo',
    timezone: 'UTC',
    max_connections: '100',
    shared_buffers: throwaway ? '64MB' : '256MB',
    max_wal_size: '2GB',
    wal_compression: 'pglz',
    // Our queries are short; compiling them costs more than it saves.
    jit: 'off',
    log_checkpoints: 'off',
    // Four processes fewer, which hold 10 MB: pages are in memory nearly always, so nobody has to be told to fetch them, and nobody subscribes
    // to what changes.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    // A statement that fails is told by whoever sent it. Here it would put people's data into the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(throwaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Passes on what the server prints, and keeps the last lines of it. */
function followLog(child: ChildProcess, log: PostgresLog): readonly string[] {
  const lines: string[] = [];
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      log.debug({ line }, 'PostgreSQL says');
    });
  return lines;
}

/** The server's pid once its pid file says that it takes connections; undefined when it ended before. */
async function ready(
  child: ChildProcess,
  folder: string,
  ended: RunningPostgres['ended'],
): Promise<number | undefined> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const until = performance.now() + readyWithinMs;
  while (!hasEnded && performance.now() < until) {
    // Line 1 is the pid, line 8 the state (PostgreSQL's pidfile.h).
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (child.pid !== undefined && Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return child.pid;
    await sleep(10);
  }
  child.kill('SIGQUIT');
  return undefined;
}
