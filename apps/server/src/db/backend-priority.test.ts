import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type MigratedTestDatabase, migratedTestDatabase } from '../../testing/database.ts';
import { type Db, openDatabase } from './database.ts';

const [heavy, light] = ['aaaaaaaa-0000-7000-8000-000000000001', 'aaaaaaaa-0000-7000-8000-000000000002'] as const;
let database: MigratedTestDatabase;
let db: Db;

beforeAll(async () => {
  database = await migratedTestDatabase();
  db = openDatabase({ url: database.url, size: 2, goesLast: (tenantId) => tenantId === heavy });
});

afterAll(async () => {
  await db.close();
  await database.close();
});

/** The priority of the database's process that serves this company, as Linux counts: the higher, the later. */
const priorityFor = async (tenantId: string) => {
  const { rows } = await db.inTenant(tenantId, (trx) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx),
  );
  return getPriority(rows[0]?.pid ?? 0);
};

test.runIf(process.platform === 'linux')(
  'statements of who goes last are done by processes that go after the others',
  async () => {
    await expect.poll(() => priorityFor(heavy)).toBe(15);
    expect(await priorityFor(light)).toBe(0);
  },
);
