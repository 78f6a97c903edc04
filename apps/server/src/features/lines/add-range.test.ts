import { draftHeader } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let mine: TestTenant;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('ca-day');
  await mine.admin.call('POST', '//telephony/partner/subscriber', { number: '103', name: 'Đã có' });
});

afterAll(() => app.close());

const range = (body: object, by = mine.admin) =>
  by.call('POST', '//telephony/partner/subscribers/range', { name: 'Máy', from: '101', count: 3, ...body });
const numbers = async () =>
  (await mine.admin.call('GET', '//telephony/partner/subscribers?sort=number&page_size=100'))
    .json()
    .data.map(({ number }: { number: string }) => number);

test('a range is looked at before anything of it is there, and each that is taken says by what', async () => {
  const answer = await range({ check: true });
  expect(answer.json()).toMatchObject({
    made: false,
    door: null,
    data: [
      { number: '101', name: 'Máy 101', outcome: 'new', id: null },
      { number: '102', outcome: 'new', id: null },
      { number: '103', outcome: 'taken', words: 'Số 103 đang là của máy nhánh “Đã có”', id: null },
    ],
  });
  expect(await numbers()).toEqual(['103']);
});

test('all of a range, or none of it, where one is taken; the good ones where that is said', async () => {
  expect((await range({})).json()).toMatchObject({ made: false, data: [{ id: null }, { id: null }, { id: null }] });
  expect(await numbers()).toEqual(['103']);
  const some = (await range({ good_only: true })).json();
  expect(some).toMatchObject({
    made: true,
    data: [{ outcome: 'new' }, { outcome: 'new' }, { outcome: 'taken', id: null }],
  });
  expect(await numbers()).toEqual(['101', '102', '103']);
  const trail = await app.db.inTenant(mine.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'extension').where('action', '=', 'create').select('id').execute(),
  );
  expect(trail.length).toBe(3);
});

test('people get theirs in their order, leave the one that they had, and it is called as they are', async () => {
  const lan = await mine.person('lan', [], '101');
  const minh = await mine.person('minh', []);
  const people = { from: '0201', count: 3, person_ids: [minh.accountId, lan.accountId] };
  const looked = (await range({ ...people, check: true })).json();
  expect(looked.data).toMatchObject([
    { number: '0201', name: 'minh', leaves: '' },
    { number: '0202', name: 'lan', leaves: '101' },
    { number: '0203', name: 'Máy 0203', person_name: null },
  ]);
  expect((await range(people)).json()).toMatchObject({ made: true, data: [{}, {}, {}] });
  const accounts = (await mine.admin.call('GET', '/accounts?per_page=100')).json().data;
  const extensionOf = (id: string) => accounts.find((one: { id: string }) => one.id === id).extension;
  expect([extensionOf(minh.accountId), extensionOf(lan.accountId)]).toEqual(['0201', '0202']);
  const tooMany = await range({ from: '300', count: 1, person_ids: [minh.accountId, lan.accountId] });
  expect(tooMany.json().fields).toEqual({ person_ids: 'Chọn 2 người cho 1 máy nhánh' });
});

test('who may not change accounts gives no extensions to people, and is told so beside each', async () => {
  const hoa = await mine.person('hoa', []);
  const adder = await mine.person('chi-them', ['subscribers.view', 'subscribers.create']);
  const refused = (await range({ from: '310', count: 2, person_ids: [hoa.accountId] }, adder)).json();
  expect(refused).toMatchObject({
    made: false,
    data: [
      { outcome: 'refused', words: 'Đổi người ở đây cần quyền sửa tài khoản, bạn chưa có quyền này' },
      { outcome: 'new' },
    ],
  });
});

test('each may get a desk phone, whose password is in the answer this once and opens the phone’s door', async () => {
  const adder = await mine.person('khong-may', ['subscribers.create']);
  expect((await range({ from: '400', count: 2, phones: 'each' }, adder)).statusCode).toBe(403);
  const { made, door, data } = (await range({ from: '400', count: 2, phones: 'each', transport: 'tls' })).json();
  expect([made, door.transport, data.length]).toEqual([true, 'tls', 2]);
  expect(new Set(data.map(({ phone }: { phone: { password: string } }) => phone.password)).size).toBe(2);
  const devices = (await mine.admin.call('GET', '/devices?sort=name')).json().data;
  expect(devices.map(({ username }: { username: string }) => username)).toEqual(
    data.map(({ phone }: { phone: { username: string } }) => phone.username),
  );
  expect(devices).toMatchObject([{ extension_number: '400', transport: 'tls' }, { extension_number: '401' }]);
});

test('a range that the company has no room for adds none, or as many as there is room for', async () => {
  const small = await app.tenant('cho-it');
  // Also what the trail and the rest of a company are of.
  await app.db.inTenant(small.id, (trx) =>
    sql`update tenant set most_rows = own_rows() + 2 where id = current_tenant()`.execute(trx),
  );
  const wanted = { from: '101', count: 4, name: 'Máy' };
  const all = (await range(wanted, small.admin)).json();
  expect(all).toMatchObject({
    made: false,
    data: [{ outcome: 'new' }, { outcome: 'new' }, { outcome: 'share' }, { outcome: 'share' }],
  });
  const some = (await range({ ...wanted, good_only: true }, small.admin)).json();
  expect(some).toMatchObject({
    made: true,
    data: [{ outcome: 'new' }, { outcome: 'new' }, { outcome: 'share', id: null }, {}],
  });
});

test('numbers stay within eight digits, and a range within what is added at once', async () => {
  expect((await range({ from: '99999999', count: 2 })).json().fields).toEqual({ count: 'Số cuối dài quá 8 chữ số' });
  expect((await range({ count: 101 })).json().fields).toEqual({ count: 'Nhập số từ 1 đến 100' });
});

test('a draft of the routing has no people and no phones: nothing is added from there', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/telephony/partner/subscribers/range',
    headers: { authorization: `Bearer ${mine.admin.token}`, [draftHeader]: '1' },
    payload: { name: 'Máy', from: '500', count: 1 },
  });
  expect(answer.json().code).toBe('not_in_draft');
});
