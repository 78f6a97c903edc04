import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** Which companies have calls to place: asked once for all of them, so that those that have none cost nothing. */
export const whoHasCallsToPlace: Migration = {
  name: '0105-who-has-calls-to-place',
  async up(db) {
    await run(db, `create index campaign_running on campaign (tenant_id) where status = 'running'`);
    for (const table of ['campaign', 'campaign_attempt', 'otp_request']) {
      await run(
        db,
        `do $do$ begin
          if not exists (select from pg_policies where tablename = '${table}' and '${roles.lookup}' = any(roles)) then
            create policy lookup on ${table} for select to ${roles.lookup} using (true);
          end if;
        end $do$;
        grant select on ${table} to ${roles.lookup}`,
      );
    }
    for (const [name, query] of Object.entries(asked)) {
      await run(
        db,
        `create function ${name}() returns table (id uuid)
          language sql stable security definer set search_path = pg_catalog, public as $$ ${query} $$;
        revoke all on function ${name} from public;
        grant execute on function ${name} to ${roles.app};
        alter function ${name} owner to ${roles.lookup}`,
      );
    }
  },
};

const asked = {
  companies_that_call: `
    select tenant_id from campaign where status = 'running' and mode not in ('hand', 'preview')
    union select tenant_id from campaign_attempt where dialled and ended_at is null`,
  companies_with_codes: `
    select tenant_id from otp_request
      where state in ('asked', 'calling') or code_hash is not null or state = 'verified' and ended_at is null`,
} as const;
