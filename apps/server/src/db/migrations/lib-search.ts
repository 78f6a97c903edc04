import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Makes a table of a tenant searchable by parts of these columns, however many rows it has: `search_text` is what is
 * looked into, `find_<table>(words, at_most)` answers rows that have every word, in no order. Row-level security
 * lets no operator use an index that is not leak-proof, and LIKE is not, so the function looks as a role whose policy is no
 * condition and names the tenant itself. Its statement is put together with the words in it: planned without them, it
 * would take several times as long.
 */
export async function searchable(db: MigrationDb, table: string, columns: readonly string[]): Promise<void> {
  const text = columns.map((name) => `coalesce(${name}, '')`).join(` || ' ' || `);
  // The blank in front lets a short word be looked for where words begin.
  await run(db, `alter table ${table} add column search_text text generated always as (' ' || fold(${text})) stored`);
  await run(db, `create index ${table}_search on ${table} using gin (tenant_id, search_text gin_trgm_ops)`);
  await run(db, `create policy lookup on ${table} for select to ${roles.lookup} using (true)`);
  await run(db, `grant select on ${table} to ${roles.lookup}`);
  await finder(db, table);
}

/**
 * Makes `find_<table>`. Nothing is known there of how many rows have a word (row-level security keeps statistics to itself,
 * too), so it looks at the newest thousand: what an eighth of them has is met sooner on the way through the newest than by
 * the index, which would bring a million places. What is rare after all is left to the index.
 */
export async function finder(db: MigrationDb, table: string): Promise<void> {
  await run(db, `drop function if exists find_${table}(text[], integer)`);
  await run(
    db,
    `create function find_${table}(words text[], at_most integer) returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
      declare
        own text := format('from public.${table} as row where tenant_id = %L', public.current_tenant());
        newest text := own || ' order by row.created_at desc, row.id desc limit ';
        has text := 'true';
        pattern text;
        met bigint;
        ids uuid[];
        times timestamptz[];
      begin
        foreach pattern in array public.search_patterns(words) loop
          has := has || format(' and search_text like %L', pattern);
        end loop;
        execute 'select count(*) from (select search_text ' || newest || '1000) as some_rows where ' || has into met;
        if met >= 125 then
          execute 'select array_agg(some_rows.id), array_agg(some_rows.created_at) from (select id, created_at from (
            select row.id, row.created_at, search_text ' || newest || '100000) as new_rows where ' || has
            || format(' limit %s) as some_rows', at_most) into ids, times;
          if cardinality(ids) >= at_most then
            return query select * from unnest(ids, times);
            return;
          end if;
        end if;
        return query execute 'select row.id, row.created_at ' || own || ' and ' || has || format(' limit %s', at_most);
      end $$`,
  );
  await run(db, `revoke all on function find_${table}(text[], integer) from public`);
  await run(db, `grant execute on function find_${table}(text[], integer) to ${roles.app}`);
  await run(db, `alter function find_${table}(text[], integer) owner to ${roles.lookup}`);
}
