import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

import { hasCode } from '../kernel/has-code.ts';
import { connectionOf } from './silent-server.ts';

/**
 * As Linux counts: one that goes last has a tenth of what another one has that wants the same processor, and all of one that nobody wants. With
 * less it would hold what others wait for (a lock, a connection) for too long.
 */
const last = 10;

/** Without rights of its own a process changes one session each tenth of a second. */
const [tries, betweenMs] = [20, 150];

/**
 * Lets the database's process behind a connection go after the others, where it runs on this machine and may be told so. PostgreSQL's
 * processes name the port at our end of their connection: no other process is taken for it.
 */
export async function letGoLast(client: pg.PoolClient): Promise<void> {
  const pid = (client as pg.PoolClient & { readonly processID: number | null }).processID;
  const { localPort } = connectionOf(client).stream as { localPort?: number };
  if (pid === null || localPort === undefined) return;
  const isStillIt = async () => {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return title.startsWith('postgres: ') && title.includes(`(${localPort})`);
  };
  try {
    if (await isStillIt()) setPriority(pid, last);
    // Each of PostgreSQL's processes has a session of its own, and Linux lets sessions take turns whatever is urgent within one of
    // them (sched(7), autogroup): between sessions it is the session that goes last.
    for (let left = tries; left > 0 && (await isStillIt()); left -= 1) {
      if (await sessionGoesLast(pid)) return;
      await sleep(betweenMs, undefined, { ref: false });
    }
  } catch (error) {
    // It is on another machine, has just ended, may not be told by us, or there are no sessions that take turns.
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EINVAL'].some((code) => hasCode(error, code))) throw error;
  }
}

/** False where it has to be asked for again. */
async function sessionGoesLast(pid: number): Promise<boolean> {
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(last));
    return true;
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return false;
    throw error;
  }
}
