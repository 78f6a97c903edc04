import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let mine: TestTenant;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('tong-dai');
});

afterAll(() => app.close());

const path = '//telephony/partner/switchboard';
const add = (item: string, body: object) => mine.admin.call('POST', `//telephony/partner/${item}`, body);

test('the switchboard is told at one glance', async () => {
  const trunk = (await add('trunk', { name: 'Nhà mạng', host: 'sip.vn', max_calls: 30 })).json().id;
  await add('service-number', { number: '02871000201', name: 'Tổng đài', trunk_id: trunk });
  await add('service-number', { number: '02871000202', name: 'Cũ', trunk_id: trunk, enabled: false });
  await add('subscriber', { number: '101', name: 'Lan' });
  await storeCall(app.db, mine.id, { status: 'in_progress' });
  expect((await mine.admin.call('GET', path)).json()).toMatchObject({
    name: 'Công ty tong-dai',
    domain: 'tong-dai.alo.local',
    running: true,
    calls_now: 1,
    doors: { sip: 5060, tls: 5061, wss: 4443 },
    extensions: { all: 1, registered: 0, phones: 0 },
    numbers: { all: 2, enabled: 1 },
    trunks: [{ name: 'Nhà mạng', state: 'unknown', calls_now: 0, max_calls: 30 }],
    recordings: { count: 0, bytes: 0, disk: 'ok' },
  });
});

test('everybody sees the parts that they may see, and who may see none is refused', async () => {
  const some = await mine.person('some', ['trunks.view']);
  const seen = (await some.call('GET', path)).json();
  expect(seen.trunks).toHaveLength(1);
  expect([seen.extensions, seen.devices, seen.numbers, seen.limits, seen.recordings]).toEqual(Array(5).fill(null));
  const none = await mine.person('none', ['customer.view']);
  expect((await none.call('GET', path)).statusCode).toBe(403);
});

test('recordings are told by sums that follow whatever becomes of them, without a look at each', async () => {
  const company = await app.tenant('ghi-am');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const inIt = <T>(work: Parameters<typeof app.db.inTenant<T>>[1]) => app.db.inTenant(company.id, work);
  for (const days of [1, 1, 400]) {
    await storeCall(app.db, company.id, { started_at: daysAgo(days), recording: { state: 'open', bytes: 0 } });
  }
  const told = async () => (await company.admin.call('GET', path)).json().recordings;
  expect(await told()).toMatchObject({ count: 3, bytes: 0 });
  await inIt((trx) => trx.updateTable('recording').set({ state: 'ready', bytes: 1_000 }).execute());
  expect(await told()).toMatchObject({ count: 3, bytes: 3_000 });
  await inIt(async (trx) => {
    const ids = (await trx.selectFrom('recording').select('id').execute()).map(({ id }) => id);
    await sql`select expire_recordings(${ids}::text[], ${daysAgo(30)})`.execute(trx);
  });
  expect(await told()).toMatchObject({ count: 2, bytes: 2_000 });
  const { rows } = await inIt((trx) =>
    sql<{ wrong: boolean }>`select rebuild_recording_sums(${daysAgo(500)}, now() + interval '1 day') as wrong`.execute(
      trx,
    ),
  );
  expect(rows).toEqual([{ wrong: false }]);
  // What is summed up is not counted again.
  await inIt((trx) => sql`update recording_sum set n = n + 1`.execute(trx));
  expect(await told()).toMatchObject({ count: 3, bytes: 2_000 });
});
