import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** What can come of a call, in the words of each company. */
let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let status: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  lan = await demo.person(
    'lan',
    ['customer.view', 'customer.update', 'customer.full-phone', 'call-history.view'],
    '101',
  );
  status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
});
afterAll(() => app.close());

const own = async (fields: object) => (await demo.admin.call('POST', '/call-outcome', fields)).json();
const all = async (by: TestPerson = lan) => (await by.call('GET', '/all-call-outcome')).json().data;
const customer = async (phone: string) =>
  (await demo.admin.call('POST', '/customer', { name: `Khách ${phone}`, phone, status })).json().id;
const say = (of: string, body: object, by: TestPerson = lan) => by.call('POST', `/customer/${of}/disposition`, body);
const outcomeOf = async (call: string) => (await lan.call('GET', `/histories-call/${call}`)).json();

test('a company begins with outcomes under the words that programs know', async () => {
  expect((await all()).map(({ code, name }: { code: string; name: string }) => [code, name])).toEqual([
    ['interested', 'Quan tâm'],
    ['call-again', 'Hẹn gọi lại'],
    ['agreed', 'Đã chốt'],
    ['declined', 'Không có nhu cầu'],
    ['no-disposition', 'Không gặp'],
    ['wrong-number', 'Sai số'],
    ['other', 'Khác'],
    ['spam', 'Spam / quảng cáo'],
  ]);
});

test('an outcome of the company’s own is chosen in its place, stands with the call, and is renamed there with itself', async () => {
  const { id, code, version, ...row } = await own({
    name: 'Xin báo giá',
    colour: '#0891b2',
    position: 1,
    success: true,
  });
  expect([code, (await all()).slice(0, 2).map(({ name }: { name: string }) => name)]).toEqual([
    id,
    ['Quan tâm', 'Xin báo giá'],
  ]);
  const whom = await customer('0911000101');
  const { id: call } = await storeCall(app.db, demo.id, { outside_number: '+84911000101' });
  expect((await say(whom, { outcome: code, note: 'Gửi qua Zalo' })).json().disposition).toMatchObject({
    outcome: code,
    outcome_name: 'Xin báo giá',
    call_id: call,
  });
  await demo.admin.call('PUT', `/call-outcome/${id}`, { ...row, id, code, version, name: 'Đã gửi báo giá' });
  expect(await outcomeOf(call)).toMatchObject({ outcome: code, outcome_name: 'Đã gửi báo giá' });
  const { data } = (await lan.call('GET', `/histories-call?outcome=${code}`)).json();
  expect(data.map((found: { id: string }) => found.id)).toEqual([call]);
});

test('one that is chosen no more is refused, and calls of before keep it', async () => {
  const outcome = await own({ name: 'Khuyến mại Tết' });
  const whom = await customer('0911000102');
  const { id: call } = await storeCall(app.db, demo.id, { outside_number: '+84911000102' });
  await say(whom, { outcome: outcome.code });
  await demo.admin.call('PUT', `/call-outcome/${outcome.id}`, { ...outcome, active: false });
  const refused = await say(whom, { outcome: outcome.code });
  expect([refused.statusCode, refused.json().fields]).toEqual([422, { outcome: 'Kết quả này không còn dùng' }]);
  expect((await say(whom, { outcome: 'nothing-like-it' })).statusCode).toBe(422);
  expect(await outcomeOf(call)).toMatchObject({ outcome_name: 'Khuyến mại Tết' });
});

test('one that calls have is not deleted, and none takes its place: what was said stays said', async () => {
  const outcome = await own({ name: 'Gửi mẫu' });
  const whom = await customer('0911000103');
  const { id: call } = await storeCall(app.db, demo.id, { outside_number: '+84911000103' });
  await say(whom, { outcome: outcome.code });
  const refused = await demo.admin.call('DELETE', `/call-outcome/${outcome.id}`);
  expect([refused.statusCode, refused.json().used_by]).toMatchObject([
    409,
    [{ kind: 'Kết quả đã ghi', name: 'Khách 0911000103' }],
  ]);
  expect(await outcomeOf(call)).toMatchObject({ outcome_name: 'Gửi mẫu' });
});

test('one whose next step is a call wants its time', async () => {
  const { code } = await own({ name: 'Hẹn gửi hợp đồng', next_step: 'call-again' });
  const whom = await customer('0911000104');
  const early = await say(whom, { outcome: code });
  expect([early.statusCode, early.json().fields]).toEqual([422, { next_call_at: 'Chọn giờ gọi lại' }]);
  expect((await say(whom, { outcome: code, next_call_at: '2999-01-01T02:00:00.000Z' })).statusCode).toBe(200);
});

test('one that closes call-backs closes the customer’s, up to the call that it is of', async () => {
  const whom = await customer('0911000105');
  const called = (minutes: number, more: object) =>
    storeCall(app.db, demo.id, {
      outside_number: '+84911000105',
      started_at: new Date(Date.now() - minutes * 60_000),
      ...more,
    });
  const waiting = async () => {
    const { data } = (await demo.admin.call('GET', '/calls-to-return?search=0911000105')).json();
    return data.length;
  };
  await called(60, { status: 'missed' });
  await called(30, {
    direction: 'outbound',
    from_extension: '101',
    to_extension: '',
    status: 'no_answer',
    answered_at: null,
  });
  await say(whom, { outcome: 'no-disposition' });
  expect(await waiting()).toBe(1);
  await say(whom, { outcome: 'declined' });
  expect(await waiting()).toBe(0);
  await called(10, { status: 'missed' });
  expect(await waiting()).toBe(1);
});

test('outcomes are one company’s: another one neither sees nor says them, and who may not change them is refused', async () => {
  const { id, code } = await own({ name: 'Chỉ của demo' });
  const other = await app.tenant('khac');
  expect((await all(other.admin)).some((one: { id: string }) => one.id === id)).toBe(false);
  const theirStatus = (await other.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  const whom = (
    await other.admin.call('POST', '/customer', { name: 'Khách', phone: '0911000106', status: theirStatus })
  ).json().id;
  expect((await say(whom, { outcome: code }, other.admin)).statusCode).toBe(422);
  expect((await lan.call('POST', '/call-outcome', { name: 'Của Lan' })).statusCode).toBe(403);
});
