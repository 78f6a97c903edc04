import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * How many events and messages of each company are being sent at this moment, by all workers: what the queue counts its share by. It reads the
 * queue once for all of them, and tells numbers alone.
 */
export const whatIsSentNow: Migration = {
  name: '0115-what-is-sent-now',
  async up(db) {
    await run(
      db,
      `create function sent_now() returns table (tenant_id uuid, deliveries integer, messages integer)
        language plpgsql stable security definer set search_path = pg_catalog, public as $$
      begin
        return query select substr(flag, 9)::uuid, (count(*) filter (where task.identifier = 'webhook'))::integer,
            (count(*) filter (where task.identifier = 'message'))::integer
          from graphile_worker._private_jobs as job
            join graphile_worker._private_tasks as task on task.id = job.task_id
            cross join lateral jsonb_object_keys(job.flags) as flag
          where job.locked_at is not null and task.identifier in ('webhook', 'message') and flag ^@ 'company:'
          group by 1;
      end $$;
      revoke all on function sent_now from public;
      grant execute on function sent_now to ${roles.app}`,
    );
  },
};
