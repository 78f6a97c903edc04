import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** An outbound rule may say how long its calls last. A call that was answered and then ended by a limit found a channel. */
export const minutesLimited: Migration = {
  name: '0335-minutes-limited',
  async up(db) {
    await run(db, 'alter table outbound_rule add column max_minutes integer check (max_minutes between 1 and 1440)');
    // The sums of numbers as they were, but for what they take for all channels in use.
    await run(
      db,
      `do $$
        declare
          its record;
        begin
          for its in select oid from pg_proc where pronamespace = 'public'::regnamespace
            and proname in ('sum_numbers_insert', 'sum_numbers_update', 'sum_numbers_delete', 'rebuild_number_sums')
          loop
            execute replace(pg_get_functiondef(its.oid), 'where cause = ''limit''',
              'where cause = ''limit'' and status <> ''answered''');
          end loop;
        end $$`,
    );
  },
};
