import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';
import { workerWithin } from '../../../testing/worker-within.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let app: TestApp;
let demo: TestTenant;
let worker: { close(): Promise<void> };
let server: Server;
let host: string;
const received: Received[] = [];
/** What the provider answers by path; taken where nothing is said. */
const answers = new Map<string, { status: number; body: object }>();

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body });
      const { status, body: said } = answers.get(path) ?? {
        status: 200,
        body: { code: 100, id: `ref ${path}`, fee: 350 },
      };
      response.writeHead(status).end(JSON.stringify(said));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  app = await testApp();
  demo = await app.tenant('demo');
  await itIs(10);
  worker = await workerWithin(app, { webhookHosts: [host] });
});

afterAll(async () => {
  await worker.close();
  await app.close();
  server.close();
});

/** The company is where it is so late at this moment. */
const itIs = (hour: number) => {
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  const zone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  return app.db.inTenant(demo.id, (trx) => trx.updateTable('tenant').set({ time_zone: zone }).execute());
};

const make = async (path: string, body: object, by: TestPerson = demo.admin) => {
  const answer = await by.call('POST', path, body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};

async function provider(path: string, more: object = {}) {
  const made = await make('/message-provider', {
    name: `Nhà cung cấp ${path}`,
    channel: 'sms',
    carrier: 'http',
    sender: 'CTY A',
    url: `http://${host}${path}`,
    headers: 'Authorization: Bearer {secret}',
    body: '{"phone":"{to}","content":"{text}","brand":"{sender}","request":"{id}"}',
    taken_at: 'code',
    taken_is: '100',
    id_at: 'id',
    cost_at: 'fee',
    report_id_at: 'sms.id',
    report_state_at: 'sms.status',
    report_delivered: '5',
    report_failed: '-1,6',
    ...more,
  });
  await demo.admin.call('PUT', `/message-provider/${made.id}/secret`, { secret: 'khoa-that-bi-mat' });
  return made.id as string;
}

const template = async (providerId: string, more: object = {}) =>
  (
    await make('/message-template', {
      name: `Mẫu ${crypto.randomUUID()}`,
      provider_id: providerId,
      text: 'Chào {ten}, {cong_ty} đã nhỡ cuộc gọi của bạn.',
      ...more,
    })
  ).id as string;

const sandboxed = async (more: object = {}) =>
  template((await make('/message-provider', { name: `Thử ${crypto.randomUUID()}`, channel: 'sms', url: '' })).id, more);

const send = (customer: string, templateId: string, by: TestPerson = demo.admin) =>
  make(`/customer/${customer}/message`, { template_id: templateId }, by);
const log = async (query = '', by: TestPerson = demo.admin) => {
  const answer = await by.call('GET', `/messages?${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const stateOf = async (id: string) => {
  const { data } = await log('per_page=100');
  return data.find((one: { id: string }) => one.id === id);
};
const came = (path: string) => received.filter((one) => one.path === path);

test('a message goes to the provider as the company has described it, is known by its id, and says when it has arrived', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Lê "Hoa"\n{secret}', e164: '+84901000001' });
  const id = await provider('/gui');
  const { url } = await make(`/message-provider/${id}/report-address`, {});
  const sent = await send(customer, await template(id));
  expect(sent).toMatchObject({ state: 'waiting', recipient: '0901000001', sandbox: false });
  await expect.poll(() => stateOf(sent.id)).toMatchObject({ state: 'sent', cost: 350, attempts: 1 });
  const [asked] = came('/gui');
  expect(asked?.headers).toMatchObject({ authorization: 'Bearer khoa-that-bi-mat', 'idempotency-key': sent.id });
  // Whatever the customer is called stays within the text.
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    phone: '84901000001',
    content: 'Chào Lê "Hoa"\n{secret}, Công ty demo đã nhỡ cuộc gọi của bạn.',
    brand: 'CTY A',
    request: sent.id,
  });

  const path = new URL(url).pathname;
  const report = (body: object, at = path) => app.http.inject({ method: 'POST', url: at, payload: body });
  expect((await report({ sms: { id: 'ref /gui', status: 5 } }, `${path}x`)).statusCode).toBe(404);
  expect((await report({ sms: { id: 'của ai đó', status: 5 } })).json()).toEqual({ known: false });
  expect((await report({ sms: { id: 'ref /gui', status: 5 } })).json()).toEqual({ known: true });
  expect(await stateOf(sent.id)).toMatchObject({ state: 'delivered' });
  // A report that comes late loses nothing that has arrived.
  expect((await report({ sms: { id: 'ref /gui', status: 6 } })).json()).toEqual({ known: false });
  const story = (await demo.admin.call('GET', `/customer/${customer}/timeline`)).json().data;
  expect(story.find(({ kind }: { kind: string }) => kind === 'message')).toMatchObject({
    message: { id: sent.id, state: 'delivered', channel: 'sms' },
  });
});

test('what a provider does not take is tried again under the same id, and no answer quotes the key', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Thử lại', e164: '+84901000002' });
  const id = await provider('/ban');
  answers.set('/ban', { status: 200, body: { code: 99, message: 'sai khoá khoa-that-bi-mat' } });
  const sent = await send(customer, await template(id));
  await expect.poll(async () => (await stateOf(sent.id)).attempts).toBeGreaterThan(0);
  expect((await stateOf(sent.id)).answer).not.toContain('khoa-that-bi-mat');
  answers.delete('/ban');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('message').set({ state: 'failed', next_at: null }).where('id', '=', sent.id).execute(),
  );
  await make(`/message/${sent.id}/again`, {});
  await expect.poll(() => stateOf(sent.id)).toMatchObject({ state: 'sent' });
  expect(new Set(came('/ban').map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([sent.id]));
});

test('nothing leaves by the sandbox, and an address inside of our own network is not asked', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Ở nhà', e164: '+84901000003' });
  const before = received.length;
  const tried = await send(customer, await sandboxed());
  await expect.poll(() => stateOf(tried.id)).toMatchObject({ state: 'delivered', sandbox: true });
  const inside = await provider('/trong', { url: 'https://127.0.0.1:9/gui' });
  const refused = await send(customer, await template(inside));
  await expect.poll(() => stateOf(refused.id)).toMatchObject({ state: 'failed' });
  expect((await stateOf(refused.id)).answer).toContain('Internet');
  expect(received.length).toBe(before);
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{ subject_id: string; message: string }>`select subject_id, after ->> 'message' as message from audit
      where action = 'refused' and subject = 'message_provider'`.execute(trx),
  );
  expect(rows).toEqual([{ subject_id: inside, message: expect.stringContaining('Internet') }]);
});

test('advertising is bound by the law: hours, refusal, once a day with calls together, each said with its article', async () => {
  const advertising = await sandboxed({ purpose: 'advertising', text: 'Giảm giá cho {ten}' });
  const care = await sandboxed();
  const customer = await storeCustomer(app.db, demo.id, { name: 'Luật', e164: '+84901000004' });
  expect(await send(customer, advertising)).toMatchObject({ state: 'waiting' });
  const again = await send(customer, advertising);
  expect(again).toMatchObject({ state: 'refused', answer: expect.stringContaining('24 giờ') });
  expect(again.answer).toContain('Nghị định 91/2020, Điều 13');
  expect(await send(customer, care)).toMatchObject({ state: 'waiting' });

  const night = await storeCustomer(app.db, demo.id, { name: 'Đêm', e164: '+84901000005' });
  await itIs(20);
  const { refused } = await make(`/customer/${night}/message/preview`, { template_id: advertising });
  expect(refused).toBe('Ngoài giờ gửi quảng cáo 08:00–17:00 (Nghị định 91/2020, Điều 13)');
  expect(await send(night, advertising)).toMatchObject({ state: 'refused' });
  await itIs(10);
  await demo.admin.call('POST', `/customer/${night}/consent`, { purpose: 'marketing', given: false, way: 'call' });
  expect(await send(night, advertising)).toMatchObject({ answer: expect.stringContaining('từ chối') });
  expect(await send(night, care)).toMatchObject({ state: 'waiting' });
  const figures = (await demo.admin.call('GET', '/messages/figures')).json();
  expect(figures.refused).toBe(3);
});

test('a landline gets no message, and a template names only fields that there are', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Máy bàn', e164: '+842838221234' });
  expect(await send(customer, await sandboxed())).toMatchObject({ state: 'refused' });
  const { provider_id: of } = (await demo.admin.call('GET', '/message-templates')).json().data[0];
  const wrong = await demo.admin.call('POST', '/message-template', {
    name: 'Sai',
    provider_id: of,
    text: 'Chào {tên}',
  });
  expect([wrong.statusCode, wrong.json().fields.text]).toEqual([422, expect.stringContaining('{tên}')]);
});

test('whoever sees no numbers in full sees none in messages; whoever sees their own customers, their messages', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const customer = await storeCustomer(app.db, demo.id, { name: 'Che', e164: '+84901000006' });
  const sent = await send(customer, await sandboxed({ text: 'Số của bạn là {so}' }));
  expect(sent).toMatchObject({ recipient: '0901000006', text: 'Số của bạn là 0901000006' });
  const lan = await demo.person('lan', ['messages.view', 'messages.create', 'customer.view'], '101');
  await app.db.inTenant(demo.id, async (trx) => {
    await trx.updateTable('customer').set({ user_id: lan.accountId }).where('id', '=', customer).execute();
    await trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của lan').execute();
  });
  const { data, total } = await log('', lan);
  expect([total, data[0].id]).toEqual([1, sent.id]);
  expect(JSON.stringify(data)).not.toContain('901000006');
  const stranger = await storeCustomer(app.db, demo.id, { name: 'Người khác', e164: '+84901000007' });
  const asked = await lan.call('POST', `/customer/${stranger}/message`, { template_id: await sandboxed() });
  expect(asked.statusCode).toBe(404);
  const other = await app.tenant('khac');
  expect((await log('', other.admin)).total).toBe(0);
});
