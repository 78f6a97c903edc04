import { roles } from '../roles.ts';
import { namesOnce } from './lib-names.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

const named = ['branch', 'department', 'team', 'role'] as const;

/** Names that look alike are one name: a no-break space, two blanks, a character of no width, Ð for Đ. */
export const namesAlike: Migration = {
  name: '0011-names-alike',
  async up(db) {
    await run(
      db,
      `create function name_key(value text) returns text language sql immutable strict parallel safe
        return translate(
          lower(btrim(regexp_replace(
            regexp_replace(normalize(value, NFKC), '[\\u00AD\\u200B-\\u200F\\u2060\\uFEFF]', '', 'g'), '\\s+', ' ', 'g'
          )) collate "und-x-icu"),
          'ðɖ', 'đđ')`,
    );
    await run(db, `grant execute on function name_key(text) to ${roles.app}`);
    for (const table of named) await namesOnce(db, table);
  },
};
