import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/** Whether any company lets a page have its phones: asked before the phone is shown inside of one, when nobody has signed in yet. */
export const pagesThatShowThePhone: Migration = {
  name: '0071-pages-that-show-the-phone',
  async up(db) {
    await run(
      db,
      `create index system_setting_phone_origins on system_setting using gin (phone_origins);
      create policy lookup on system_setting for select to ${roles.lookup} using (true);
      grant select (phone_origins) on system_setting to ${roles.lookup};
      create function may_show_phone(page text) returns boolean
        language sql stable security definer set search_path = pg_catalog, public as $$
        select exists (select from public.system_setting where phone_origins @> array[page])
      $$;
      alter function may_show_phone owner to ${roles.lookup};
      revoke all on function may_show_phone from public;
      grant execute on function may_show_phone to ${roles.app}`,
    );
  },
};
