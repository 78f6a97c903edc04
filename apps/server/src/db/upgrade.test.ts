import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const tenant = '11111111-1111-7111-8111-111111111111';
const branch = '22222222-2222-7222-8222-222222222222';
const call = '33333333-3333-7333-8333-333333333333';
const answered = '44444444-4444-7444-8444-444444444444';

test('a database with rows from before there were tallies, sums and months has them afterwards', async () => {
  const before = migrations.findIndex(({ name }) => name.startsWith('0072'));
  const database = await testDatabase({
    name: 'before_0072',
    fill: async (url) => void (await migrate(url, migrations.slice(0, before))),
  });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    insert into tenant (id, code, name, sip_domain) values ('${tenant}', 'mot', 'mot', 'mot');
    insert into branch (tenant_id, id, name) values ('${tenant}', '${branch}', 'Huế');
    select create_call_month('2025-02-01');
    insert into customer (tenant_id, id, name) values ('${tenant}', '${branch}', 'Hoa'), ('${tenant}', '${call}', 'Lan');
    insert into customer_phone (tenant_id, id, customer_id, e164)
      values ('${tenant}', '${branch}', '${branch}', '+84901'), ('${tenant}', '${call}', '${call}', '+84902');
    insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, wait_ms, talk_ms,
        outside_number, service_number)
      values ('${tenant}', '${call}', '2025-02-03T04:05:06Z', 1, 'inbound', 'missed', 'ended', now(), '', 7000, 0, '+84901', '+8428'),
        ('${tenant}', '${answered}', '2025-02-03T05:05:06Z', 1, 'inbound', 'answered', 'ended', now(), '', 7001, 9000, '+84901', '+8428');
    insert into leg (tenant_id, call_id, call_started_at, id, position, side, extension, started_at, ringing_at)
      values ('${tenant}', '${call}', '2025-02-03T04:05:06Z', '1', 0, 'dialled', '101', now(), now()),
        ('${tenant}', '${call}', '2025-02-03T04:05:06Z', '2', 1, 'dialled', '102', now(), null);
    insert into recording (tenant_id, id, call_id, call_started_at, kind, state, started_at)
      values ('${tenant}', 'r', '${call}', '2025-02-03T04:05:06Z', 'conversation', 'ready', now());
    insert into audit (tenant_id, id, at, action, subject, subject_id)
      values ('${tenant}', gen_random_uuid(), '2024-12-31T23:00:00Z', 'create', 'branch', '${branch}');`);

  expect(await migrate(database.url)).toHaveLength(migrations.length - before);
  const found = async (what: string) => (await owner.query(`select ${what}`)).rows;
  expect(await found('list, n::int from row_tally order by list')).toEqual([
    { list: 'branch', n: 1 },
    { list: 'call', n: 2 },
    { list: 'customer', n: 2 },
    { list: 'profile_status', n: 1 },
  ]);
  expect(await found('direction, status, n::int, wait_ms::int from call_sum order by at')).toEqual([
    { direction: 'inbound', status: 'missed', n: 1, wait_ms: 7000 },
    { direction: 'inbound', status: 'answered', n: 1, wait_ms: 7001 },
  ]);
  expect(await found('extension, missed::int from person_sum')).toEqual([{ extension: '101', missed: 1 }]);
  expect(await found('tableoid::regclass::text as part, id from recording')).toEqual([
    { part: 'recording_2025_02', id: 'r' },
  ]);
  expect(await found('n::int, at::text from recording_sum')).toEqual([
    { n: 1, at: expect.stringContaining('2025-02-03') },
  ]);
  expect(await found('tableoid::regclass::text as part, action from audit')).toEqual([
    { part: 'audit_2024_12', action: 'create' },
  ]);
  expect(
    await found('name, at::text from customer_contact join customer on customer.id = customer_id order by 1'),
  ).toEqual([
    { name: 'Hoa', at: expect.stringContaining('2025-02-03') },
    { name: 'Lan', at: '-infinity' },
  ]);
  expect(await found('number, inbound::int, inbound_answered::int, short::int from number_sum order by at')).toEqual([
    { number: '+8428', inbound: 1, inbound_answered: 0, short: 0 },
    { number: '+8428', inbound: 1, inbound_answered: 1, short: 0 },
  ]);
  // What was linked before entries had salts is proved as it was.
  expect(await found('fault from audit_faults()')).toEqual([]);
  await owner.query('set role alo_app');
  for (const table of [
    'call',
    'recording',
    'audit',
    'row_tally',
    'call_sum',
    'branch',
    'recording_sum',
    'customer_contact',
    'customer_promise',
    'number_contact',
    'number_sum',
  ]) {
    expect(await found(`from ${table}`)).toEqual([]);
  }
  await owner.end();
  await database.drop();
});
