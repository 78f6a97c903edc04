import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Free tries are open at any time. They were open from the moment on that the last of them was taken at, and whoever had asked
 * a moment before and came a moment behind was told to wait: at eight o'clock, when a whole office signs in at once.
 */
export const freeTriesAreOpen: Migration = {
  name: '0342-free-tries-are-open',
  async up(db) {
    await run(
      db,
      `create or replace function take_sign_in_tries(wanted bytea[], free_tries integer[], longest_wait_ms integer[],
          quiet boolean[], at timestamptz, forgotten_after interval, out wait double precision, out crossed bytea[])
        language plpgsql security definer set search_path = pg_catalog, public as $$
        declare
          one record;
          entry public.sign_in_try;
          tries integer;
        begin
          crossed := '{}';
          -- Whoever has to wait holds nobody else up.
          wait := public.sign_in_wait(wanted, at);
          if wait > 0 then return; end if;
          -- Everybody locks in the same order. Found and locked at once: who finds first and locks then may find it gone.
          for one in select key from unnest(wanted) as key order by key loop
            insert into public.sign_in_try (key_hash, count, open_at, last_at, since) values (one.key, 0, at - forgotten_after, at, at)
              on conflict (key_hash) do update set count = public.sign_in_try.count;
          end loop;
          wait := public.sign_in_wait(wanted, at);
          if wait > 0 then return; end if;
          for one in select * from unnest(wanted, free_tries, longest_wait_ms, quiet) as limits (key, free, longest, quiet) loop
            select * into strict entry from public.sign_in_try where key_hash = one.key;
            if not one.quiet and entry.since < at - forgotten_after then
              entry.count := 0;
              entry.since := at;
            elsif one.quiet and entry.last_at < at - forgotten_after then
              entry.count := 0;
            end if;
            tries := entry.count + 1;
            if tries = one.free then crossed := crossed || one.key; end if;
            update public.sign_in_try set count = tries, last_at = at, since = entry.since,
              open_at = case when tries < one.free then at - forgotten_after
                else at + least(one.longest, 1000 * 2 ^ least(tries - one.free, 20)) * interval '1 ms' end
              where key_hash = one.key;
          end loop;
          -- Last, because nothing is waited for behind it.
          delete from public.sign_in_try where key_hash in (
            select key_hash from public.sign_in_try where last_at < at - forgotten_after
              order by last_at limit 100 for update skip locked);
        end $$`,
    );
  },
};
