import type { MigrationDb } from '../migrations/migration.ts';
import { roles } from '../roles.ts';
import { run } from './tenant-table.ts';

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

/** One row in so many is in the sample of its table, by a hash of its id. */
const sampled = 16;
/** So few are found quickly among however many. */
const fewAtMost = 1_000;

/**
 * Makes `find_<table>`. The index brings all places of a word before the first row is read, which is much where nearly every
 * row has it. So a sixteenth of the rows, by lot, has an index of its own: where more of these have the words than could be
 * if no more than `at_most` of all had them (ten deviations away), the answer is that many ids of nobody, and nothing else is
 * looked up. Whoever asks for a few gets those, however many there are.
 */
async function finder(db: MigrationDb, table: string): Promise<void> {
  const isInSample = `(uuid_hash(id) & ${sampled - 1}) = 0`;
  await run(
    db,
    `create index ${table}_search_sample on ${table} using gin (tenant_id, search_text gin_trgm_ops)
      where ${isInSample}`,
  );
  await run(
    db,
    `create function find_${table}(words text[], at_most integer) returns table (id uuid, created_at timestamptz)
      language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
      declare
        has text := format('from public.${table} as row where tenant_id = %L', public.current_tenant());
        share float := at_most / ${sampled}.0;
        plenty integer := ceil(share + 10 * sqrt(share));
        pattern text;
        met bigint;
      begin
        foreach pattern in array public.search_patterns(words) loop
          has := has || format(' and search_text like %L', pattern);
        end loop;
        if at_most > ${fewAtMost} then
          execute 'select count(*) from (select ' || has || format(' and ${isInSample} limit %s) as some_rows', plenty)
            into met;
        end if;
        if met >= plenty then
          return query select lpad(to_hex(n), 32, '0')::uuid, null::timestamptz from generate_series(1, at_most) as n;
        else
          return query execute 'select row.id, row.created_at ' || has || format(' limit %s', at_most);
        end if;
      end $$`,
  );
  await run(db, `revoke all on function find_${table}(text[], integer) from public`);
  await run(db, `grant execute on function find_${table}(text[], integer) to ${roles.app}`);
  await run(db, `alter function find_${table}(text[], integer) owner to ${roles.lookup}`);
}
