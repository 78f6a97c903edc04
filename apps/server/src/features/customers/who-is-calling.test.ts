import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from '../../../testing/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { whoMayBe } from './who-may-be.ts';

test('who may be calling is looked up by indexes, however many customers write something for Zalo', async () => {
  await using database = await migratedTestDatabase();
  const tenant = newId();
  const status = newId();
  await database.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute();
    await trx.insertInto('profile_status').values({ id: status, name: 'Mới' }).execute();
    await sql`insert into customer (id, status, name, zalo, numbers)
      select gen_random_uuid(), ${status}, 'Khách ' || n, '09 1' || (1000000 + n), array['+8490' || (1000000 + n)]
      from generate_series(1, 3000) as n`.execute(trx);
  });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('analyze customer, customer_phone');
  await owner.end();
  const seen = await database.db.inTenant(tenant, async (trx) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: string }>`
        select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
        where relname in ('customer', 'customer_phone')`.execute(trx);
      return Number(rows[0]?.read);
    };
    const before = await rowsRead();
    const found = await whoMayBe(trx, '+84911000077');
    return { found: [...found.values()], read: (await rowsRead()) - before };
  });
  expect(seen).toEqual({ found: ['zalo'], read: 1 });
});
