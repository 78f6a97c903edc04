import type pg from 'pg';

import { type DatabaseWatchOptions, watchDatabase } from './watch-database.ts';

/** Any number, the same for all: locks of this class say that a worker lives. */
export const lockClass = 4_201_002;

/**
 * Says that the workers of these names, of this process, live, by locks that the database lets go of the moment its process dies, kill -9 and
 * power cut included. Looks now and then whose lock is gone, and gives back what they had taken from the queue.
 */
export async function holdAliveLock({
  url,
  role,
  names,
  log,
}: Pick<DatabaseWatchOptions, 'url' | 'role' | 'log'> & { readonly names: readonly string[] }): Promise<{
  release(): Promise<void>;
}> {
  const watch = await watchDatabase({
    url,
    role,
    name: 'alo worker',
    log,
    words: {
      dropped: 'the database dropped the connection that says this worker lives',
      failed: 'the worker could not look for dead workers',
    },
    /** After a break others may have taken its jobs over meanwhile; each job knows how to tell. */
    async begin(client) {
      for (const name of names) await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, name]);
      await giveBack(client, names);
    },
    look: (client) => giveBack(client, names),
  });
  return { release: () => watch.close() };
}

/** Whose lock can be had is dead: what they had locked in the queue is free again. */
async function giveBack(client: pg.Client, own: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    // One's own lock could be had once more.
    'select distinct locked_by as name from graphile_worker._private_jobs where locked_by <> all ($1)',
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
