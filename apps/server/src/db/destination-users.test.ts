import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from '../../testing/database.ts';

const ids = ['0190b0f0-0000-7000-8000-000000000001', '0190b0f0-0000-7000-8000-000000000002'] as const;
const asked = '0190b0f0-0000-7000-8000-00000000000a';

test('who sends calls somewhere is found as the first version did, in every place, straight and behind a number outside', async () => {
  await using database = await migratedTestDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  try {
    await owner.query(await firstVersion());
    // Rows are only to stand there: nothing that they refer to does.
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query(withoutChecks);
    const { rows: places } = await owner.query<{ part: string; fields: string[] }>(placesByTable);
    for (const { part, fields } of places) {
      await owner.query(...rowOf(part, fields, 0, ['queue', asked], await needed(owner, part)));
      await owner.query(...rowOf(part, fields, 1, ['fw', `0901234567>queue/${asked}`], await needed(owner, part)));
    }
    const found = async (by: string) =>
      (await owner.query(`select * from ${by}('queue', $1) order by 1, 2, 3, 4`, [[asked]])).rows;
    const users = await found('destination_users');
    expect(users).toEqual(await found('destination_users_at_first'));
    expect(users).toHaveLength(2 * places.reduce((sum, { fields }) => sum + fields.length, 0));
    expect(places.length).toBeGreaterThan(10);
  } finally {
    await owner.end();
  }
});

async function firstVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, 'schema/destinations.sql'), 'utf8');
  const [, made = ''] = /(create function destination_users\(.*?\nend \$\$;)/s.exec(text) ?? [];
  return made.replace('function destination_users', 'function destination_users_at_first');
}

const withoutChecks = `do $do$
declare one record;
begin
  for one in select conrelid::regclass as part, conname from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 and coninhcount = 0
  loop
    execute format('alter table %s drop constraint %I cascade', one.part, one.conname);
  end loop;
end $do$`;

const placesByTable = `
  select kind.table_name::text as part, array_agg(left(kind.column_name, -5)) as fields
  from information_schema.columns kind join information_schema.columns worth using (table_schema, table_name)
    join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and kind.column_name like '%\\_kind'
    and worth.column_name = left(kind.column_name, -5) || '_value'
  group by 1 order by 1`;

interface Needed {
  readonly name: string;
  readonly type: string;
}

/** Columns that have to have a value. */
async function needed(owner: pg.Client, part: string): Promise<readonly Needed[]> {
  const { rows } = await owner.query<Needed>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and attgenerated = ''
      and (not atthasdef or attname in ('id', 'tenant_id'))`,
    [part],
  );
  return rows;
}

/** A row whose ids are all the same, so that it belongs to the row of the other tables that has its place. */
function rowOf(
  part: string,
  fields: readonly string[],
  nth: 0 | 1,
  [kind, value]: readonly [string, string],
  columns: readonly Needed[],
): [string, unknown[]] {
  const values = new Map<string, unknown>(columns.map(({ name, type }) => [name, anyOf(type, nth)]));
  for (const field of fields) values.set(`${field}_kind`, kind).set(`${field}_value`, value);
  const places = [...values.keys()].map((_, at) => `$${at + 1}`);
  const names = [...values.keys()].map((name) => pg.escapeIdentifier(name));
  return [`insert into ${pg.escapeIdentifier(part)} (${names.join()}) values (${places.join()})`, [...values.values()]];
}

function anyOf(type: string, nth: 0 | 1): unknown {
  if (type === 'uuid') return ids[nth];
  if (type.endsWith('[]')) return [];
  if (/int|numeric|double|real/.test(type)) return nth + 1;
  if (type === 'boolean') return false;
  if (/json/.test(type)) return '{}';
  if (/date|time/.test(type)) return '2026-01-01';
  return `chữ ${nth}`;
}
