import type pg from 'pg';

/**
 * How many others wait for a lock that the client's transaction holds. Of `pg_stat_activity` a transaction sees what there was at its first look, and
 * whoever connects later is not there; `pg_locks` is as it is now.
 */
export async function heldUpBy(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rowCount } = await client.query(
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
  );
  return rowCount ?? 0;
}
