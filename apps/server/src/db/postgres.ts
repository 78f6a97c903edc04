import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLocked, lockFolder } from '../kernel/folder-lock.ts';
import { hasCode } from '../kernel/has-code.ts';
import { refuseUnfitFolder } from './data-version.ts';
import { runnableBinaries } from './postgres-binaries.ts';
import { ensureCluster } from './postgres-cluster.ts';
import { clearLeftovers } from './postgres-leftovers.ts';
import type { PostgresLog } from './postgres-log.ts';
import { freePort, launch, type RunningPostgres } from './postgres-process.ts';

export interface PostgresOptions {
  /** Absolute path. The cluster is `<dataFolder>/postgres`, the superuser's password `<dataFolder>/postgres-password`. */
  readonly dataFolder: string;
  readonly log: PostgresLog;
  /** Makes room on a full disk while a server starts again. */
  readonly withRoom?: WithRoom;
  /** For databases that nobody will miss: trades safety after a power cut for speed. */
  readonly throwaway?: boolean;
}

/** Does something that needs room on the disk. */
export type WithRoom = <T>(act: () => Promise<T>) => Promise<T>;

export interface Postgres {
  /** Connects as superuser to the database `postgres`; stays the same until `stop()`, restarts after crashes included. */
  readonly adminUrl: string;
  /** Ends all sessions, writes everything to disk and waits until the server has gone. */
  stop(): Promise<void>;
}

/** Pauses before another try after a crash, in milliseconds; the last one repeats. */
const restartPausesMs = [0, 250, 1_000, 3_000, 10_000];
const stableAfterMs = 60_000;

/**
 * Runs the PostgreSQL that comes with the installed packages, on a free port of the loopback interface. A server that
 * dies is started again on the same port. Rejects when another process uses the folder, or when the server cannot run.
 */
export async function startPostgres({
  dataFolder,
  log,
  withRoom = (act) => act(),
  throwaway = false,
}: PostgresOptions): Promise<Postgres> {
  await refuseUnfitFolder(dataFolder);
  const lock = await lockFolder(dataFolder);
  try {
    const cluster = await ensureCluster({
      dataFolder,
      throwaway,
      binaries: runnableBinaries,
      beforeMending: (folder) => clearLeftovers(folder, log),
    });
    await clearLeftovers(cluster.folder, log);
    const start = (port: number) => launch({ ...cluster, port, throwaway, log });
    let running = await launchOnFreePort(start);
    const { port } = running;
    const stopping = new AbortController();
    log.info({ pid: running.pid, port }, 'PostgreSQL is ready');

    const supervision = (async () => {
      let failures = 0;
      let startedAt = performance.now();
      for (;;) {
        const end = await running.ended;
        if (stopping.signal.aborted) return;
        log.error(end, 'PostgreSQL ended by itself; starting it again');
        if (performance.now() - startedAt > stableAfterMs) failures = 0;
        const next = await startAgain();
        if (next === undefined) return;
        running = next;
        startedAt = performance.now();
      }

      async function startAgain(): Promise<RunningPostgres | undefined> {
        for (;;) {
          const pauseMs = restartPausesMs[Math.min(failures, restartPausesMs.length - 1)];
          failures += 1;
          await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
          if (stopping.signal.aborted) return undefined;
          try {
            await clearLeftovers(cluster.folder, log);
            const next = await withRoom(() => start(port));
            log.info({ pid: next.pid, port }, 'PostgreSQL is back');
            return next;
          } catch (error) {
            log.error({ err: error }, 'PostgreSQL could not be started again');
          }
        }
      }
    })();

    return {
      adminUrl: adminUrlOf(cluster.password, port),
      async stop() {
        stopping.abort();
        await running.stop();
        await supervision;
        // A restart may have been under way when the stop was asked for.
        await running.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Where a server answers that another process runs in this folder, for whoever may read the folder; undefined where none runs.
 * One that is just starting is waited for.
 */
export async function runningPostgres(dataFolder: string, withinMs = 30_000): Promise<string | undefined> {
  const until = performance.now() + withinMs;
  while (await isLocked(dataFolder)) {
    // Line 4 is the port, line 8 the state (PostgreSQL's pidfile.h).
    const lines = (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').catch(notYet)).split('\n');
    if (lines[7]?.trim() === 'ready') {
      const password = await readFile(join(dataFolder, 'postgres-password'), 'utf8');
      return adminUrlOf(password.trim(), Number(lines[3]));
    }
    if (performance.now() > until) throw new Error(`PostgreSQL in ${dataFolder} does not become ready.`);
    await sleep(100);
  }
  return undefined;
}

function notYet(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '';
  throw error;
}

const adminUrlOf = (password: string, port: number): string =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;

/** Between finding a free port and binding it another program may take it. */
async function launchOnFreePort(start: (port: number) => Promise<RunningPostgres>): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
