import { roles } from '../roles.ts';
import { searchable } from './lib-search.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Words of a search as patterns of `search_text`: a part of it, or for one or two letters the beginning of a word in it. */
export const resourceSearch: Migration = {
  name: '0050-resource-search',
  async up(db) {
    await run(db, 'create extension if not exists btree_gin');
    await run(
      db,
      `create function search_patterns(words text[]) returns text[] language sql immutable parallel safe
        set search_path = pg_catalog, public as $$
          select coalesce(array_agg(case when length(word) < 3 then '% ' else '%' end
            || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%'), '{}')
          from (select public.fold(word) as word from unnest(words) as word) as folded
        $$`,
    );
    await run(db, `grant execute on function search_patterns(text[]) to ${roles.app}, ${roles.lookup}`);
    await searchable(db, 'branch', ['name', 'code', 'address', 'phone', 'note']);
    await searchable(db, 'data_source', ['name', 'code', 'note']);
  },
};
