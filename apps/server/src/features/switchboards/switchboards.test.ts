import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../test-app.ts';
import { storeCall } from '../../test-calls.ts';

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
    ...{ name: 'Công ty tong-dai', domain: 'tong-dai.alo.local', running: true, calls_now: 1 },
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
