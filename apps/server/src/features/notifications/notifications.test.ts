import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../test-app.ts';
import { storeCall, storeCustomer } from '../../test-calls.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

test('the bell rings for calls that rang here and that nobody took, until they have been seen', async () => {
  const lan = await demo.person('lan', [], '101');
  const ago = (minutes: number) => new Date(app.clock.now - minutes * 60_000);
  await storeCustomer(app.db, demo.id, { name: 'Chị Mai', e164: '+84901234567' });
  const missed = await storeCall(app.db, demo.id, {
    started_at: ago(10),
    status: 'missed',
    rang: [{ extension: '101' }],
  });
  await storeCall(app.db, demo.id, {
    started_at: ago(5),
    status: 'no_answer',
    direction: 'internal',
    outside_number: '',
    from_extension: '102',
    rang: [{ extension: '101' }],
  });
  await storeCall(app.db, demo.id, {
    started_at: ago(4),
    rang: [{ extension: '101' }, { extension: '102', answered: true }],
  });
  await storeCall(app.db, demo.id, { started_at: ago(3), status: 'missed', rang: [{ extension: '102' }] });
  // Who chose to be called back was not missed by anybody.
  await storeCall(app.db, demo.id, { started_at: ago(2), status: 'callback', rang: [{ extension: '101' }] });

  const bell = (await lan.call('GET', '/notifications')).json();
  expect(bell.unread).toBe(2);
  expect(bell.data.map(({ text }: { text: string }) => text)).toEqual([
    'Cuộc gọi nhỡ từ 102',
    'Cuộc gọi nhỡ từ Chị Mai',
  ]);
  expect(bell.data[1]).toMatchObject({ id: missed.id, call_id: missed.id, kind: 'missed-call', read: false });

  expect((await lan.call('PUT', '/notifications/read')).statusCode).toBe(200);
  app.clock.now += 1_000;
  await storeCall(app.db, demo.id, {
    started_at: new Date(app.clock.now),
    status: 'missed',
    rang: [{ extension: '101' }],
  });
  const later = (await lan.call('GET', '/notifications')).json();
  expect([later.unread, later.data.length]).toEqual([1, 3]);
  expect((await demo.admin.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
});

test('a disk that is full is told to those who can do something about it, until they have seen it', async () => {
  const lan = await demo.person('lan-2', []);
  app.disk.report = { state: 'full', since: app.clock.now - 1_000, words: 'Đĩa đã đầy.' };
  const bell = (await demo.admin.call('GET', '/notifications')).json();
  expect(bell).toMatchObject({
    unread: 1,
    data: [{ kind: 'system', text: 'Đĩa đã đầy.', call_id: null, read: false }],
  });
  expect((await lan.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 'degraded', words: 'Đĩa đã đầy.' });
  await demo.admin.call('PUT', '/notifications/read');
  expect((await demo.admin.call('GET', '/notifications')).json()).toMatchObject({ unread: 0, data: [{ read: true }] });
  app.disk.report = { state: 'ok', since: app.clock.now, words: '' };
  expect((await demo.admin.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
});
