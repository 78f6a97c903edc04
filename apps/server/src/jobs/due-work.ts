import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import { lockClass } from './alive-lock.ts';
import type { QueueLog } from './queue-log.ts';

/** How often there is tidying to do, from the full hour on. */
export const tidyMinutes = 10;

const lookEveryMs = 5_000;
const reconnectMs = 1_000;

/**
 * Whether there is work that no living worker has: a job whose time has come, or the tidying of these ten minutes. Who lives holds
 * a lock under its name (alive-lock.ts).
 */
const due = `
  select exists (
    select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts and not exists (
      select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and objid::int8 = hashtext(locked_by)::int8 & 4294967295
    )
  ) or not exists (
    select from graphile_worker._private_known_crontabs
    where identifier = 'tidy' and coalesce(last_execution, known_since) >= date_bin('${tidyMinutes} minutes', now(), 'epoch')
  ) as due`;

/**
 * Watches the queue for who keeps no worker where there is nothing to do. `onDue` is called when there is: the moment that a job is put
 * there, within seconds where its time has come or its worker is dead, and again for as long as nobody does it.
 */
export async function watchDueWork({
  url,
  role,
  onDue,
  log,
}: {
  url: string;
  /** The database role that owns the queue. */
  role: string;
  onDue: () => void;
  log: QueueLog;
}): Promise<{ look(): void; close(): Promise<void> }> {
  let closed = false;
  let looking: Promise<void> | undefined;
  let client = await connect();
  const timer = setInterval(look, lookEveryMs);

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${role}`,
      application_name: 'alo due work',
      keepAlive: true,
    });
    fresh.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the database dropped the connection that watches the queue');
    });
    fresh.on('notification', look);
    try {
      await fresh.connect();
      await fresh.query('listen "jobs:insert"');
      return fresh;
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
  }

  function look(): void {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
  }

  async function lookOnce(): Promise<void> {
    try {
      const { rows } = await client.query<{ due: boolean }>(due);
      if (rows[0]?.due === true && !closed) onDue();
    } catch (error) {
      if (closed) return;
      log.warn({ err: error }, 'the queue could not be looked at');
      await client.end().catch(() => undefined);
      await reconnect();
    }
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      try {
        client = await connect();
        return;
      } catch {
        await sleep(reconnectMs);
      }
    }
  }

  return {
    look,
    async close() {
      closed = true;
      clearInterval(timer);
      // It may be about to have another connection.
      await looking;
      await client.end();
    },
  };
}
