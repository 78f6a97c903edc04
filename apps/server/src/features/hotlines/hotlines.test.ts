import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let mine: TestTenant;
let trunk: string;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('hotline');
  trunk = (await add('trunk', { name: 'Nhà mạng', host: 'sip.vn' })).id;
});

afterAll(() => app.close());

const add = async (item: string, body: object) =>
  (await mine.admin.call('POST', `//telephony/partner/${item}`, body)).json();
const make = (body: object, by = mine.admin) =>
  by.call('POST', '//telephony/partner/hotline', { trunk_id: trunk, ...body });
const nowOf = async (...ids: string[]) =>
  (await mine.admin.call('GET', `//telephony/partner/hotlines/now?ids=${ids.join(',')}`)).json().data;

/** In Vietnam. */
const monday = (clock: string) => Date.parse(`2026-11-23T${clock}:00+07:00`);
const hangUp = { type: 'hang-up', value: '' };

test('a hotline is made with its people and hours in one go, and each part is where it always is', async () => {
  const { id: extension } = await add('subscriber', { number: '101', name: 'Lan' });
  const answer = await make({
    number: '028 7100 0101',
    name: 'Bán hàng',
    goes: 'group',
    member_ids: [extension],
    hours: 'new',
    from_time: '08:00',
    to_time: '17:00',
    outside: hangUp,
    recording: 'always',
  });
  expect([answer.statusCode, answer.json().number, answer.json().warning]).toEqual([200, '+842871000101', '']);
  expect(answer.json().made.map(({ screen, name }: { screen: string; name: string }) => [screen, name])).toEqual([
    ['numbers', '02871000101'],
    ['ringgroup', 'Bán hàng'],
    ['time-groups', 'Giờ làm việc Bán hàng'],
    ['conditions', 'Giờ của Bán hàng'],
    ['inbounds', 'Bán hàng'],
  ]);
  const rules = (await mine.admin.call('GET', '//telephony/partner/inbound/john/incoming/hotline')).json().data;
  expect(rules[0]).toMatchObject({ number: '+842871000101', recording: 'always', destination: { type: 'time' } });

  app.clock.now = monday('10:00');
  const { id } = answer.json();
  expect(await nowOf(id)).toMatchObject([
    {
      id,
      rule: 'Bán hàng',
      place: expect.stringContaining('Bán hàng'),
      hours: { name: 'Giờ làm việc Bán hàng', inside: true, by_hand: false, until: '2026-11-23T10:00:00.000Z' },
    },
  ]);
  app.clock.now = monday('20:00');
  expect(await nowOf(id)).toMatchObject([{ hours: { inside: false, until: '2026-11-24T01:00:00.000Z' } }]);
});

test('a rule for every number does not stand before the new one', async () => {
  await add('inbound', { name: 'Mọi cuộc gọi', priority: 50, destination: hangUp });
  const queue = await add('call-queue', { name: 'Chăm sóc' });
  const made = await make({ number: '02871000102', name: 'Chăm sóc', destination: { type: 'queue', value: queue.id } });
  expect(made.json().warning).toBe('');
  expect((await nowOf(made.json().id))[0]).toMatchObject({ rule: 'Chăm sóc', hours: null });
});

test('what is wrong with one part is said beside its field, and nothing of it is there', async () => {
  const { id: extension } = await add('subscriber', { number: '102', name: 'Mai' });
  const wanted = { name: 'Khiếu nại', goes: 'group', team_name: 'Bán hàng', member_ids: [extension] };
  const taken = await make({ ...wanted, number: '02871000103' });
  expect([taken.statusCode, Object.keys(taken.json().fields)]).toEqual([409, ['team_name']]);
  const wrong = await make({ ...wanted, team_name: '', number: '0123' });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['number']]);
  const found = await mine.admin.call('GET', '//telephony/partner/service-numbers?search=Khiếu nại');
  expect(found.json().total).toBe(0);
});

test('it takes the right to add each of its parts', async () => {
  const some = await mine.person('it', ['numbers.create', 'inbounds.create', 'subscribers.view']);
  const plain = { number: '02871000104', name: 'Ít', destination: hangUp };
  const withPeople = { ...plain, goes: 'queue', member_ids: [crypto.randomUUID()] };
  expect((await make(withPeople, some)).statusCode).toBe(403);
  expect((await make(plain, some)).statusCode).toBe(200);
});

test('calls of today and of this moment are counted by number', async () => {
  app.clock.now = monday('12:00');
  const { id } = (await make({ number: '02871000105', name: 'Đếm', destination: hangUp })).json();
  const at = (clock: string) => ({ service_number: '+842871000105', started_at: new Date(monday(clock)) });
  await storeCall(app.db, mine.id, at('10:00'));
  await storeCall(app.db, mine.id, { ...at('11:00'), status: 'missed' });
  await storeCall(app.db, mine.id, { ...at('11:59'), status: 'in_progress' });
  // Of the day before.
  await storeCall(app.db, mine.id, { ...at('10:00'), started_at: new Date(monday('10:00') - 86_400_000) });
  const { data } = (await mine.admin.call('GET', `//telephony/partner/hotlines/calls?ids=${id}`)).json();
  expect(data).toEqual([{ id, inbound_today: 3, inbound_answered_today: 1, outbound_today: 0, calls_now: 1 }]);
});

test('a number that is off, and one that no rule is for, say so', async () => {
  const other = await app.tenant('hotline-khac');
  const addThere = async (item: string, body: object) =>
    (await other.admin.call('POST', `//telephony/partner/${item}`, body)).json();
  const { id: trunk_id } = await addThere('trunk', { name: 'Nhà mạng', host: 'sip.khac.vn' });
  const off = await addThere('service-number', { number: '02871000110', name: 'Tắt', trunk_id, enabled: false });
  const bare = await addThere('service-number', { number: '02871000111', name: 'Mới', trunk_id });
  const answer = await other.admin.call('GET', `//telephony/partner/hotlines/now?ids=${off.id},${bare.id}`);
  const places = new Map(answer.json().data.map((one: { id: string; place: string }) => [one.id, one.place]));
  expect([places.get(off.id), places.get(bare.id)]).toEqual(['Đang tắt', 'Chưa có quy tắc']);
  // Nor is anything told of another company’s numbers.
  expect(await nowOf(off.id)).toEqual([]);
});

test('a hotline that the company has no room for is refused in words, and leaves nothing of it', async () => {
  const small = await app.tenant('hotline-nho');
  const call = (path: string, body: object) => small.admin.call('POST', `//telephony/partner/${path}`, body);
  const its = (await call('trunk', { name: 'Nhà mạng', host: 'sip-nho.vn' })).json().id;
  const member = (await call('subscriber', { number: '101', name: 'Lan' })).json().id;
  await app.db.inTenant(small.id, (trx) =>
    sql`update tenant set most_rows = own_rows() + 1 where id = current_tenant()`.execute(trx),
  );
  const answer = await call('hotline', {
    trunk_id: its,
    number: '02871000199',
    name: 'Hết chỗ',
    goes: 'group',
    member_ids: [member],
  });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'over_share']);
  expect((await small.admin.call('GET', '//telephony/partner/service-numbers')).json().data).toEqual([]);
});
