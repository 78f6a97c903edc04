import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { MigrationDb } from './migration.ts';

/**
 * Makes a table of a tenant searchable by parts of these columns, however many rows it has: `search_text` is what is
 * looked into, `find_<table>(words, at_most)` answers ids of rows that have every word, in no order. Row-level security
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
  const finder = `find_${table}(words text[], at_most integer)`;
  await run(
    db,
    `create function ${finder} returns setof uuid language plpgsql stable rows 100
      security definer set search_path = pg_catalog, public as $$
      declare
        statement text := format('select id from public.${table} where tenant_id = %L', public.current_tenant());
        pattern text;
      begin
        foreach pattern in array public.search_patterns(words) loop
          statement := statement || format(' and search_text like %L', pattern);
        end loop;
        return query execute statement || format(' limit %s', at_most);
      end $$`,
  );
  const signature = `find_${table}(text[], integer)`;
  await run(db, `revoke all on function ${signature} from public`);
  await run(db, `grant execute on function ${signature} to ${roles.app}`);
  await run(db, `alter function ${signature} owner to ${roles.lookup}`);
}
