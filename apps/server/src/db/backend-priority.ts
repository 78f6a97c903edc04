import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type pg from 'pg';

import { hasCode } from '../kernel/has-code.ts';
import { connectionOf } from './silent-server.ts';

/** As Linux counts: one that goes last has a thirtieth of a processor that another one wants, too, and all of one that nobody wants. */
const last = 15;

/**
 * Lets the database's process behind a connection go after the others, where it runs on this machine and may be told so. PostgreSQL's
 * processes name the port at our end of their connection: no other process is taken for it.
 */
export async function letGoLast(client: pg.PoolClient): Promise<void> {
  const pid = (client as pg.PoolClient & { readonly processID: number | null }).processID;
  const { localPort } = connectionOf(client).stream as { localPort?: number };
  if (pid === null || localPort === undefined) return;
  try {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (title.startsWith('postgres: ') && title.includes(`(${localPort})`)) setPriority(pid, last);
  } catch (error) {
    // It is on another machine, has just ended, or may not be told by us.
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].some((code) => hasCode(error, code))) throw error;
  }
}
