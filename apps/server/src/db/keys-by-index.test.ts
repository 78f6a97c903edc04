import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { newId } from '../kernel/new-id.ts';
import { migratedTestDatabase } from './test-database.ts';

test('a batch of keys is looked up by their index, however few rows statistics think there are', async () => {
  await using database = await migratedTestDatabase();
  const tenant = newId();
  const seen = await database.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute();
    await sql`insert into branch (id, name, code)
      select gen_random_uuid(), 'Chi nhánh ' || n, 'CN' || n from generate_series(1, 5000) as n`.execute(trx);
    const rowsRead = async () => {
      const { rows } = await sql<{ read: string }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'branch'`.execute(
        trx,
      );
      return Number(rows[0]?.read);
    };
    const before = await rowsRead();
    const keys = Array.from({ length: 1000 }, (_, at) => `cn${at * 4}`);
    const { rows } = await sql<{ place: number }>`select place from ids_by_key('branch', 'code', ${keys})`.execute(trx);
    return { found: rows.length, read: (await rowsRead()) - before };
  });
  expect(seen).toEqual({ found: 999, read: 999 });
});
