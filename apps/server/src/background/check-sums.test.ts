import { expect, test, vi } from 'vitest';

import { ownedTestDatabase } from '../../testing/database.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { newId } from '../kernel/new-id.ts';
import { checkSums } from './check-sums.ts';

test('sums are compared while a call is just being written, and neither is in the other’s way', async () => {
  await using database = await ownedTestDatabase();
  const { db, owner } = database;
  const tenant = newId();
  await db.inTenant(tenant, (trx) =>
    trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute(),
  );
  const waiting = async () =>
    (
      await owner.query<{ n: number }>(`select count(*)::int as n from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`)
    ).rows[0]?.n;
  // A call is written as far as its first sums.
  await owner.query('begin; lock table person_sum in exclusive mode');
  const written = storeCall(db, tenant);
  await expect.poll(waiting).toBe(1);
  const warn = vi.fn<() => void>();
  const compared = checkSums(db, { warn });
  await expect.poll(waiting).toBe(2);
  await owner.query('commit');
  await Promise.all([compared, written]);
  expect(warn).not.toHaveBeenCalled();
});
