import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { makeMonthsAhead } from '../background/month-ahead.ts';
import { newId } from '../kernel/new-id.ts';

let database: OwnedTestDatabase;
let owner: pg.Client;
const tenant = newId();

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  await owner.query(`insert into tenant (id, code, name, sip_domain) values ('${tenant}', 'mot', 'mot', 'mot')`);
});
afterAll(() => database.close());

const parts = async (which: string) =>
  (
    await owner.query<{ log: string; month: string }>(
      `select inhparent::regclass::text as log, right(inhrelid::regclass::text, 7) as month from pg_inherits
        join pg_class on pg_class.oid = inhparent where relkind = 'p' and ${which} order by 1, 2`,
    )
  ).rows;

test('every log has parts for this month and the next two, made again where they are missing', async () => {
  const { rows: months } = await owner.query<{ month: string }>(
    `select to_char(current_date + make_interval(months => n), 'YYYY_MM') as month from generate_series(0, 2) as n order by n`,
  );
  const logs = ['audit', 'call', 'call_event', 'call_segment', 'leg', 'recording'];
  const wanted = logs.flatMap((log) => months.map(({ month }) => ({ log, month })));
  expect(await parts(`inhrelid::regclass::text !~ 'default$'`)).toEqual(wanted);
  for (const log of logs) await owner.query(`drop table ${log}_${months[2]?.month}`);
  await makeMonthsAhead(database.db);
  expect(await parts(`inhrelid::regclass::text !~ 'default$'`)).toEqual(wanted);
});

test('what comes into the trail before its month is made is kept, and moves there', async () => {
  const early = async () =>
    (
      await database.db.inTenant(tenant, (trx) =>
        sql`select tableoid::regclass::text as part, action from audit where at > now() + interval '5 months'`.execute(
          trx,
        ),
      )
    ).rows;
  await database.db.inTenant(tenant, (trx) =>
    sql`insert into audit (id, at, action, subject, subject_id)
      values (${newId()}, date_trunc('month', now()) + interval '6 months 3 days', 'early', '', '')`.execute(trx),
  );
  expect(await early()).toEqual([{ part: 'audit_default', action: 'early' }]);
  await owner.query(`select create_call_month((date_trunc('month', now()) + interval '6 months')::date)`);
  expect(await early()).toEqual([{ part: expect.stringMatching(/^audit_\d{4}_\d\d$/), action: 'early' }]);
  await expect(
    database.db.inTenant(tenant, (trx) => sql`select create_call_month('1999-01-01')`.execute(trx)),
  ).rejects.toThrow('no partition');
});
