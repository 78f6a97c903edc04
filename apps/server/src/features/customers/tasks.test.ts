import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
let customer: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('viec-can-lam');
  lan = await demo.person('lan', ['customer.view', 'customer.update', 'customer.full-phone'], '101');
  minh = await demo.person('minh', ['customer.view', 'customer.update'], '102');
  customer = await storeCustomer(app.db, demo.id, { name: 'Trần Thị Hoa', e164: '+84901234567' });
});

afterAll(() => app.close());

const add = async (body: object, by = lan) => (await by.call('POST', `/customer/${customer}/task`, body)).json();
const inSeconds = (seconds: number) => new Date(app.clock.now + seconds * 1_000).toISOString();
const bellOf = async (person: TestPerson) => (await person.call('GET', '/notifications')).json();

test('what is to be done stands on the card until it is done, and in the timeline afterwards', async () => {
  const made = await add({ text: 'Gửi báo giá', due_at: inSeconds(3_600) });
  expect(made).toMatchObject({ text: 'Gửi báo giá', account_name: 'lan', done_at: null });
  expect((await minh.call('GET', `/customer/${customer}/tasks`)).json().data).toMatchObject([{ id: made.id }]);
  expect((await lan.call('GET', '/customer-by-phone?phone=0901234567')).json().tasks).toMatchObject([{ id: made.id }]);

  const { text, due_at, account_id, version } = made;
  const change = (more: object) =>
    lan.call('PUT', `/task/${made.id}`, { text, due_at, account_id, version, done: false, ...more });
  expect((await change({ done: true })).json()).toMatchObject({ done_by_name: 'lan', version: 2 });
  expect((await change({ done: true })).statusCode).toBe(409);
  expect((await lan.call('GET', `/customer/${customer}/tasks`)).json().data).toEqual([]);
  const timeline = (await lan.call('GET', `/customer/${customer}/timeline`)).json().data;
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'task')).toMatchObject([{ task: { id: made.id } }]);
  expect((await change({ done: false, version: 2 })).json().done_at).toBeNull();
  expect((await lan.call('DELETE', `/task/${made.id}`)).statusCode).toBe(200);
  expect((await lan.call('DELETE', `/task/${made.id}`)).statusCode).toBe(404);
  expect((await lan.call('POST', `/customer/${customer}/task`, { text: ' ' })).statusCode).toBe(422);
});

test('the bell reminds whoever has to do it when the time has come, with the way to the card and to the call', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const task = await add({ text: 'Gọi hỏi thăm', due_at: inSeconds(60), account_id: minh.accountId });
  await lan.call('POST', `/customer/${customer}/disposition`, { outcome: 'call-again', next_call_at: inSeconds(90) });
  expect([(await bellOf(lan)).data, (await bellOf(minh)).data]).toEqual([[], []]);
  app.clock.now += 100_000;
  expect((await bellOf(minh)).data).toMatchObject([
    {
      kind: 'reminder',
      text: 'Việc cần làm với Trần Thị Hoa: Gọi hỏi thăm',
      customer_id: customer,
      call_back: customer,
    },
  ]);
  expect(await bellOf(lan)).toMatchObject({
    unread: 1,
    data: [{ kind: 'reminder', text: 'Đến giờ gọi lại Trần Thị Hoa', customer_id: customer, call_back: '0901234567' }],
  });

  // What is done, and a promise that is not the last word, remind nobody.
  const { text, due_at, account_id, version } = task;
  await minh.call('PUT', `/task/${task.id}`, { text, due_at, account_id, version, done: true });
  await lan.call('POST', `/customer/${customer}/disposition`, { outcome: 'agreed' });
  expect([(await bellOf(lan)).data, (await bellOf(minh)).data]).toEqual([[], []]);
});

test('whoever has the console open hears it at the time', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const listener = await listenLive(app, lan);
  await add({ text: 'Nhắc đúng giờ', due_at: inSeconds(30) });
  const notified = () => listener.events.filter(({ type }) => type === 'notified').length;
  expect(notified()).toBe(0);
  app.clock.now += 31_000;
  await expect.poll(notified).toBe(1);
  listener.socket.terminate();
});
