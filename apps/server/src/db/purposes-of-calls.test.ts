import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { testDatabase } from '../../testing/postgres.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import { newId } from '../kernel/new-id.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { purposesOfCalls } from './migrations/0046-purposes-of-calls.ts';
import { migrations } from './migrations/index.ts';

test('calls of before are for what was kept of them, and leave the figures that they do not belong to', async () => {
  const before = migrations.slice(0, migrations.indexOf(purposesOfCalls));
  const database = await testDatabase({
    name: 'without_purposes',
    fill: async (url) => void (await migrate(url, before)),
  });
  const db = openDatabase({ url: database.url, size: 2, waitMs: 60_000, statementMs: 60_000 });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await db.close();
    await database.drop();
  });
  const [tenant, number, trunk] = [newId(), newId(), newId()];
  await db.inTenant(tenant, (trx) =>
    trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute(),
  );
  const at = new Date(Date.now() - 3_600_000);
  const outbound = { direction: 'outbound', from_extension: '101', to_extension: '', started_at: at } as const;
  const inbound = { started_at: at, trunk_id: trunk };
  const code = await storeCall(db, tenant, { ...outbound, from_extension: '', agent_extension: '' });
  const campaign = await storeCall(db, tenant, outbound);
  const survey = await storeCall(db, tenant, outbound);
  // In a call that came for something else.
  const asked = await storeCall(db, tenant, { ...inbound, started_at: new Date(at.getTime() + 30_000) });
  const bot = await storeCall(db, tenant, { ...inbound, stays: [{ queue_id: 'a', outcome: 'answered', wait_ms: 1 }] });
  const customer = await storeCall(db, tenant, { ...inbound, started_at: new Date(at.getTime() + 60_000) });

  // As they stand beside the calls; what else these rows refer to is of no matter here.
  await owner.query('set session_replication_role = replica');
  const kept = (sql: string, ...values: unknown[]) => owner.query(sql, [tenant, newId(), ...values]);
  await kept(
    'insert into otp_attempt (tenant_id, id, request_id, number, call_id) values ($1, $2, $2, $3, $4)',
    '',
    code.id,
  );
  await kept(
    "insert into disposition (tenant_id, id, customer_id, call_id, outcome, outcome_id, campaign_id) values ($1, $2, $2, $3, 'agreed', $2, $2)",
    campaign.id,
  );
  for (const { id } of [survey, asked]) {
    await kept(
      "insert into survey_response (tenant_id, id, survey_campaign_id, customer_id, outcome, call_id) values ($1, $2, $2, $2, 'answered', $3)",
      id,
    );
  }
  await owner.query(
    "insert into trunk (tenant_id, id, name, host, addresses) values ($1, $2, 'thử', 'bots.invalid', '{127.0.0.1}')",
    [tenant, trunk],
  );
  await owner.query(
    "insert into service_number (tenant_id, id, number, name, trunk_id) values ($1, $2, '+842871000101', 'thử', $3)",
    [tenant, number, trunk],
  );
  await kept(
    "insert into audit (tenant_id, id, at, action, subject, subject_id) values ($1, $2, $3, 'bot-call', 'service_number', $4)",
    new Date(at.getTime() - 1),
    number,
  );
  await owner.query('set session_replication_role = origin');

  await migrate(database.url, [...before, purposesOfCalls]);

  const { rows } = await owner.query<{ id: string; purpose: string; trunk_id: string }>(
    'select id, purpose, trunk_id from call',
  );
  const purposeOf = (id: string) => rows.find((row) => row.id === id)?.purpose;
  expect([code, campaign, survey, bot, asked, customer].map(({ id }) => purposeOf(id))).toEqual([
    'otp',
    'campaign',
    'survey',
    'test',
    'people',
    'people',
  ]);
  expect(rows.find(({ id }) => id === bot.id)?.trunk_id).toBe('');
  expect((await owner.query('select counts from queue_stay')).rows).toEqual([{ counts: false }]);
  const sums = await owner.query<{ n: number }>('select sum(n)::int as n from call_sum');
  expect(sums.rows[0]?.n).toBe(4);
});
