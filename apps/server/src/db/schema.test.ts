import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from './test-database.ts';
import { printSchema } from './test-print-schema.ts';

test('the types of the tables are those of the migrated database', async () => {
  await using database = await migratedTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const printed = await printSchema(client);
  await client.end();
  await expect(printed).toMatchFileSnapshot(join(import.meta.dirname, 'schema.ts'));
});
