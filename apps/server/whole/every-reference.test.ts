import pg from 'pg';
import { expect, test } from 'vitest';

import { allResources } from '../src/compose/resources.ts';
import { migratedTestDatabase } from '../testing/database.ts';

/** References by which a row is kept from being deleted, as the database has them. */
const keeping = `
  select parent.relname as parent, child.relname as child, a.attname as column
  from pg_constraint k
  join pg_class parent on parent.oid = k.confrelid
  join pg_class child on child.oid = k.conrelid
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
  where k.contype = 'f' and k.confdeltype in ('a', 'r') and cardinality(k.conkey) = 2 and k.conparentid = 0
    and child.relnamespace = 'public'::regnamespace
  order by 1, 2, 3`;

test('whoever deletes a row is told of each reference that keeps it: a resource says all of them', async () => {
  await using database = await migratedTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ parent: string; child: string; column: string }>(keeping);
  await client.end();
  const said = new Map(allResources.map(({ referred }) => [String(referred.table), referred.referredToBy ?? []]));
  const untold = rows.flatMap(({ parent, child, column }) => {
    const references = said.get(parent);
    return references === undefined || references.some((one) => one.table === child && one.column === column)
      ? []
      : [
          `the resource of the table ${parent} lacks, in referredToBy: { table: '${child}', column: '${column}', kind: … }`,
        ];
  });
  expect(rows.filter(({ parent }) => said.has(parent)).length).toBeGreaterThan(30);
  expect(untold).toEqual([]);
});
