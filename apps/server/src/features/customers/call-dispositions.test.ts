import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** What is said of calls themselves: also of somebody who is no customer, and put right later. */
let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
let lead: TestPerson;
let status: string;

const talking = [
  'customer.view',
  'customer.create',
  'customer.update',
  'customer.full-phone',
  'call-history.view',
] as const;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  lan = await demo.person('lan', talking, '101');
  minh = await demo.person('minh', talking, '102');
  lead = await demo.person('truong-nhom', [...talking, 'monitor.view'], '103');
});
afterAll(() => app.close());

const say = (call: string, body: object, by: TestPerson = lan) =>
  by.call('POST', `/histories-call/${call}/disposition`, body);
const detail = async (call: string, by: TestPerson = lan) => (await by.call('GET', `/histories-call/${call}`)).json();
const calledFrom = async (number: string, more: object = {}) =>
  (await storeCall(app.db, demo.id, { outside_number: number, to_extension: '101', ...more })).id;
const customer = async (phone: string) =>
  (await demo.admin.call('POST', '/customer', { name: `Khách ${phone}`, phone, status })).json();

test('of a caller who is no customer one says that it was the wrong number, or spam: it stands with the call for everybody', async () => {
  const call = await calledFrom('+84912000001');
  const kept = await say(call, { outcome: 'wrong-number', note: 'Tìm quán phở' });
  expect([kept.statusCode, kept.json().disposition]).toMatchObject([
    200,
    { outcome_name: 'Sai số', call_id: call, by_name: 'lan', by_id: lan.accountId },
  ]);
  expect(await detail(call, demo.admin)).toMatchObject({
    outcome_name: 'Sai số',
    customer_id: null,
    dispositions: [{ note: 'Tìm quán phở' }],
  });
  expect((await say(call, { outcome: 'spam' })).json().disposition.outcome_name).toBe('Spam / quảng cáo');
  expect((await say(call, { outcome: 'call-again' })).statusCode).toBe(422);
});

test('of a call with a customer it is the customer’s, in their story, and closes what they waited for', async () => {
  const row = await customer('0912000002');
  await calledFrom('+84912000002', { status: 'missed', started_at: new Date(Date.now() - 60_000) });
  const call = await calledFrom('+84912000002');
  await say(call, { outcome: 'declined', note: 'Không cần nữa' });
  const story = (await lan.call('GET', `/customer/${row.id}/timeline`)).json().data;
  expect(story).toContainEqual(
    expect.objectContaining({
      kind: 'disposition',
      disposition: expect.objectContaining({ note: 'Không cần nữa', call_id: call }),
    }),
  );
  expect((await demo.admin.call('GET', '/calls-to-return?search=0912000002')).json().data).toEqual([]);
});

test('a call that one does not see, and one between colleagues, has nothing said of it', async () => {
  const inside = await storeCall(app.db, demo.id, { direction: 'internal', outside_number: '', from_extension: '101' });
  expect((await say(inside.id, { outcome: 'other' })).statusCode).toBe(404);
  const other = await app.tenant('khac');
  const call = await calledFrom('+84912000003');
  expect((await say(call, { outcome: 'other' }, other.admin)).statusCode).toBe(404);
});

test('who said it puts it right, and so does who supervises them; nobody else; the trail has both, and two do not undo each other', async () => {
  const row = await customer('0912000004');
  const call = await calledFrom('+84912000004');
  const { disposition } = (await say(call, { outcome: 'declined', note: 'Từ chối' })).json();
  const put = (by: TestPerson, body: object) => by.call('PUT', `/disposition/${disposition.id}`, body);
  const right = { outcome: 'call-again', note: 'Hẹn lại', next_call_at: '2999-01-01T02:00:00.000Z', version: 1 };
  expect((await put(minh, right)).statusCode).toBe(404);
  const changed = await put(lan, right);
  expect([changed.statusCode, changed.json().disposition]).toMatchObject([
    200,
    { outcome: 'call-again', note: 'Hẹn lại', version: 2, by_name: 'lan' },
  ]);
  expect(await detail(call)).toMatchObject({ outcome: 'call-again', dispositions: [{ note: 'Hẹn lại' }] });
  const promised = (await demo.admin.call('GET', '/get-data-filter?promise=later&search=0912000004')).json().data;
  expect(promised.map(({ id }: { id: string }) => id)).toEqual([row.id]);
  expect((await put(lead, right)).statusCode).toBe(409);
  expect((await put(lead, { outcome: 'agreed', version: 2 })).statusCode).toBe(200);
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{ was: string; is: string }>`select before ->> 'outcome' as was, after ->> 'outcome' as is
      from audit where subject = 'disposition' and subject_id = ${disposition.id} order by at`.execute(trx),
  );
  expect(rows).toEqual([
    { was: 'declined', is: 'call-again' },
    { was: 'call-again', is: 'agreed' },
  ]);
});

test('what is chosen no more may stay where it is, while its words are put right', async () => {
  const outcome = (await demo.admin.call('POST', '/call-outcome', { name: 'Tết' })).json();
  const call = await calledFrom('+84912000005');
  const { disposition } = (await say(call, { outcome: outcome.code })).json();
  await demo.admin.call('PUT', `/call-outcome/${outcome.id}`, { ...outcome, active: false });
  const body = { outcome: outcome.code, note: 'Quà đã gửi', version: 1 };
  expect((await lan.call('PUT', `/disposition/${disposition.id}`, body)).statusCode).toBe(200);
});

test('a caller who is a customer already has their number added; what was said of the call before is theirs', async () => {
  const row = await customer('0912000006');
  const call = await calledFrom('+84912000007');
  await say(call, { outcome: 'call-again', next_call_at: '2999-01-01T02:00:00.000Z' });
  const added = await lan.call('POST', `/customer/${row.id}/number-from-call`, { phone: '0912000007' });
  expect([added.statusCode, added.json().phones]).toEqual([200, ['0912000007']]);
  expect(await detail(call)).toMatchObject({ customer_id: row.id });
  const story = (await lan.call('GET', `/customer/${row.id}/timeline`)).json().data;
  expect(story.some(({ kind }: { kind: string }) => kind === 'disposition')).toBe(true);
  const promised = (await demo.admin.call('GET', '/get-data-filter?promise=later&search=0912000006')).json().data;
  expect(promised).toHaveLength(1);
  const other = await customer('0912000008');
  const taken = await lan.call('POST', `/customer/${other.id}/number-from-call`, { phone: '0912000007' });
  expect(taken.statusCode).toBe(409);
});

test('what was said of somebody who is no customer goes with their number', async () => {
  const call = await calledFrom('+84912000009', { rang: [{ extension: '101', answered: true }] });
  await say(call, { outcome: 'other', note: 'Ông Nam hỏi giá' });
  expect((await lan.call('PUT', `/my-calls/${call}/note`, { note: 'Gọi lại ông Nam', name: 'Nam' })).statusCode).toBe(
    200,
  );
  expect((await detail(call)).notes).toHaveLength(1);
  await app.db.inTenant(demo.id, (trx) => sql`select erase_calls(array['+84912000009'], 100)`.execute(trx));
  expect(await detail(call)).toMatchObject({ phone: '', dispositions: [], notes: [], outcome: null });
});
