import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

test('calls of before know by their steps what came of them in queues, of those companies that have any', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0394-queue-stays');
  await migrate(database.url, migrations.slice(0, before));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const [tenant, other, sales, care] = [newId(), newId(), newId(), newId()];
  const began = Date.parse('2026-03-02T03:00:00Z');
  for (const [id, code] of [
    [tenant, 'mot'],
    [other, 'hai'],
  ])
    await owner.query('insert into tenant (id, code, name, sip_domain) values ($1, $2::text, $2, $2)', [id, code]);
  await owner.query(`insert into queue (tenant_id, id, name) values ($1, $2, 'Kinh doanh'), ($1, $3, 'Chăm sóc')`, [
    tenant,
    sales,
    care,
  ]);
  await owner.query(`select create_call_month('2026-03-01')`);
  /** A call of so many seconds, with steps at some of them; a colleague of the sales queue took it where that is said. */
  const call = async (steps: readonly (readonly [number, string])[], lasted: number, took?: number, of = tenant) => {
    const id = newId();
    const at = (seconds: number) => new Date(began + seconds * 1_000);
    const trace = steps.map(([seconds, text]) => ({
      at: at(seconds).getTime(),
      kind: 'destination',
      text,
      detail: {},
    }));
    await owner.query(
      `insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, trace)
        values ($1, $2, $3, 1, 'inbound', 'missed', 'ended', $4, '', $5)`,
      [of, id, at(0), at(lasted), JSON.stringify(trace)],
    );
    if (took !== undefined)
      await owner.query(
        `insert into call_segment (tenant_id, call_id, call_started_at, id, position, extension, leg_id, how, through_kind,
            through_key, from_at)
          values ($1, $2::uuid, $3, 's', 0, '101', 'l', 'answered', 'queue', $4, $5)`,
        [of, id, at(0), sales, at(took)],
      );
    return id;
  };
  const joined = [2, 'Hàng đợi “Kinh doanh”: vào hàng ở vị trí 1'] as const;
  const calls = {
    answered: await call([joined], 90, 9),
    abandoned: await call([joined], 30),
    overflowed: await call(
      [
        joined,
        [62, 'Chờ quá 1 phút: rời hàng đợi “Kinh doanh”'] as const,
        [63, 'Hàng đợi “Chăm sóc” đã đầy: 3 khách đang chờ'] as const,
      ],
      70,
    ),
    'pressed a key': await call([joined, [12, 'Khách bấm phím 0, rời hàng đợi “Kinh doanh”']], 20),
    'left by all': await call([joined, [7, 'Hàng đợi “Kinh doanh” không còn người trực: rời hàng']], 20),
    'called back': await call([joined, [22, 'Hàng đợi “Kinh doanh”: giữ vị trí 1, sẽ gọi lại cho khách']], 30),
    'nobody there': await call([[1, 'Hàng đợi “Kinh doanh” không có người trực: không nhận thêm khách']], 5),
    'renamed since': await call([[2, 'Hàng đợi “Tên cũ”: vào hàng ở vị trí 1']], 30),
    'in no queue': await call([[2, 'Gọi máy nhánh 101']], 30),
    'of another company': await call([joined], 30, undefined, other),
  };
  expect(await migrate(database.url)).toContain('0394-queue-stays');
  const { rows } = await owner.query<Record<string, string>>(
    'select call_id as call, queue_id as queue, outcome, wait_ms::int as wait from queue_stay order by call_id, outcome',
  );
  const found = Object.entries(calls).map(([what, id]) => [
    what,
    ...rows
      .filter((row) => row['call'] === id)
      .map(({ queue, outcome, wait }) => [queue === sales ? 'sales' : 'care', outcome, wait]),
  ]);
  expect(found).toEqual([
    ['answered', ['sales', 'answered', 7_000]],
    ['abandoned', ['sales', 'abandoned', 28_000]],
    ['overflowed', ['sales', 'timed-out', 60_000], ['care', 'turned-away', 0]],
    ['pressed a key', ['sales', 'left-elsewhere', 10_000]],
    ['left by all', ['sales', 'left-elsewhere', 5_000]],
    ['called back', ['sales', 'called-back', 20_000]],
    ['nobody there', ['sales', 'turned-away', 0]],
    ['renamed since'],
    ['in no queue'],
    ['of another company'],
  ]);
  await owner.query('set role alo_app');
  expect((await owner.query('select from queue_stay')).rowCount).toBe(0);
  await owner.end();
  await database.drop();
});
