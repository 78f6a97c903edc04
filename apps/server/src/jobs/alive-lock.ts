import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

import type { QueueLog } from './queue-log.ts';

/** Any number, the same for all: locks of this class say that a worker lives. */
export const lockClass = 4_201_002;
const lookEveryMs = 5_000;
const reconnectMs = 1_000;

/**
 * Says that the worker of this name lives, by a lock that the database lets go of the moment its process dies, kill -9 and
 * power cut included. Looks now and then whose lock is gone, and gives back what they had taken from the queue.
 */
export async function holdAliveLock({
  url,
  role,
  name,
  log,
}: {
  url: string;
  role: string;
  name: string;
  log: QueueLog;
}): Promise<{ release(): Promise<void> }> {
  let client = await connect();
  let released = false;
  const looking = setInterval(() => void look(), lookEveryMs);
  await giveBack(client, name);

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      options: `-c role=${role}`,
      application_name: 'alo worker',
      keepAlive: true,
    });
    fresh.on('error', (error) => {
      if (!released) log.warn({ err: error }, 'the database dropped the connection that says this worker lives');
    });
    try {
      await fresh.connect();
      await fresh.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
      return fresh;
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
  }

  async function look(): Promise<void> {
    try {
      await giveBack(client, name);
    } catch (error) {
      log.warn({ err: error }, 'the worker could not look for dead workers');
      await client.end().catch(() => undefined);
      await reconnect();
    }
  }

  /** Meanwhile others may have taken its jobs over; each job knows how to tell. */
  async function reconnect(): Promise<void> {
    while (!released) {
      try {
        client = await connect();
        return;
      } catch {
        await sleep(reconnectMs);
      }
    }
  }

  return {
    async release() {
      released = true;
      clearInterval(looking);
      await client.end();
    },
  };
}

/** Whose lock can be had is dead: what they had locked in the queue is free again. */
async function giveBack(client: pg.Client, own: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    // One's own lock could be had once more.
    'select distinct locked_by as name from graphile_worker._private_jobs where locked_by <> $1',
    [own],
  );
  for (const { name } of rows) {
    const lock = [lockClass, name];
    const tried = await client.query<{ dead: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as dead', lock);
    if (tried.rows[0]?.dead !== true) continue;
    await client.query('select graphile_worker.force_unlock_workers($1)', [[name]]);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', lock);
  }
}
