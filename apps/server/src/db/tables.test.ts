import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from '../../testing/database.ts';
import { printTables } from './test-print-tables.ts';

test('the types of the tables are those of the migrated database', async () => {
  await using database = await migratedTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const printed = await printTables(client);
  await client.end();
  await expect(printed).toMatchFileSnapshot(join(import.meta.dirname, 'tables.ts'));
});
