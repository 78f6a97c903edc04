import type { ContactId } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let mine: TestTenant;
let id: string;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('thue-bao');
  id = (await mine.admin.call('POST', '//telephony/partner/subscriber', { number: '101', name: 'Lan' })).json().id;
});

afterAll(() => app.close());

const path = () => `//telephony/partner/lines/now?ids=${id}`;

test('a line tells who can be reached where, and its last call', async () => {
  expect((await mine.admin.call('GET', path())).json().data).toEqual([
    { id, state: 'offline', phones: 0, browsers: [], desk_phones: [], last_call: null },
  ]);
  await mine.person('lan', [], '101');
  app.setPhone('101', { contacts: [{ id: 'tab' as ContactId, asleep: false }] });
  const device = await mine.admin.call('POST', '/device', { name: 'Bàn 1', extension_id: id });
  expect(device.statusCode).toBe(200);
  await storeCall(app.db, mine.id, { started_at: new Date('2026-11-23T03:00:00Z'), rang: [{ extension: '101' }] });
  const { id: last } = await storeCall(app.db, mine.id, {
    started_at: new Date('2026-11-23T04:00:00Z'),
    rang: [{ extension: '101', answered: true }],
  });
  expect((await mine.admin.call('GET', path())).json().data).toMatchObject([
    {
      id,
      state: 'ready',
      phones: 1,
      browsers: [{ user_agent: 'test' }],
      desk_phones: [{ name: 'Bàn 1', registered: false }],
      last_call: { id: last, at: '2026-11-23T04:00:00.000Z', direction: 'inbound', status: 'answered' },
    },
  ]);
});

test('desk phones and calls are told to whoever may see those', async () => {
  const some = await mine.person('some', ['subscribers.view']);
  expect((await some.call('GET', path())).json().data).toMatchObject([{ phones: 1, desk_phones: [], last_call: null }]);
});
