import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

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
    for (const table of named) {
      await tellApart(db, table);
      await run(db, `drop index ${table}_name_key`);
      await uniqueName(db, table);
    }
  },
};

/** Names that may stand only once in a tenant, however they are written. */
export const uniqueName = (db: MigrationDb, table: string) =>
  run(db, `create unique index ${table}_name_key on ${table} (tenant_id, name_key(name))`);

/** Rows that already have a name alike are numbered, the oldest keeps its own. */
async function tellApart(db: MigrationDb, table: string) {
  // The owner's tables bind even the owner, who is in no tenant here.
  await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `update ${table} set name = left(name, 180) || ' (' || alike.place || ')'
      from (
        select tenant_id, id, row_number() over (partition by tenant_id, name_key(name) order by created_at, id) as place
        from ${table}
      ) as alike
      where alike.tenant_id = ${table}.tenant_id and alike.id = ${table}.id and alike.place > 1`,
  );
  await run(db, `alter table ${table} force row level security`);
}
