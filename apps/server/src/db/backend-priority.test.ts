import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type MigratedTestDatabase, migratedTestDatabase } from '../../testing/database.ts';
import { type Db, openDatabase, type Trx } from './database.ts';

const [heavy, light, growing] = [1, 2, 3].map((nth) => `aaaaaaaa-0000-7000-8000-00000000000${nth}`) as [
  string,
  string,
  string,
];
/** Who goes last. */
const last = new Set<string>([heavy]);
/** Whoever runs the tests may go after others themselves. */
const usual = getPriority();
let database: MigratedTestDatabase;
let db: Db;

beforeAll(async () => {
  database = await migratedTestDatabase();
  db = openDatabase({ url: database.url, size: 2, goesLast: (tenantId) => last.has(tenantId), isLong: true });
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
    await expect.poll(() => priorityFor(heavy)).toBe(10);
    expect(await priorityFor(light)).toBe(usual);
  },
);

test.runIf(existsSync('/proc/self/autogroup'))(
  'where sessions take turns, the session of a process that goes last goes last, and those of the others do not',
  async () => {
    const sessionOf = async (tenantId: string) => {
      const { rows } = await db.inTenant(tenantId, (trx) =>
        sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx),
      );
      return readFileSync(`/proc/${rows[0]?.pid}/autogroup`, 'utf8').trim();
    };
    await expect.poll(() => sessionOf(heavy), { timeout: 20_000 }).toMatch(/ nice 10$/);
    expect(await sessionOf(light)).toMatch(/ nice 0$/);
  },
);

test.runIf(process.platform === 'linux')(
  'a transaction whose company comes to go last while it runs goes after the others from then on, and its connection is nobody else’s',
  async () => {
    const pidIn = async (trx: Trx) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid ?? 0;
    const used = await db.inTenant(growing, async (trx) => {
      const pid = await pidIn(trx);
      expect(getPriority(pid)).toBe(usual);
      last.add(growing);
      await expect.poll(() => getPriority(pid)).toBe(10);
      return pid;
    });
    last.delete(growing);
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await db.inTenant(light, pidIn)).not.toBe(used);
      expect(await priorityFor(light)).toBe(usual);
    }
  },
);
