import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import type { Trx } from '../db/database.ts';
import { paged } from '../resource/first-page.ts';
import { everyCallKey, recordsOf } from './call-records.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const newest = sql`call.started_at desc, call.id`;

async function fillMonth(trx: Trx): Promise<void> {
  await sql`select create_call_month('2026-03-01')`.execute(trx);
  await sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number)
    select gen_random_uuid(), '2026-03-20T10:00:00Z'::timestamptz - n * interval '1 s', 1, 'inbound', 'missed', 'ended',
      '2026-03-20T11:00:00Z', n::text, '+84912000001'
    from generate_series(1, 20000) as n`.execute(trx);
}

test('calls that were chosen are looked up by their keys, however little PostgreSQL has counted of a month yet', async () => {
  const { id } = await app.tenant('thang-moi');
  const seen = await app.db.inTenant(id, async (trx) => {
    await fillMonth(trx);
    const rowsRead = async () => {
      const { rows } = await sql<{ read: string }>`
        select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables where relname = 'call_2026_03'`.execute(
        trx,
      );
      return Number(rows[0]?.read);
    };
    const before = await rowsRead();
    const records = await recordsOf(trx, () => everyCallKey(trx).orderBy(newest).limit(20))
      .orderBy(newest)
      .execute();
    return { dialled: records.map(({ dialled }) => Number(dialled)), read: (await rowsRead()) - before };
  });
  expect(seen.dialled).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(seen.read).toBeLessThan(100);
});

test('the first page of the history is not planned anew each time: that takes several times as long as to read it', async () => {
  const { id } = await app.tenant('lap-ke-hoach');
  const plans = await app.db.inTenant(id, async (trx) => {
    await fillMonth(trx);
    await sql`set local role alo_owner`.execute(trx);
    await sql`analyze call`.execute(trx);
    await sql`set local role alo_app`.execute(trx);
    const rows = paged(everyCallKey(trx).orderBy(newest), 20, { skip: 0, perPage: 20 });
    const { sql: text, parameters } = recordsOf(trx, () => rows).compile();
    const values = parameters.map((value) => `'${String(value)}'`);
    await sql.raw(`prepare first_page as ${text}`).execute(trx);
    for (let run = 0; run < 8; run += 1) await sql.raw(`execute first_page(${values.join(', ')})`).execute(trx);
    return sql`select generic_plans::int as known from pg_prepared_statements where name = 'first_page'`.execute(trx);
  });
  expect(plans.rows).toEqual([{ known: 3 }]);
});
