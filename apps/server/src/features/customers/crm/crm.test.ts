import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { permissions } from '@alo/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../../testing/app.ts';
import { storeCall } from '../../../../testing/stored-calls.ts';
import { signatureOf } from '../../../kernel/signature.ts';
import { type CrmSetting, crmLookUp, crmSealer } from './look-up.ts';
import { crmPageOf } from './page-of.ts';

const number = '+84901234567';
const hoa = { name: 'Chị Hoa', id: 'KH-77', facts: [{ label: 'Hạng', value: 'Vàng' }] };

let app: TestApp;
let mine: TestTenant;
let theirs: TestTenant;
let url: string;
/** What the CRM was asked, and how it answers. */
const heard: { readonly signature: string; readonly body: string }[] = [];
const answersHoa = (response: ServerResponse): unknown => response.end(JSON.stringify(hoa));
let answers = answersHoa;

const crm = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString();
  });
  request.on('end', () => {
    heard.push({ signature: String(request.headers['alo-signature']), body });
    answers(response);
  });
});

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('co-crm');
  theirs = await app.tenant('khong-crm');
  await new Promise<void>((done) => crm.listen(0, '127.0.0.1', done));
  // It listens by TCP.
  url = `http://127.0.0.1:${(crm.address() as AddressInfo).port}/ai-goi`;
});
afterEach(() => {
  heard.length = 0;
  answers = answersHoa;
});
afterAll(async () => {
  crm.closeAllConnections();
  crm.close();
  await app.close();
});

const set = (body: object, by: TestPerson = mine.admin) => by.call('PUT', '/update-system-setting', body);
const ask = async (by: TestPerson, query = '') =>
  (await by.call('GET', `/caller-in-crm?phone=0901234567${query}`)).json();

/** Asks as a company that has set its CRM up, by a clock and within a time of the test's. */
function asking({ now = () => 0, allowed = [new URL(url).host] }: { now?: () => number; allowed?: string[] } = {}) {
  const sealer = crmSealer(app.serverKey);
  // A machine may be busy.
  const lookUp = crmLookUp({ sealer, allowed, now, withinMs: 120_000 });
  const setting: CrmSetting = { lookupUrl: url, pageUrl: '', sealedSecret: sealer.seal('cong-ty', 'khoa') };
  return (about: { number?: string; setting?: Partial<CrmSetting> } = {}) =>
    lookUp({
      tenantId: 'cong-ty',
      setting: { ...setting, ...about.setting },
      number: about.number ?? number,
      call: null,
      extension: '101',
    });
}

test('the CRM is asked who calls, signed, once for all who want to know', async () => {
  const lookUp = asking();
  expect(await Promise.all([lookUp(), lookUp()])).toEqual([
    { is: 'found', who: hoa },
    { is: 'found', who: hoa },
  ]);
  expect(await lookUp()).toEqual({ is: 'found', who: hoa });
  expect(heard).toHaveLength(1);
  const body = JSON.stringify({ phone: '0901234567', e164: number, call: null, extension: '101' });
  expect(heard[0]).toEqual({ body, signature: signatureOf('khoa', 0, body) });
});

test('an answer holds for five minutes, that it knows nobody for half of one, and no longer than its address', async () => {
  const clock = { now: 0 };
  const lookUp = asking({ now: () => clock.now });
  await lookUp();
  clock.now = 299_999;
  await lookUp();
  expect(heard).toHaveLength(1);
  clock.now = 300_000;
  answers = (response) => response.writeHead(404).end();
  expect(await lookUp()).toEqual({ is: 'nobody' });
  clock.now += 29_999;
  await lookUp();
  expect(heard).toHaveLength(2);
  answers = answersHoa;
  expect(await lookUp({ setting: { lookupUrl: `${url}/moi` } })).toEqual({ is: 'found', who: hoa });
});

test.each<[string, (response: ServerResponse) => unknown, string]>([
  ['refuses', (response) => response.writeHead(500).end(JSON.stringify(hoa)), 'CRM của công ty trả lời 500'],
  [
    'sends us elsewhere',
    (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'CRM của công ty trả lời 302',
  ],
  ['says what is no answer', (response) => response.end('{"ten":"Hoa"}'), 'Không hiểu câu trả lời của CRM'],
  [
    'says more than is read',
    (response) => response.end(`{"name":"${'H'.repeat(70_000)}"}`),
    'Không hiểu câu trả lời của CRM',
  ],
  ['ends the connection', (response) => response.destroy(), 'Không gọi được CRM của công ty'],
])('a CRM that %s has not said who it is', async (_, answering, because) => {
  answers = answering;
  expect(await asking()()).toEqual({ is: 'no-answer', because });
});

test('a CRM that does not answer five times is left alone for half a minute', async () => {
  const clock = { now: 0 };
  const lookUp = asking({ now: () => clock.now });
  answers = (response) => response.writeHead(503).end();
  for (const n of [1, 2, 3, 4, 5]) await lookUp({ number: `+8490123450${n}` });
  answers = answersHoa;
  expect(await lookUp()).toEqual({ is: 'no-answer', because: expect.stringContaining('không trả lời') });
  expect(heard).toHaveLength(5);
  clock.now = 30_000;
  expect(await lookUp()).toEqual({ is: 'found', who: hoa });
});

test('one that takes long is given ten questions at most', async () => {
  const lookUp = asking();
  const waiting: ServerResponse[] = [];
  answers = (response) => waiting.push(response);
  const first = Array.from({ length: 10 }, (_, n) => lookUp({ number: `+849012345${10 + n}` }));
  expect(await lookUp()).toEqual({ is: 'no-answer', because: 'CRM của công ty đang bận' });
  await expect.poll(() => waiting.length).toBe(10);
  for (const response of waiting) answersHoa(response);
  await Promise.all(first);
  answers = answersHoa;
  expect(await lookUp()).toEqual({ is: 'found', who: hoa });
});

test('without a secret, and inside of our own network, nobody is asked', async () => {
  expect(await asking()({ setting: { sealedSecret: null } })).toEqual({
    is: 'no-answer',
    because: 'Chưa tạo khoá ký cho CRM',
  });
  expect(await asking({ allowed: [] })()).toMatchObject({
    is: 'no-answer',
    refused: true,
    because: expect.stringContaining('https://'),
  });
  expect(heard).toEqual([]);
});

test('a page has what is known put in, and none is opened that would tell what is hidden', () => {
  const values = { phone: '0901234567', id: 'a/b c', code: '', call: 'c1', extension: '101' };
  const page = 'https://crm.example/?so={phone}&ma={id}&cuoc={call}';
  expect(crmPageOf(page, values)).toBe('https://crm.example/?so=0901234567&ma=a%2Fb%20c&cuoc=c1');
  expect(crmPageOf(page, { ...values, phone: undefined })).toBeNull();
  expect(crmPageOf('https://crm.example/{id}', { ...values, phone: undefined })).toBe('https://crm.example/a%2Fb%20c');
  expect(crmPageOf('', values)).toBeNull();
});

test('who calls is told from the CRM to who talks with them, and to no other company', async () => {
  const page = 'https://crm.example/khach?ma={id}&may={extension}';
  expect((await set({ crm_lookup_url: url, crm_page_url: page })).statusCode).toBe(200);
  expect((await mine.admin.call('GET', '/company-crm')).json()).toEqual({ has_secret: false });
  expect((await mine.admin.call('POST', '/company-crm/try', { phone: '0901234567' })).json().ok).toBe(false);
  const { secret } = (await mine.admin.call('POST', '/company-crm/secret')).json();
  expect((await mine.admin.call('GET', '/company-crm')).json()).toEqual({ has_secret: true });

  // Who sees everybody, who has had a call with them, and who has not.
  expect(await ask(mine.admin)).toMatchObject({ found: { name: 'Chị Hoa', facts: hoa.facts }, because: '' });
  expect(heard[0]?.signature).toBe(signatureOf(secret, app.clock.now, heard[0]?.body ?? ''));
  const agent = await mine.person('co-goi', [], '101');
  const other = await mine.person('chua-goi', [], '102');
  await storeCall(app.db, mine.id, { rang: [{ extension: '101', answered: true }] });
  expect(await ask(agent)).toEqual({
    found: { name: 'Chị Hoa', facts: hoa.facts },
    because: '',
    page: 'https://crm.example/khach?ma=KH-77&may=101',
  });
  const nothing = { found: null, because: '', page: null };
  expect(await ask(other)).toEqual(nothing);
  expect(await ask(theirs.admin)).toEqual(nothing);
  expect((await mine.admin.call('POST', '/company-crm/try', { phone: '0901234567' })).json()).toEqual({
    ok: true,
    words: 'CRM trả lời: Chị Hoa',
  });
});

test('who may not see numbers in full reads none in what the CRM says, and sets no address that they are sent to', async () => {
  const page = { crm_lookup_url: `${url}/2`, crm_page_url: 'https://crm.example/{phone}' };
  await set({ ...page, hidden_phone_customer: 1 });
  await mine.admin.call('POST', '/company-crm/secret');
  answers = (response) =>
    response.end(
      JSON.stringify({ name: '090 123 4567', facts: [...hoa.facts, { label: 'Di động', value: '0901.234.567' }] }),
    );
  const masked = await mine.person(
    'che-so',
    permissions.filter((one) => one !== 'customer.full-phone'),
    '103',
  );
  const answer = await ask(masked);
  expect(answer).toEqual({ found: { name: '', facts: hoa.facts }, because: '', page: null });
  for (const field of ['crm_lookup_url', 'crm_page_url']) {
    const refused = await set({ [field]: 'https://noi-khac.example' }, masked);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, [field]]);
  }
  expect((await set({ crm_opens: 'answered' }, masked)).statusCode).toBe(200);
  for (const call of ['GET /company-crm', 'POST /company-crm/secret']) {
    const [method, path] = call.split(' ');
    expect((await masked.call(method === 'GET' ? 'GET' : 'POST', path ?? '')).statusCode).toBe(403);
  }
});

test.each([
  'crm.example',
  'javascript:alert(1)',
  'https://crm.example/{ten}',
  'https://crm.example/{phone',
  'https://',
])('%s is no page of a CRM', async (page) => {
  const refused = await set({ crm_page_url: page });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['crm_page_url']]);
});
