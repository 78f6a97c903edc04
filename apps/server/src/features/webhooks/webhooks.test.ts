import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { webhookBody } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { publishEvents } from '../../../testing/publish-events.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { workerWithin } from '../../../testing/worker-within.ts';
import { tellOfEvents } from './deliveries.ts';

interface Received {
  readonly path: string;
  readonly signature: string;
  readonly text: string;
}

let app: TestApp;
let demo: TestTenant;
let worker: { close(): Promise<void> };
let server: Server;
let host: string;
const received: Received[] = [];
/** What the other side answers by path; 200 where nothing is said. */
const statuses = new Map<string, number>();

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += String(piece)));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, signature: String(request.headers['alo-signature']), text });
      response.writeHead(statuses.get(path) ?? 200).end('nhận rồi');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  app = await testApp();
  demo = await app.tenant('demo');
  worker = await workerWithin(app, {
    webhookHosts: [host],
  });
});

afterAll(async () => {
  await worker.close();
  await app.close();
  server.close();
});

async function webhook(path: string, events: readonly string[], by: TestPerson = demo.admin) {
  const input = { name: `Webhook ${path}`, url: `http://${host}${path}`, events };
  const { id } = (await by.call('POST', '/webhook', input)).json();
  const { secret } = (await by.call('POST', `/webhook/${id}/secret`)).json();
  return { id: id as string, secret: secret as string };
}

const came = (path: string) => received.filter((one) => one.path === path);
const log = async (id: string) => (await demo.admin.call('GET', `/webhook/${id}/deliveries`)).json().data;

test('a test event comes signed, so that nobody else can have sent it', async () => {
  const { id, secret } = await webhook('/thu', ['call.ended']);
  const { delivery_id } = (await demo.admin.call('POST', `/webhook/${id}/test`)).json();
  await expect.poll(() => came('/thu').length).toBe(1);
  const [{ signature, text }] = came('/thu') as [Received];
  const [, seconds = '', hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')).toBe(hex);
  expect(webhookBody.parse(JSON.parse(text))).toMatchObject({ id: delivery_id, event: 'test', company: 'demo' });
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ state: 'delivered', status: 200, attempts: 1 });
});

test('a change of a row is told of with its id, and not by a webhook that is off or wants something else', async () => {
  await webhook('/doi', ['departments.changed']);
  await webhook('/khac', ['teams.changed']);
  const off = await webhook('/tat', ['departments.changed']);
  const row = (await demo.admin.call('GET', `/webhook/${off.id}`)).json();
  const { name, url, events, version } = row;
  await demo.admin.call('PUT', `/webhook/${off.id}`, { name, url, events, active: false, version });
  const { id } = (await demo.admin.call('POST', '/department', { name: 'Được kể' })).json();
  await expect.poll(() => came('/doi').length).toBe(1);
  expect(JSON.parse(came('/doi')[0]?.text ?? '')).toMatchObject({ event: 'departments.changed', data: { ids: [id] } });
  expect([came('/khac').length, came('/tat').length]).toEqual([0, 0]);
});

test('a conversation is told of once when it is over, with what the webhook’s maker may see of it', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const lan = await demo.person('lan', ['webhooks.create', 'webhooks.update', 'call-history.view'], '101');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'all' }).where('name', '=', 'Vai trò của lan').execute(),
  );
  const open = await webhook('/het', ['call.ended']);
  await webhook('/che', ['call.ended'], lan);
  const call = await storeCall(app.db, demo.id, {
    started_at: new Date(),
    rang: [{ extension: '101', answered: true }],
  });
  await storeCall(app.db, demo.id, { started_at: new Date(), status: 'in_progress' });
  for (let times = 0; times < 3; times += 1) {
    await publishEvents(app.db, demo.id, [{ type: 'call.ended', call, detail: { status: 'answered' } }]);
    await app.db.inTenant(demo.id, tellOfEvents);
  }
  await expect.poll(() => came('/het').length + came('/che').length).toBe(2);
  await expect.poll(async () => (await log(open.id))[0]?.state).toBe('delivered');
  expect(JSON.parse(came('/het')[0]?.text ?? '').data.call).toMatchObject({ id: call.id, phone: '0901234567' });
  expect(came('/che')[0]?.text).toContain('***');
  expect(came('/che')[0]?.text).not.toMatch(/901234567/);
});

test('each thing that happens in a conversation is told of once, in its order, with what is known of it', async () => {
  await webhook('/dien-bien', ['call.started', 'call.ringing', 'call.answered', 'queue.entered', 'call.ended']);
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  const queue_id = '01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11';
  const happens = [
    { type: 'call.started', call },
    { type: 'queue.entered', call, detail: { queue_id } },
    { type: 'call.ringing', call, detail: { extension: '101' } },
    { type: 'call.answered', call, detail: { extension: '101' } },
    { type: 'call.held', call, detail: { extension: '101' } },
    { type: 'call.ended', call, detail: { status: 'answered' } },
  ] as const;
  // The receiver takes the first one at the second try: what came after it waits.
  statuses.set('/dien-bien', 500);
  await publishEvents(app.db, demo.id, happens.slice(0, 4));
  for (let times = 0; times < 2; times += 1) await app.db.inTenant(demo.id, tellOfEvents);
  await expect.poll(() => came('/dien-bien').length).toBe(1);
  statuses.delete('/dien-bien');
  await publishEvents(app.db, demo.id, happens);
  await app.db.inTenant(demo.id, tellOfEvents);
  const { data } = (await demo.admin.call('GET', '/webhooks')).json();
  const hook = data.find(({ name }: { name: string }) => name === 'Webhook /dien-bien');
  const [first] = (await log(hook.id)).filter((one: { event: string }) => one.event === 'call.started');
  await demo.admin.call('POST', `/webhook-delivery/${first.id}/replay`);
  const told = () =>
    came('/dien-bien')
      .slice(1)
      .map(({ text }) => webhookBody.parse(JSON.parse(text)));
  await expect
    .poll(() => told().map(({ event }) => event))
    .toEqual(['call.started', 'queue.entered', 'call.ringing', 'call.answered', 'call.ended']);
  expect(told()[2]?.data).toMatchObject({ call: { id: call.id, phone: '0901234567' }, detail: { extension: '101' } });
  const numbers = told().map(({ number }) => number ?? 0);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('nobody leads what another’s webhook is told to themselves, unless they see as much', async () => {
  const { id } = await webhook('/cua-sep', ['departments.changed']);
  const minh = await demo.person('minh', ['webhooks.view', 'webhooks.create', 'webhooks.update', 'call-history.view']);
  const put = async (changes: object) => {
    const { name, url, events, active, version } = (await demo.admin.call('GET', `/webhook/${id}`)).json();
    return minh.call('PUT', `/webhook/${id}`, { name, url, events, active, version, ...changes });
  };
  const away = { url: `http://${host}/cua-minh` };
  expect((await put(away)).json().fields).toHaveProperty('url');
  // It is told of calls with every number in full, and of everybody's.
  expect((await put({ events: ['departments.changed', 'call.ended'] })).json().fields).toHaveProperty('events');
  expect((await put({ name: 'Tên khác', active: false })).statusCode).toBe(200);
  const kept = (await demo.admin.call('GET', `/webhook/${id}`)).json();
  expect(kept).toMatchObject({ url: `http://${host}/cua-sep`, events: ['departments.changed'], name: 'Tên khác' });
  const own = await webhook('/cua-minh', ['call.ended'], minh);
  expect((await demo.admin.call('GET', `/webhook/${own.id}`)).json().events).toEqual(['call.ended']);
});

test('a program makes no webhook that is told more than its key may see', async () => {
  const scopes = ['webhooks.create', 'departments.view', 'call-history.view'];
  const key = (await demo.admin.call('POST', '/api-key', { name: 'Khoá của webhook', scopes })).json();
  const { secret } = (await demo.admin.call('POST', `/api-key/${key.id}/secret`)).json();
  const make = (event: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/demo/webhook',
      headers: { authorization: `Bearer ${secret}` },
      payload: { name: `Của chương trình ${event}`, url: `http://${host}/chuong-trinh`, events: [event] },
    });
  expect((await make('call.ended')).json().fields).toHaveProperty('events');
  expect((await make('departments.changed')).statusCode).toBe(200);
});

test('a call is told of as soon as it is written, by the process that shows it', async () => {
  await webhook('/ngay', ['call.ended']);
  const call = await storeCall(app.db, demo.id, { started_at: new Date() });
  await publishEvents(app.db, demo.id, [{ type: 'call.ended', call, detail: { status: 'answered' } }]);
  app.bus.publish('calls-written', demo.id, [call.id]);
  await expect.poll(() => came('/ngay').length).toBe(1);
});

test('what was not taken is tried again later, and once more when somebody asks', async () => {
  statuses.set('/hong', 500);
  const { id } = await webhook('/hong', ['call.ended']);
  await demo.admin.call('POST', `/webhook/${id}/test`);
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: 500 });
  const [failed] = await log(id);
  expect(new Date(failed.next_at).getTime()).toBeGreaterThan(Date.now());
  expect(failed.answer).toBe('nhận rồi');
  statuses.delete('/hong');
  await demo.admin.call('POST', `/webhook-delivery/${failed.id}/replay`);
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ state: 'delivered', status: 200 });
  expect(new Set(came('/hong').map(({ text }) => JSON.parse(text).id))).toEqual(new Set([failed.id]));
});

test('what waits for a webhook that is switched off meanwhile is not posted, and says so', async () => {
  statuses.set('/tat-sau', 500);
  const hook = await webhook('/tat-sau', ['call.ended']);
  await demo.admin.call('POST', `/webhook/${hook.id}/test`);
  await expect.poll(async () => (await log(hook.id))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  const { data } = (await demo.admin.call('GET', '/webhooks')).json();
  const row = data.find(({ id }: { id: string }) => id === hook.id);
  await demo.admin.call('PUT', `/webhook/${hook.id}`, { ...row, active: false });
  const posted = came('/tat-sau').length;
  const [waiting] = await log(hook.id);
  await demo.admin.call('POST', `/webhook-delivery/${waiting.id}/replay`);
  await expect
    .poll(async () => (await log(hook.id))[0])
    .toMatchObject({ state: 'failed', answer: 'Webhook đang tắt', status: null });
  expect(came('/tat-sau')).toHaveLength(posted);
});

test('what can never be delivered fails at once, in words, and rings the bell', async () => {
  const input = { name: 'Vào trong', url: 'https://127.0.0.1:1/', events: ['call.ended'] };
  const { id } = (await demo.admin.call('POST', '/webhook', input)).json();
  await demo.admin.call('POST', `/webhook/${id}/test`);
  await expect
    .poll(async () => (await log(id))[0])
    .toMatchObject({ state: 'failed', answer: 'Chưa tạo khoá ký cho webhook này' });
  await demo.admin.call('POST', `/webhook/${id}/secret`);
  await demo.admin.call('POST', `/webhook/${id}/test`);
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ state: 'failed', status: null });
  expect((await log(id))[0].answer).toContain('không phải là một địa chỉ trên Internet');
  const bell = (await demo.admin.call('GET', '/notifications')).json();
  expect(bell.data.map(({ text }: { text: string }) => text).join()).toContain('Webhook Vào trong');
});

test.each([
  [204, 'delivered'],
  [301, 'waiting'],
  [302, 'waiting'],
  [308, 'waiting'],
  [404, 'waiting'],
  [503, 'waiting'],
])('an answer of %i leaves what was to be delivered %s', async (status, state) => {
  const path = `/trang-thai-${status}`;
  statuses.set(path, status);
  const { id } = await webhook(path, ['call.ended']);
  await demo.admin.call('POST', `/webhook/${id}/test`);
  await expect.poll(async () => (await log(id))[0]).toMatchObject({ state, status, attempts: 1 });
});

test('a receiver that takes nothing five times in a row rests, is tried out by one, and told of all when it is back', async () => {
  statuses.set('/nghi', 500);
  const { id } = await webhook('/nghi', ['call.ended']);
  const send = async () => (await demo.admin.call('POST', `/webhook/${id}/test`)).json().delivery_id as string;
  for (let n = 1; n <= 5; n += 1) await send();
  const rest = () =>
    app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('webhook_rest').where('webhook_id', '=', id).select('until').executeTakeFirst(),
    );
  await expect.poll(async () => (await rest())?.until?.getTime() ?? 0).toBeGreaterThan(Date.now());
  // What comes now waits without being posted, and uses up none of its tries.
  const sixth = await send();
  await expect
    .poll(async () => (await log(id)).find((one: { id: string }) => one.id === sixth)?.answer)
    .toContain('được nghỉ');
  expect(came('/nghi').filter(({ text }) => JSON.parse(text).id === sixth)).toEqual([]);
  statuses.delete('/nghi');
  await demo.admin.call('POST', `/webhook-delivery/${sixth}/replay`);
  await expect
    .poll(async () => (await log(id)).map(({ state }: { state: string }) => state))
    .toEqual(Array(6).fill('delivered'));
  expect(await rest()).toBeUndefined();
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', id)
      .where('action', 'in', ['rest', 'resume'])
      .select('action')
      .orderBy('at')
      .execute(),
  );
  expect(trail.map(({ action }) => action)).toEqual(['rest', 'resume']);
});

test('a company has a hundred webhooks at work at most, is told why there are no more, and one that is switched off makes room', async () => {
  const many = await app.tenant('nhieu-webhook');
  const input = (n: number) => ({ name: `Webhook ${n}`, url: `http://${host}/nhieu`, events: ['departments.changed'] });
  const make = (n: number) => many.admin.call('POST', '/webhook', input(n));
  const first = (await make(0)).json();
  for (let n = 1; n < 100; n += 1) expect((await make(n)).statusCode).toBe(200);
  const refused = await make(100);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'over_share']);
  const off = { ...input(0), active: false, version: first.version };
  expect((await many.admin.call('PUT', `/webhook/${first.id}`, off)).statusCode).toBe(200);
  expect((await make(100)).statusCode).toBe(200);
  // Each of them is to be told of what happens.
  await many.admin.call('POST', '/department', { name: 'Phòng mới' });
  const due = await app.db.inTenant(many.id, (trx) =>
    trx.selectFrom('webhook_delivery').select('webhook_id').execute(),
  );
  expect(new Set(due.map(({ webhook_id: id }) => id)).size).toBe(100);
});
