import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migratedTestDatabase } from '../db/test-database.ts';
import { takeLease } from './lease.ts';
import { openTestOffice } from './test-office.ts';

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let tenantId: string;

beforeAll(async () => {
  database = await migratedTestDatabase();
  ({ tenant: tenantId } = await openTestOffice(database.db, 'thue'));
});
afterAll(() => database.close());

const take = (holder: string, onLost = () => undefined as void, ttlMs = 15_000) =>
  takeLease({ inTenant: database.db.inTenant, tenantId, holder, ttlMs, onLost });

test('one process runs a tenant: another waits until the first lets go, a restart of the same does not', async () => {
  const first = await take('a');
  expect(first).not.toBeNull();
  expect(await take('b')).toBeNull();
  const again = await take('a');
  expect(again).not.toBeNull();
  await first?.release();
  await again?.release();
  const second = await take('b');
  expect(second).not.toBeNull();
  await second?.release();
});

test('a lease is renewed while it is held, and who lost it is told', async () => {
  let lost = 0;
  const first = await take('a', () => void lost++, 300);
  await sleep(600);
  expect(await take('b')).toBeNull();
  // The first process hung for longer than its lease: somebody else took over.
  await database.db.inTenant(tenantId, (trx) => trx.updateTable('tenant_lease').set({ holder: 'b' }).execute());
  await expect.poll(() => lost, { timeout: 10_000 }).toBe(1);
  await first?.release();
  await database.db.inTenant(tenantId, (trx) => trx.deleteFrom('tenant_lease').execute());
});
