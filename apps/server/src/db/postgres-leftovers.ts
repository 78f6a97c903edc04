import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../kernel/has-code.ts';
import type { PostgresLog } from './postgres-log.ts';

const politeMs = 20_000;
const forcedMs = 10_000;

/**
 * Makes a cluster that the last run did not close ready to be started: a server that outlived its parent is stopped, and
 * the pid file of one that is gone is removed, because its number may meanwhile be another program's. The caller holds the
 * folder's lock, so a server found here has no living parent.
 */
export async function clearLeftovers(folder: string, log: PostgresLog): Promise<void> {
  const path = await realpath(folder);
  const found = await postgresProcessesIn(path);
  if (found.length > 0) {
    log.warn({ pids: found }, 'An earlier run left PostgreSQL running in this folder; stopping it');
    const postmaster = await pidInFile(path);
    if (postmaster !== undefined && found.includes(postmaster)) signal(postmaster, 'SIGINT');
    // Without their postmaster the others notice it and leave by themselves.
    if (!(await gone(path, politeMs))) {
      for (const pid of await postgresProcessesIn(path)) signal(pid, 'SIGKILL');
      if (!(await gone(path, forcedMs)))
        throw new Error(`PostgreSQL's processes in ${folder} do not end: ${found.join(', ')}.`);
    }
  }
  await rm(join(path, 'postmaster.pid'), { force: true });
}

/** Pids of the PostgreSQL processes that work in the folder: each of them has it as its working directory. */
export async function postgresProcessesIn(folder: string): Promise<number[]> {
  const path = await realpath(folder);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const matches = await Promise.all(pids.map((pid) => worksIn(pid, path)));
  return pids.filter((_, index) => matches[index]);
}

async function worksIn(pid: number, path: string): Promise<boolean> {
  try {
    const [cwd, exe] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return cwd === path && basename(exe).startsWith('postgres');
  } catch {
    // Gone meanwhile, or another user's: then it cannot be in a folder that is ours alone (mode 700).
    return false;
  }
}

async function pidInFile(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

async function gone(path: string, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while ((await postgresProcessesIn(path)).length > 0) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
