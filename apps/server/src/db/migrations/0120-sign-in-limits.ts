import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A try to sign in counts under several keys at once (who from where, who, from where, which password, all together). */
export const signInLimits: Migration = {
  name: '0120-sign-in-limits',
  async up(db) {
    await run(db, 'drop function take_sign_in_try(bytea, timestamptz, integer, integer, interval)');
    await run(db, 'drop function forgive_sign_in_tries(bytea)');
    // A limit counts from the first try of its hour.
    await run(db, 'alter table sign_in_try add column since timestamptz');
    await run(db, 'update sign_in_try set since = last_at');
    await run(db, 'alter table sign_in_try alter column since set not null');
    // What nobody has taken a try of has no row, and no wait.
    await run(
      db,
      `create function sign_in_wait(wanted bytea[], at timestamptz) returns double precision
        language sql stable security definer set search_path = pg_catalog, public as $$
          select coalesce(greatest(0, max(extract(epoch from open_at - at) * 1000)), 0)
            from public.sign_in_try where key_hash = any (wanted)
        $$`,
    );
    // All of the keys or none of them: answers the milliseconds to wait, 0 where taken, and the keys whose free tries that was the last of.
    // A key that is no hour's limit (quiet) is forgotten only when nobody has tried for so long.
    await run(
      db,
      `create function take_sign_in_tries(wanted bytea[], free_tries integer[], longest_wait_ms integer[], quiet boolean[],
          at timestamptz, forgotten_after interval, out wait double precision, out crossed bytea[])
        language plpgsql security definer set search_path = pg_catalog, public as $$
        declare
          one record;
          entry public.sign_in_try;
          tries integer;
        begin
          crossed := '{}';
          delete from public.sign_in_try where key_hash in (
            select key_hash from public.sign_in_try where last_at < at - forgotten_after
              order by last_at limit 100 for update skip locked);
          -- Everybody locks in the same order.
          for one in select key from unnest(wanted) as key order by key loop
            insert into public.sign_in_try (key_hash, count, open_at, last_at, since) values (one.key, 0, at, at, at)
              on conflict do nothing;
            perform from public.sign_in_try where key_hash = one.key for update;
          end loop;
          wait := public.sign_in_wait(wanted, at);
          if wait > 0 then return; end if;
          for one in select * from unnest(wanted, free_tries, longest_wait_ms, quiet) as limits (key, free, longest, quiet) loop
            select * into strict entry from public.sign_in_try where key_hash = one.key;
            if not one.quiet and entry.since < at - forgotten_after then
              entry.count := 0;
              entry.since := at;
            end if;
            tries := entry.count + 1;
            if tries = one.free then crossed := crossed || one.key; end if;
            update public.sign_in_try set count = tries, last_at = at, since = entry.since,
              open_at = at + case when tries < one.free then interval '0'
                else least(one.longest, 1000 * 2 ^ least(tries - one.free, 20)) * interval '1 ms' end
              where key_hash = one.key;
          end loop;
        end $$`,
    );
    // A right password was no guess: some keys begin anew, the others get back the one try that it took.
    await run(
      db,
      `create function forgive_sign_in_tries(forgotten bytea[], given_back bytea[]) returns void
        language sql security definer set search_path = pg_catalog, public as $$
          delete from public.sign_in_try where key_hash = any (forgotten);
          update public.sign_in_try set count = greatest(0, count - 1) where key_hash in (
            select key_hash from public.sign_in_try where key_hash = any (given_back) order by key_hash for update)
        $$`,
    );
    for (const name of [
      'sign_in_wait(bytea[], timestamptz)',
      'take_sign_in_tries(bytea[], integer[], integer[], boolean[], timestamptz, interval)',
      'forgive_sign_in_tries(bytea[], bytea[])',
    ]) {
      await run(db, `revoke all on function ${name} from public`);
      await run(db, `grant execute on function ${name} to ${roles.app}`);
    }
  },
};
