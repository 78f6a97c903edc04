import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * A letter is in the queue before anybody tries to send it: a server that ends within its first try leaves it to the workers. What became
 * of that try is told by the sealed words, for a newer letter about the same may have taken its place.
 */
export const lettersBeforeTheFirstTry: Migration = {
  name: '0028-letters-before-the-first-try',
  async up(db) {
    await run(
      db,
      `create function keep_letter(about text, sealed text, send_until timestamptz, try_at timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if public.current_tenant() is null then raise exception 'A letter is of a tenant.'; end if;
        -- One that a worker tried in vain while a newer one took its place is tried no more.
        delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
          where task.id = job.task_id and task.identifier = 'letter' and job.key is null and job.locked_at is null
            and job.attempts >= job.max_attempts;
        perform graphile_worker.add_job('letter',
          json_build_object('tenantId', public.current_tenant(), 'sealed', sealed, 'until', send_until),
          run_at => try_at,
          job_key => 'letter ' || public.current_tenant() || ' ' || about,
          flags => array['company:' || public.current_tenant()]);
      end $$;
      create function letter_tried(about text, sealed text, is_sent boolean) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own text := 'letter ' || public.current_tenant() || ' ' || about; changed integer;
      begin
        if is_sent then
          delete from graphile_worker._private_jobs as job
            where job.key = own and job.payload ->> 'sealed' = letter_tried.sealed and job.locked_at is null;
          return;
        end if;
        update graphile_worker._private_jobs as job set run_at = now()
          where job.key = own and job.payload ->> 'sealed' = letter_tried.sealed and job.locked_at is null and job.run_at > now();
        get diagnostics changed = row_count;
        if changed > 0 then perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}'); end if;
      end $$;
      drop function queue_letter;
      revoke all on function keep_letter, letter_tried from public;
      grant execute on function keep_letter, letter_tried to ${roles.app}`,
    );
  },
};
