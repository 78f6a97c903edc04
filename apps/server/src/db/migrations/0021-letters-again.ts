import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * A letter that no mail server took waits in the queue, sealed: its words may hold a link by which somebody signs in. A newer one about the
 * same takes its place.
 */
export const lettersAgain: Migration = {
  name: '0021-letters-again',
  async up(db) {
    await run(
      db,
      `create function queue_letter(about text, sealed text, send_until timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if public.current_tenant() is null then raise exception 'A letter is of a tenant.'; end if;
        perform graphile_worker.add_job('letter',
          json_build_object('tenantId', public.current_tenant(), 'sealed', sealed, 'until', send_until),
          job_key => 'letter ' || public.current_tenant() || ' ' || about,
          flags => array['company:' || public.current_tenant()]);
      end $$;
      revoke all on function queue_letter from public;
      grant execute on function queue_letter to ${roles.app}`,
    );
  },
};
