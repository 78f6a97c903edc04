import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Calls by a part of the customer's number. Row-level security lets no operator use an index that is not leak-proof, and
 * LIKE is not, so under it a search reads every call of the tenant. The function looks as a role whose policy is no
 * condition, names the tenant itself, and so may use the trigram index.
 */
export const callSearch: Migration = {
  name: '0003-call-search',
  async up(db) {
    await run(db, 'create extension if not exists pg_trgm');
    await run(db, 'create index call_outside_part on call using gin (outside_number gin_trgm_ops)');
    await run(db, `create policy lookup on call for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on call to ${roles.lookup}`);
    await run(
      db,
      `create function calls_by_number_part(part text, from_at timestamptz, to_at timestamptz, at_most integer)
        returns table (id uuid, started_at timestamptz) language sql stable rows 100
        security definer set search_path = pg_catalog, public as $$
          select call.id, call.started_at from public.call
          where call.tenant_id = (select public.current_tenant())
            and call.outside_number like '%' || part || '%'
            and call.started_at >= coalesce(from_at, '-infinity') and call.started_at < coalesce(to_at, 'infinity')
          order by call.started_at desc limit at_most
        $$`,
    );
    await run(db, `revoke all on function calls_by_number_part(text, timestamptz, timestamptz, integer) from public`);
    await run(
      db,
      `grant execute on function calls_by_number_part(text, timestamptz, timestamptz, integer) to ${roles.app}`,
    );
    await run(
      db,
      `alter function calls_by_number_part(text, timestamptz, timestamptz, integer) owner to ${roles.lookup}`,
    );
  },
};
