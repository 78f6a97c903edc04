import pg from 'pg';
import { expect, test } from 'vitest';
import { migratedTestDatabase } from '../../../testing/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import { resourceTable } from './resource-table.ts';

/** The same as `branch` of the baseline, under another name, and a table that refers to it. */
const tables: Migration = {
  name: '9999-places',
  async up(db) {
    await resourceTable(db, 'place', {
      columns: [
        'name text not null',
        "code text not null default ''",
        "address text not null default ''",
        "phone text not null default ''",
        "note text not null default ''",
      ],
      unique: ['code'],
      searched: ['name', 'code', 'address', 'phone', 'note'],
      sorted: ['name', 'code'],
    });
    await resourceTable(db, 'room', {
      columns: ['name text not null'],
      refersTo: { place_id: { table: 'place', required: true }, of_branch: { table: 'branch', onDelete: 'cascade' } },
    });
  },
};

/** Everything that the catalogue knows of a table, with its name replaced. */
async function catalogueOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `select format('%s %s %s', attname, format_type(atttypid, atttypmod), attnotnull) || coalesce(pg_get_expr(adbin, adrelid), '')
        as said from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = $1::regclass and attnum > 0
      union all select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
      union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = $1::regclass
      union all select format('%s %s %s', polname, polcmd, polroles::regrole[]) || pg_get_expr(polqual, polrelid)
          || coalesce(pg_get_expr(polwithcheck, polrelid), '') from pg_policy where polrelid = $1::regclass
      union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal
      union all select format('%s %s %s', relrowsecurity, relforcerowsecurity, relowner::regrole) || (
          select string_agg(one::text, ' ' order by one::text) from unnest(relacl) as one) from pg_class where oid = $1::regclass
      union all select pg_get_functiondef(oid) || proowner::regrole || coalesce((
          select string_agg(one::text, ' ' order by one::text) from unnest(proacl) as one), '')
        from pg_proc where proname in ('find_' || $1, 'tally_' || $1)`,
    [table],
  );
  const anonymous = (said: string) => said.replaceAll(new RegExp(`(?<![a-z])${table}(?![a-z])`, 'g'), '<table>');
  return rows.map(({ said }) => anonymous(said).replaceAll(/\s+/g, ' ')).sort();
}

test('a table of today is made like one of the baseline, with an index for each reference', async () => {
  await using database = await migratedTestDatabase();
  await migrate(database.url, [...migrations, tables]);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect(await catalogueOf(client, 'place')).toEqual(await catalogueOf(client, 'branch'));

  const { rows } = await client.query<{ def: string }>(
    `select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = 'room'::regclass and contype = 'f'
      union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'room'::regclass`,
  );
  expect(rows.map(({ def }) => def).sort()).toEqual([
    expect.stringContaining('INDEX room_changed'),
    expect.stringContaining('INDEX room_newest'),
    expect.stringContaining('INDEX room_of_branch ON public.room USING btree (tenant_id, of_branch)'),
    expect.stringContaining('INDEX room_place_id ON public.room USING btree (tenant_id, place_id)'),
    expect.stringContaining('INDEX room_name_key'),
    expect.stringContaining('INDEX room_pkey'),
    'FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE',
    'FOREIGN KEY (tenant_id, of_branch) REFERENCES branch(tenant_id, id) ON DELETE CASCADE',
    'FOREIGN KEY (tenant_id, place_id) REFERENCES place(tenant_id, id)',
  ]);
  await client.end();
});
