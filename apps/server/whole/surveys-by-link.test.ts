import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { messageDeliverer } from '../src/features/messages/deliver-messages.ts';
import { messageSealer } from '../src/features/messages/secret.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { publishEvents } from '../testing/publish-events.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** Customers answer a survey on a page by a link: as they go on, once, without signing in, until it is over. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let survey: string;
let customer: string;
let [scale, why, free]: readonly string[] = [];
const began = Date.parse('2026-11-30T10:00:00+07:00');

async function add(path: string, body: object): Promise<{ id: string }> {
  const answer = await admin.call('POST', path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}
const ask = async (name: string, given: object) => (await add('/survey-question', { name, ...given })).id;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  ({ admin } = tenant);
  const { id: category_id } = await add('/survey-category', { name: 'Phục vụ' });
  scale = await ask('Anh chị có hài lòng không?', { category_id, kind: 'scale', required: true });
  why = await ask('Vì sao?', { category_id, kind: 'one', choices: ['Chờ lâu', 'Giá'], required: true });
  free = await ask('Góp ý', { category_id, kind: 'text' });
  ({ id: survey } = await add('/survey-campaign', {
    name: 'Sau cuộc gọi',
    status: 'running',
    question_ids: [scale, why, free],
    branches: [{ question_id: scale, answer: '4-5', next_id: free }],
  }));
  const { id: status } = await add('/profile-status', { name: 'Mới', colour: '#2563eb' });
  ({ id: customer } = await add('/customer', { name: 'Nguyễn Lan', phone: '0901234567', status }));
});
beforeEach(() => {
  app.clock.now = began;
});
afterAll(() => app.close());

async function link(): Promise<string> {
  const answer = await admin.call('POST', `/survey-campaign/${survey}/link`, { customer_id: customer });
  expect(answer.statusCode).toBe(200);
  const { url } = answer.json();
  expect(url).toMatch(/\/khao-sat#[\w.-]+$/);
  return url.slice(url.indexOf('#') + 1);
}
const post = (path: string, payload: object) => app.http.inject({ method: 'POST', url: `/identity${path}`, payload });
const read = (token: string) => post('/survey-link', { token });
const answer = (token: string, answers: object, last = false) => post('/survey-link/answer', { token, answers, last });
const responses = async () =>
  (await admin.call('GET', `/survey-campaign/${survey}/responses?channel=link`)).json().data;

test('whoever holds the link answers as they go on, and the answers stand beside the others', async () => {
  const token = await link();
  // Whoever is asked counts as asked before they answer.
  expect((await responses())[0]).toMatchObject({ outcome: 'no-answer', channel: 'link', complete: false });
  const page = (await read(token)).json();
  expect(page).toMatchObject({ company: expect.anything(), survey: { name: 'Sau cuộc gọi' }, complete: false });
  expect(page.questions).toHaveLength(3);
  // Nothing of the customer is told to whoever has the link.
  expect(JSON.stringify(page)).not.toContain('Lan');
  expect((await answer(token, { [scale ?? '']: 5 })).statusCode).toBe(200);
  expect((await responses())[0]).toMatchObject({ outcome: 'answered', complete: false, customer_id: customer });
  const last = await answer(token, { [scale ?? '']: 5, [free ?? '']: 'Rất tốt' }, true);
  expect(last.json()).toMatchObject({ complete: true, questions: [] });
  expect((await responses())[0]).toMatchObject({
    outcome: 'answered',
    complete: true,
    by_name: expect.anything(),
    answers: [{ value: 5 }, { value: 'Rất tốt' }],
  });
  // Once.
  const again = await answer(token, { [scale ?? '']: 1 }, true);
  expect([again.statusCode, again.json().code]).toEqual([410, 'dead_link']);
  expect((await read(token)).json()).toMatchObject({ complete: true });
});

test('the way goes by the answers, and what is owed on it is said by its question', async () => {
  const token = await link();
  const missing = await answer(token, { [scale ?? '']: 2 }, true);
  expect([missing.statusCode, Object.keys(missing.json().fields)]).toEqual([422, [why]]);
  const wrong = await answer(token, { [scale ?? '']: 9 });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, [scale]]);
  // What stands behind another answer was not asked.
  const passed = await answer(token, { [scale ?? '']: 4, [why ?? '']: 'Giá' }, true);
  expect(passed.json().answers.map(({ value }: { value: unknown }) => value)).toEqual([4]);
});

test('a link is good for two weeks, as long as the survey runs, and another company’s opens nothing', async () => {
  const token = await link();
  const codeOf = async (of: string) => (await read(of)).json().code;
  app.clock.now = began + 15 * 86_400_000;
  expect(await codeOf(token)).toBe('dead_link');
  app.clock.now = began;
  const other = await app.tenant('hai');
  expect(await codeOf(token.replace(tenant.id, other.id))).toBe('dead_link');
  expect(await codeOf(`${tenant.id}.${'x'.repeat(24)}`)).toBe('dead_link');
  expect(await codeOf('không phải')).toBe('dead_link');
  expect(await codeOf(`${'0'.repeat(8)}-${'-'.repeat(27)}.${'x'.repeat(24)}`)).toBe('dead_link');
  const row = (await admin.call('GET', `/survey-campaign/${survey}`)).json();
  await admin.call('PUT', `/survey-campaign/${survey}`, { ...row, status: 'paused' });
  expect(await codeOf(token)).toBe('dead_link');
  const paused = (await admin.call('GET', `/survey-campaign/${survey}`)).json();
  await admin.call('PUT', `/survey-campaign/${survey}`, { ...paused, status: 'running' });
  expect((await read(token)).statusCode).toBe(200);
});

test('a message brings the link: one for each customer and message, and none where the law is in the way', async () => {
  const { id: provider_id } = await add('/message-provider', { name: 'Thử', channel: 'sms', url: '' });
  const unnamed = await admin.call('POST', '/message-template', { name: 'Hỏi', provider_id, text: 'Mời {khao_sat}' });
  expect(unnamed.json().fields).toHaveProperty('survey_id');
  const { id: template_id } = await add('/message-template', {
    name: 'Hỏi thăm',
    provider_id,
    text: 'Mời {ten} đánh giá: {khao_sat}',
    survey_id: survey,
  });
  const before = (await responses()).length;
  const preview = await admin.call('POST', `/customer/${customer}/message/preview`, { template_id });
  expect([preview.statusCode, (await responses()).length]).toEqual([200, before]);
  // Whoever reads it before it is sent sees how it will look, not how it was written.
  expect(preview.json().text).toMatch(/^Mời Nguyễn Lan đánh giá: https?:\/\/\S+\/khao-sat#vi-du$/);
  const sent = await admin.call('POST', `/customer/${customer}/message`, { template_id });
  expect(sent.statusCode).toBe(200);
  const token = /khao-sat#([\w.-]+)/.exec(sent.json().text)?.[1] ?? '';
  expect((await read(token)).json()).toMatchObject({ complete: false });
  expect((await responses()).length).toBe(before + 1);
  expect((await admin.call('DELETE', `/survey-campaign/${survey}`)).json().code).toBe('in_use');
});

test('whoever talks with a customer sends the survey once: it counts for them and for the conversation', async () => {
  const lan = await tenant.person('lan', ['customer.view', 'messages.create'], '101');
  const quiet = await tenant.person('im', ['customer.view'], '102');
  const provider_id = (await add('/message-provider', { name: 'Thử hai', channel: 'sms', url: '' })).id;
  const brings = { provider_id, text: 'Mời đánh giá: { khao_sat }', survey_id: survey };
  const { id: template_id } = await add('/message-template', { name: 'Sau cuộc gọi', ...brings });
  const { id: other } = await add('/message-template', { name: 'Cùng khảo sát', ...brings });
  await add('/message-template', { name: 'Không khảo sát', provider_id, text: 'Cảm ơn', survey_id: survey });
  const asking = async () => {
    const { data } = (await lan.call('GET', '/all-message-template')).json();
    return data.filter(({ asks }: { asks: boolean }) => asks).map(({ name }: { name: string }) => name);
  };
  expect(await asking()).toEqual(expect.arrayContaining(['Cùng khảo sát', 'Sau cuộc gọi']));
  expect(await asking()).not.toContain('Không khảo sát');

  const status = (await admin.call('GET', '/all-profile-status')).json().data[0].id;
  const { id: asked } = await add('/customer', { name: 'Hoa', phone: '0912000333', status });
  const call = await storeCall(app.db, tenant.id, { outside_number: '+84912000333', agent_extension: '101' });
  const preview = async (id: string) =>
    (await lan.call('POST', `/customer/${asked}/message/preview`, { template_id: id })).json().refused;
  const send = (by: TestPerson, id: string) => by.call('POST', `/customer/${asked}/message`, { template_id: id });
  expect((await send(quiet, template_id)).statusCode).toBe(403);
  expect(await preview(template_id)).toBe(null);
  // Two at one moment: one of them has it, and the other is told.
  const both = await Promise.all([send(lan, template_id), send(lan, other)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const late = await send(admin, other);
  expect([late.statusCode, late.json().fields.template_id]).toEqual([
    422,
    expect.stringMatching(/^Đã gửi khảo sát này cho khách lúc \d\d:\d\d ngày [\d/]{10}, lan gửi$/),
  ]);
  expect(await preview(other)).toBe(late.json().fields.template_id);

  const text: string = both.map((one) => one.json().text ?? '').join('');
  const token = /khao-sat#([\w.-]+)/.exec(text)?.[1] ?? '';
  expect((await answer(token, { [scale ?? '']: 5 }, true)).statusCode).toBe(200);
  const its = (await responses()).filter((one: { customer_id: string }) => one.customer_id === asked);
  expect(its).toMatchObject([{ by_name: 'lan', call_id: call.id, complete: true }]);
  const line = (await lan.call('GET', `/customer/${asked}/timeline`)).json().data;
  expect(line.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['message', 'survey']));
  expect(await preview(other)).toMatch(/khách đã trả lời$/);

  const fresh = (await add('/customer', { name: 'Mai', phone: '0912000444', status })).id;
  const row = (await admin.call('GET', `/survey-campaign/${survey}`)).json();
  await admin.call('PUT', `/survey-campaign/${survey}`, { ...row, status: 'paused' });
  expect(await asking()).toEqual([]);
  const closed = await lan.call('POST', `/customer/${fresh}/message`, { template_id });
  expect(closed.json().fields).toEqual({ template_id: 'Khảo sát đang tạm dừng' });
});

test('a survey whose message was lost, or kept back, asked nobody: it can be sent again', async () => {
  const row = (await admin.call('GET', `/survey-campaign/${survey}`)).json();
  await admin.call('PUT', `/survey-campaign/${survey}`, { ...row, status: 'running' });
  const provider_id = (await add('/message-provider', { name: 'Thử ba', channel: 'sms', url: '' })).id;
  const brings = { provider_id, text: 'Mời {khao_sat}', survey_id: survey };
  const { id: advertising } = await add('/message-template', { name: 'Mời mua', purpose: 'advertising', ...brings });
  const { id: care } = await add('/message-template', { name: 'Hỏi lại', ...brings });
  const status = (await admin.call('GET', '/all-profile-status')).json().data[0].id;
  const { id } = await add('/customer', { name: 'Đào', phone: '0912000555', status, do_not_call: true });
  const send = (template_id: string) => admin.call('POST', `/customer/${id}/message`, { template_id });
  // The law is in the way of advertising, and stands beside the row; care is let through.
  expect((await send(advertising)).json()).toMatchObject({
    state: 'refused',
    answer: expect.stringContaining('91/2020'),
  });
  const first = (await send(care)).json();
  expect(first.state).toBe('waiting');
  expect((await send(care)).statusCode).toBe(422);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('message').set({ state: 'failed', next_at: null }).where('id', '=', first.id).execute(),
  );
  expect((await send(care)).json().state).toBe('waiting');
});

/** As a worker has it carried, by the clock of the app. */
const deliver = (messageId: string) =>
  messageDeliverer({
    inTenant: app.db.inTenant,
    sealer: messageSealer(app.serverKey),
    sendMail: async () => undefined,
    allowed: [],
    now: () => app.clock.now,
  })({ tenantId: tenant.id, messageId });

test('what would send the link of a survey that is over is refused when it is kept, and what was kept before sends none', async () => {
  const provider_id = (await add('/message-provider', { name: 'Thử bốn', channel: 'sms', url: '' })).id;
  const status = (await admin.call('GET', '/all-profile-status')).json().data[0].id;
  const open = (await admin.call('GET', `/survey-campaign/${survey}`)).json();
  const made = async (name: string, more: object) =>
    (await add('/survey-campaign', { name, status: 'running', question_ids: open.question_ids, ...more })).id;
  const [runs, past] = [await made('Đang hỏi', {}), await made('Năm ngoái', { ends_on: '2025-01-31' })];
  const brings = { provider_id, text: 'Mời đánh giá: {khao_sat}' };
  const refused = await admin.call('POST', '/message-template', { name: 'Cũ', ...brings, survey_id: past });
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { survey_id: 'Khảo sát “Năm ngoái” đã qua ngày kết thúc: chọn khảo sát khác' },
  ]);
  // One that nobody uses is kept as it is.
  await add('/message-template', { name: 'Cũ', ...brings, survey_id: past, active: false });

  const { id: template_id } = await add('/message-template', { name: 'Mới', ...brings, survey_id: runs });
  const rule = (name: string) => ({
    name,
    active: true,
    trigger: 'call.missed',
    actions: [{ kind: 'message', template_id }],
  });
  const broadcast = (name: string) => ({
    name,
    kind: 'care',
    mode: 'broadcast',
    message: [{ kind: 'words', words: 'Xin chào' }],
    message_keys: [
      { key: '1', does: 'again' },
      { key: '2', does: 'survey', to_survey_id: runs },
    ],
  });
  const { id: automation } = await add('/automation', rule('Nhỡ'));
  const { id: campaign } = await add('/campaign', broadcast('Nhắc'));
  const { id: hoa } = await add('/customer', { name: 'Hoa', phone: '0912000666', status });
  const waits = (await admin.call('POST', `/customer/${hoa}/message`, { template_id })).json();
  expect(waits.state).toBe('waiting');
  const change = async (path: string, more: object) =>
    admin.call('PUT', path, { ...(await admin.call('GET', path)).json(), ...more });
  expect((await change(`/survey-campaign/${runs}`, { status: 'ended' })).statusCode).toBe(200);

  const words = 'Khảo sát “Đang hỏi” đã kết thúc';
  const late = await admin.call('POST', '/automation', rule('Nhỡ nữa'));
  expect(late.json().fields).toEqual({ 'actions.0.template_id': `${words}: chọn mẫu tin khác` });
  expect((await admin.call('POST', '/campaign', broadcast('Nhắc nữa'))).json().fields).toEqual({
    'message_keys.1.to_survey_id': `${words}: chọn khảo sát khác`,
  });
  expect((await change(`/campaign/${campaign}`, { status: 'running' })).json().fields).toEqual({
    'message_keys.1.to_survey_id': `${words}: chọn khảo sát khác`,
  });
  // What was kept while it ran can be looked after, and stopped.
  expect((await change(`/campaign/${campaign}`, { note: 'chờ' })).statusCode).toBe(200);
  expect((await change(`/campaign/${campaign}`, { status: 'ended' })).statusCode).toBe(200);
  expect((await change(`/automation/${automation}`, { note: 'chờ' })).statusCode).toBe(200);

  // A message that waited while the survey ended leaves nobody before a page that is over, and neither does an automation's.
  await deliver(waits.id);
  const stateOf = async (id: string) =>
    (await admin.call('GET', '/messages?per_page=100')).json().data.find((one: { id: string }) => one.id === id);
  expect(await stateOf(waits.id)).toMatchObject({ state: 'refused', answer: 'Khảo sát đã kết thúc' });
  const call = await storeCall(app.db, tenant.id, { status: 'missed', outside_number: '+84912000666' });
  await publishEvents(app.db, tenant.id, [{ type: 'call.missed', call, detail: { status: 'missed' } }]);
  await app.automations.tick();
  const log = (await admin.call('GET', `/automation/${automation}/log`)).json().data;
  expect(log).toMatchObject([{ state: 'ran', done: ['Không nhắn: Khảo sát đã kết thúc'] }]);
});
