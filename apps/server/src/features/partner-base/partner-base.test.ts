import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let mine: TestTenant;
let lan: TestPerson;
let hotline: string;
let extension: string;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('doi-tac');
  const add = async (item: string, body: object): Promise<string> =>
    (await mine.admin.call('POST', `//telephony/partner/${item}`, body)).json().id;
  const trunk = await add('trunk', { name: 'Nhà mạng', host: 'sip.vn' });
  hotline = await add('service-number', {
    number: '02871000201',
    name: 'Tổng đài',
    trunk_id: trunk,
    carrier: 'Viettel',
    note: 'Hợp đồng 12',
  });
  await add('service-number', { number: '02871000202', name: 'Cũ', trunk_id: trunk, enabled: false });
  extension = await add('subscriber', { number: '101', name: 'Lan', service_number_id: hotline });
  await add('subscriber', { number: '102', name: 'Kho' });
  lan = await mine.person('lan', ['numbers.view', 'subscribers.view', 'call-history.view'], '101');
  await app.db.inTenant(mine.id, (trx) =>
    trx.updateTable('role').set({ scope: 'all' }).where('name', '=', 'Vai trò của lan').execute(),
  );
  app.bus.publish('rights-changed', mine.id, [lan.accountId]);
});

afterAll(() => app.close());

const keyOf = async (person: TestPerson): Promise<string> =>
  (await person.call('GET', '/etelecom/GetShopKey')).json().data;
const ask = async (key: string, call: string, payload: object = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/etelecom/shop.Etelecom/${call}`,
    headers: { authorization: `Bearer ${key}` },
    payload,
  });

test('a program with a shop key reads hotlines and extensions as it reads the partner’s', async () => {
  const key = await keyOf(lan);
  expect((await ask(key, 'GetHotlines')).json().hotlines).toMatchObject([
    {
      id: hotline,
      hotline: '02871000201',
      name: 'Tổng đài',
      network: 'viettel',
      status: 'P',
      description: 'Hợp đồng 12',
    },
    { hotline: '02871000202', network: 'unknown', status: 'N' },
  ]);
  const its = {
    id: extension,
    extension_number: '101',
    user_id: lan.accountId,
    hotline_id: hotline,
    tenant_domain: expect.stringMatching(/\./),
  };
  expect((await ask(key, 'GetExtensions')).json().extensions).toMatchObject([
    its,
    { extension_number: '102', user_id: '', hotline_id: '' },
  ]);
  const some = (await ask(key, 'GetExtensions', { filter: { hotline_id: hotline } })).json().extensions;
  expect(some).toMatchObject([its]);
});

test('call logs come by pages, newest first, with who called whom and by whose line', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 6, 3, minute));
  const inbound = { direction: 'inbound', service_number: '+842871000201', outside_number: '+84901234567' } as const;
  await storeCall(app.db, mine.id, {
    ...inbound,
    status: 'answered',
    to_extension: '101',
    talk_ms: 65_000,
    started_at: at(1),
    answered_at: at(2),
    ended_at: at(3),
  });
  await storeCall(app.db, mine.id, {
    ...inbound,
    status: 'missed',
    to_extension: '',
    started_at: at(5),
    ended_at: at(6),
  });
  await storeCall(app.db, mine.id, {
    direction: 'internal',
    status: 'answered',
    from_extension: '101',
    to_extension: '102',
    started_at: at(8),
    answered_at: at(8),
    ended_at: at(9),
  });
  const key = await keyOf(lan);
  const first = (await ask(key, 'GetCallLogs', { paging: { limit: 2 } })).json();
  expect(first).toMatchObject({
    call_logs: [
      { direction: 'ext', caller: '101', callee: '102', hotline_id: '' },
      {
        direction: 'in',
        call_state: 'not_answered',
        call_status: 'NS',
        external_call_status: 'missed',
        callee: '02871000201',
      },
    ],
    paging: { after: '', limit: 2, prev: '', next: 'p2' },
  });
  const second = (await ask(key, 'GetCallLogs', { paging: { limit: 2, after: 'p2' } })).json();
  expect(second).toMatchObject({
    call_logs: [
      {
        direction: 'in',
        call_state: 'answered',
        call_status: 'P',
        caller: '0901234567',
        callee: '101',
        duration: 65,
        hotline_id: hotline,
        extension_id: extension,
        user_id: lan.accountId,
      },
    ],
    paging: { prev: 'p1', next: '' },
  });
  const found = async (filter: object) => (await ask(key, 'GetCallLogs', { filter })).json().call_logs.length;
  expect([
    await found({ hotline_ids: [hotline] }),
    await found({ extension_ids: [extension] }),
    await found({ extension_ids: [crypto.randomUUID()] }),
  ]).toEqual([2, 2, 0]);
});

test('numbers are hidden from whom the console hides them, and of another company nothing is there', async () => {
  await mine.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const hidden = (await ask(await keyOf(lan), 'GetCallLogs')).json().call_logs;
  expect(JSON.stringify(hidden)).not.toContain('0901234567');
  expect(hidden).toHaveLength(3);
  await mine.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 0 });

  const other = await app.tenant('hang-xom');
  const key = await keyOf(other.admin);
  const told = await Promise.all(['GetHotlines', 'GetExtensions', 'GetCallLogs'].map((call) => ask(key, call)));
  expect(told.map((answer) => answer.json())).toMatchObject([{ hotlines: [] }, { extensions: [] }, { call_logs: [] }]);
  expect((await ask(key, 'GetCallLogs', { filter: { hotline_ids: [hotline] } })).json().call_logs).toEqual([]);
});

test('each takes its permission, a key that is ours, and filters that there are', async () => {
  const minh = await mine.person('minh', ['numbers.view'], '102');
  const key = await keyOf(minh);
  const calls = ['GetHotlines', 'GetExtensions', 'GetCallLogs'];
  expect((await Promise.all(calls.map((call) => ask(key, call)))).map(({ statusCode }) => statusCode)).toEqual([
    200, 403, 403,
  ]);
  expect((await ask('shop_x', 'GetHotlines')).statusCode).toBe(401);
  const own = await keyOf(lan);
  for (const body of [{ filter: { user_id: '1' } }, { paging: { after: 'x' } }, { paging: { limit: 101 } }]) {
    expect((await ask(own, 'GetCallLogs', body)).statusCode).toBe(422);
  }
  // Nothing else is at the partner's addresses.
  expect((await ask(own, 'CreateExtension')).statusCode).toBe(404);
});
