import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A batch of an import asks for a thousand keys of a table that may have millions of rows: each is found by its index. How many
 * rows a company has, and how many are alike by a key, is nothing that statistics know of while they are written, and plans made
 * from them read all rows of the company for every key. So rows are asked for in the order of their keys, which no other index
 * has, and nothing may be sorted. A name and a code stand once in a company.
 */
export const keysByIndex: Migration = {
  name: '0168-keys-by-index',
  async up(db) {
    await run(
      db,
      `create or replace function ids_by_key(of_table text, field text, keys text[]) returns table (place bigint, id uuid)
        language plpgsql stable security definer set search_path = pg_catalog, public
        set enable_sort = off set enable_seqscan = off as $$
        declare
          key text := case when field = 'name' then 'public.name_key(%s)' else 'lower(normalize(%s) collate "und-x-icu")' end;
          own text := format('row.%I', field);
        begin
          return query execute format(
            'select given.place, found.id from unnest($1) with ordinality as given (key, place)
              cross join lateral (
                select row.id from public.%1$I as row
                where row.tenant_id = public.current_tenant() and %2$s <> $2
                  and %3$s >= %4$s and %3$s <= %4$s order by %3$s limit 1
              ) as found',
            of_table, own, format(key, own), format(key, 'given.key')) using keys, '';
        end $$`,
    );
  },
};
