import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** Words by which a company finds calls again. */
let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  lan = await demo.person(
    'lan',
    ['customer.view', 'customer.update', 'customer.full-phone', 'call-history.view', 'call-history.export'],
    '101',
  );
});
afterAll(() => app.close());

const tag = async (fields: object) => (await demo.admin.call('POST', '/call-tag', fields)).json();
const put = (call: string, body: object, by: TestPerson = lan) => by.call('PUT', `/histories-call/${call}/tags`, body);
const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name);
const history = async (query: string, by: TestPerson = lan) =>
  (await by.call('GET', `/histories-call?${query}`)).json();

test('any call has tags in the company’s order: said twice they are there once, and what somebody else says at once stays', async () => {
  const [late, early] = [await tag({ name: 'Bảo hành', position: 2 }), await tag({ name: 'Khiếu nại', position: 1 })];
  const missed = await storeCall(app.db, demo.id, { status: 'missed', outside_number: '+84911000201' });
  const between = await storeCall(app.db, demo.id, { direction: 'internal', from_extension: '101' });
  expect((await put(between.id, { add: [late.id] })).statusCode).toBe(200);
  await Promise.all([put(missed.id, { add: [late.id] }), put(missed.id, { add: [early.id, early.id] })]);
  expect(names((await put(missed.id, { add: [late.id] })).json().tags)).toEqual(['Khiếu nại', 'Bảo hành']);
  expect(names((await put(missed.id, { remove: [early.id] })).json().tags)).toEqual(['Bảo hành']);
  expect(names((await lan.call('GET', `/histories-call/${missed.id}/tags`)).json().tags)).toEqual(['Bảo hành']);
  expect(names((await lan.call('GET', `/histories-call/${missed.id}`)).json().tags)).toEqual(['Bảo hành']);
});

test('calls are found by a tag, in the list and in the file, and on the customer’s time line', async () => {
  const { id } = await tag({ name: 'Hỏi giá', colour: '#2563eb' });
  const status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  const whom = { name: 'Khách có nhãn', phone: '0911000202', status };
  const customer = (await demo.admin.call('POST', '/customer', whom)).json().id;
  const { id: call } = await storeCall(app.db, demo.id, { outside_number: '+84911000202' });
  await storeCall(app.db, demo.id, { outside_number: '+84911000202' });
  await put(call, { add: [id] });
  const found = await history(`tag_id=${id}`);
  expect([found.total, found.data[0].id, found.data[0].tags]).toEqual([
    1,
    call,
    [{ id, name: 'Hỏi giá', colour: '#2563eb' }],
  ]);
  const file = await lan.call('GET', `/histories-call/export?format=csv&tag_id=${id}`);
  expect(file.payload.match(/Hỏi giá/g)).toHaveLength(1);
  const timeline = (await lan.call('GET', `/customer/${customer}/timeline`)).json().data;
  const shown = timeline.find((entry: { kind: string; call?: { id: string } }) => entry.call?.id === call);
  expect(names(shown.call.tags)).toEqual(['Hỏi giá']);
});

test('what is not the company’s, is chosen no more or is one too many is refused; whoever is told of no outcome sees no tag', async () => {
  const other = await app.tenant('other');
  const theirs = (await other.admin.call('POST', '/call-tag', { name: 'Của họ' })).json();
  const { id, version, ...row } = await tag({ name: 'Thôi dùng' });
  const call = await storeCall(app.db, demo.id, { outside_number: '+84911000203' });
  await put(call.id, { add: [id] });
  await demo.admin.call('PUT', `/call-tag/${id}`, { ...row, version, active: false });
  expect((await put(call.id, { add: [theirs.id] })).statusCode).toBe(422);
  expect((await put(call.id, { add: [id] })).statusCode).toBe(422);
  // It has it still, and may lose it.
  expect(names((await put(call.id, {})).json().tags)).toEqual(['Thôi dùng']);
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => tag({ name: `Nhãn ${at}` })));
  const full = await put(call.id, { add: many.map((one) => one.id) });
  expect([full.statusCode, full.json().fields]).toEqual([422, { add: 'Một cuộc gọi có nhiều nhất 20 nhãn' }]);

  const onlyCalls = await demo.person('chi-lich-su', ['call-history.view'], '102');
  expect((await history(`tag_id=${id}`, onlyCalls)).total).toBe(0);
  expect((await onlyCalls.call('GET', `/histories-call/${call.id}`)).json().tags).toEqual([]);
  expect((await put(call.id, { remove: [id] }, onlyCalls)).statusCode).toBe(403);
  expect((await put(call.id, { add: [theirs.id] }, other.admin)).statusCode).toBe(404);
});

test('a tag that a call has is not deleted: the call is named, without whom it was with; and an expired call takes its tags along', async () => {
  const { id, version } = await tag({ name: 'Còn dùng' });
  const startedAt = new Date('2026-01-05T03:00:00Z');
  const call = await storeCall(app.db, demo.id, { outside_number: '+84911000204', started_at: startedAt });
  await put(call.id, { add: [id] });
  const refused = await demo.admin.call('DELETE', `/call-tag/${id}?version=${version}`);
  expect([refused.statusCode, refused.json().used_by]).toEqual([
    409,
    [{ kind: 'Cuộc gọi', id: call.id, name: '05/01/2026 10:00' }],
  ]);
  await app.db.inTenant(demo.id, (trx) => sql`select expire_calls('2026-01-06', 100)`.execute(trx));
  expect((await demo.admin.call('DELETE', `/call-tag/${id}?version=${version}`)).statusCode).toBe(200);
});
