import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * The few calls at the edges of a time that is otherwise read from its sums. As a part of the statements that read those, with
 * the months that calls are kept in, they were planned anew for each view, which took as long as reading; here they are
 * planned once a session, and are known to be few.
 */
export const callsBetween: Migration = {
  name: '0147-calls-between',
  async up(db) {
    await run(
      db,
      `create function calls_between(from_at timestamptz, to_at timestamptz)
        returns table (at timestamptz, direction text, status text, wait_ms bigint, talk_ms bigint, agent_extension text, rang text[])
        language plpgsql stable rows 100 set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
          begin
            return query select call.started_at, call.direction, call.status, call.wait_ms::bigint, call.talk_ms::bigint,
                call.agent_extension, call.rang
              from call where call.started_at >= from_at and call.started_at < to_at;
          end $$`,
    );
    await run(db, 'revoke all on function calls_between(timestamptz, timestamptz) from public');
    await run(db, `grant execute on function calls_between(timestamptz, timestamptz) to ${roles.app}`);
  },
};
