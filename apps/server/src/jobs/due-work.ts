import { lockClass } from './alive-lock.ts';
import { type DatabaseWatch, type DatabaseWatchOptions, watchDatabase } from './watch-database.ts';

/** How often there is tidying to do, from the full hour on. */
export const tidyMinutes = 10;

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
export function watchDueWork({
  url,
  role,
  onDue,
  log,
}: Pick<DatabaseWatchOptions, 'url' | 'role' | 'log'> & { onDue: () => void }): Promise<DatabaseWatch> {
  return watchDatabase({
    url,
    role,
    name: 'alo due work',
    log,
    words: {
      dropped: 'the database dropped the connection that watches the queue',
      failed: 'the queue could not be looked at',
    },
    async begin(client, look) {
      client.on('notification', look);
      await client.query('listen "jobs:insert"');
    },
    async look(client) {
      const { rows } = await client.query<{ due: boolean }>(due);
      if (rows[0]?.due === true) onDue();
    },
  });
}
