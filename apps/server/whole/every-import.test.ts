import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allResources } from '../src/compose/resources.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import type { By } from '../src/kernel/by.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';

/** Whatever rows a file may bring, the database lets an import look which of them are there already. */
let app: TestApp;
let demo: TestTenant;
let by: By;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  const caller = await app.db.inTenant(demo.id, (trx) => callerOfAccount(trx, demo.admin.accountId));
  if (caller === undefined) throw new Error('nobody imports');
  by = { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
});
afterAll(() => app.close());

const undone = new Error('only tried out');

test.each(allResources.map(({ importable }) => [importable.subject, importable] as const))(
  'a file of %s is taken or refused row by row',
  async (_, importable) => {
    const taken = app.db.inTenant(demo.id, async (trx) => {
      const fields = await importable.fields(trx);
      const mapping = Object.fromEntries(fields.map(({ name }, column) => [name, column]));
      const rows = ['một', 'hai'].map((text, at) => ({ number: at + 2, cells: fields.map(() => text) }));
      const { created, same, duplicate, bad } = await importable.batch(trx, by, rows, {
        mapping,
        existing: 'update',
        given: {},
        seen: new Set(),
      });
      expect(created.length + same + duplicate + bad.length).toBe(rows.length);
      throw undone;
    });
    await expect(taken).rejects.toBe(undone);
  },
);

/** Customers are found by code and number. */
const byName = allResources.filter(
  ({ bulkable: { table, fields } }) => table !== 'customer' && fields.includes('name'),
);
test.each(byName.map(({ bulkable }) => bulkable.table))('rows of %s are found by their names', async (table) => {
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql`select id from ids_by_key(${table}, 'name', ${['không ai tên thế']})`.execute(trx),
  );
  expect(rows).toEqual([]);
});
