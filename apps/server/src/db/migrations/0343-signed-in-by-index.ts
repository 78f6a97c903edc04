import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Who signs in is found by the index of names. Under row-level security PostgreSQL asks an index only what reveals nothing of other
 * rows, which it takes normalize() for, so each sign-in went through everybody of the company.
 */
export const signedInByIndex: Migration = {
  name: '0343-signed-in-by-index',
  async up(db) {
    await run(
      db,
      `create function account_of_email(wanted text) returns uuid
        language sql stable security definer set search_path = pg_catalog, public as $$
          select id from public.account
            where tenant_id = public.current_tenant() and active and email <> ''
              and lower(normalize(email) collate "und-x-icu") = lower(normalize(wanted) collate "und-x-icu")
        $$`,
    );
    await run(db, 'revoke all on function account_of_email(text) from public');
    await run(db, `grant execute on function account_of_email(text) to ${roles.app}`);
    await run(db, `alter function account_of_email(text) owner to ${roles.lookup}`);
  },
};
