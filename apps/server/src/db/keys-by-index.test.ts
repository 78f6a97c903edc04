import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migratedTestDatabase } from '../../testing/database.ts';
import { newId } from '../kernel/new-id.ts';
import type { Trx } from './database.ts';

test.each(['code', 'name'])(
  'a batch of keys is looked up by the index of each %s, however few rows statistics know of',
  async (field) => {
    await using database = await migratedTestDatabase();
    const tenant = newId();
    // All there is belongs to somebody else when statistics are made.
    const others = newId();
    await database.db.inTenant(others, async (trx) => {
      await trx.insertInto('tenant').values({ id: others, code: 'hai', name: 'Hai', sip_domain: 'hai' }).execute();
      await fill(trx);
    });
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query('vacuum analyze branch');
    await owner.end();
    const seen = await database.db.inTenant(tenant, async (trx) => {
      await trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute();
      await fill(trx);
      const rowsRead = async () => {
        const { rows } = await sql<{ read: string }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'branch'`.execute(
          trx,
        );
        return Number(rows[0]?.read);
      };
      const before = await rowsRead();
      const keys = Array.from({ length: 1000 }, (_, at) => `CN ${at * 4}`);
      const { rows } = await sql<{ place: number }>`
      select place from ids_by_key('branch', ${field}, ${keys})`.execute(trx);
      return { found: rows.length, read: (await rowsRead()) - before };
    });
    expect(seen).toEqual({ found: 999, read: 999 });
  },
);

const fill = (trx: Trx) =>
  sql`insert into branch (id, name, code)
    select gen_random_uuid(), 'CN ' || n, 'CN ' || n from generate_series(1, 5000) as n`.execute(trx);
