import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { signatureOf } from '../../kernel/signature.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { codeSecretSealer, systemAsker } from './ask-system.ts';

let app: TestApp;
let mine: TestTenant;
let theirs: TestTenant;
let host: string;
/** What the company's system was asked, and how it answers. */
const heard: { readonly signature: string; readonly body: string }[] = [];
let answers: (response: ServerResponse) => void = (response) => response.end('{"go":"vip"}');

const system = createServer((request: IncomingMessage, response) => {
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
  mine = await app.tenant('ma-don-hang');
  theirs = await app.tenant('cong-ty-khac');
  await new Promise<void>((done) => system.listen(0, '127.0.0.1', done));
  // It listens by TCP.
  host = `127.0.0.1:${(system.address() as AddressInfo).port}`;
});
afterEach(() => {
  heard.length = 0;
  answers = (response) => response.end('{"go":"vip"}');
});
afterAll(async () => {
  system.closeAllConnections();
  system.close();
  await app.close();
});

let steps = 0;
async function step(parts: object = {}, company = mine): Promise<string> {
  steps += 1;
  const body = {
    name: `Mã ${steps}`,
    url: `http://${host}/ma`,
    answers: [{ answer: 'vip', to: { type: 'hang-up', value: '' } }],
    otherwise: { type: 'hang-up', value: '' },
    ...parts,
  };
  const answer = await company.admin.call('POST', '//telephony/partner/code-question', body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json().id;
}
const secretOf = async (id: string, company = mine) => {
  const answer = await company.admin.call('POST', `//telephony/partner/code-question/${id}/secret`);
  return { status: answer.statusCode, secret: answer.json().secret };
};
const at = Date.parse('2026-11-20T10:00:00+07:00');
const ask = (
  question: string,
  {
    company = mine,
    allowed = [host],
    // A machine may be busy.
    withinMs = 120_000,
  }: { company?: TestTenant; allowed?: string[]; withinMs?: number } = {},
) =>
  systemAsker({ db: app.db, sealer: codeSecretSealer(app.serverKey), allowed, withinMs, now: () => at })(company.id, {
    kind: 'code',
    question,
    digits: '7777',
    call: 'call' as Parameters<ReturnType<typeof systemAsker>>[1]['call'], // a test's own name
    dialled: '+842871000101',
  });
const said = async (question: string, options?: Parameters<typeof ask>[1]) => (await ask(question, options)).says;
const nothing = (because: string) => ({ is: 'nothing', because });

test('the company’s system is asked by its address, signed, and its answer is taken', async () => {
  const id = await step();
  const { secret } = await secretOf(id);
  expect(await ask(id)).toEqual({ kind: 'code', question: id, says: { is: 'go', to: 'vip' } });
  const [asked] = heard;
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    question: id,
    call: 'call',
    name: expect.stringMatching(/^Mã/),
    digits: '7777',
    dialled: '+842871000101',
  });
  expect(asked?.signature).toBe(signatureOf(secret, at, asked?.body ?? ''));
  answers = (response) => response.end('{"again":true}');
  expect(await said(id)).toEqual({ is: 'again' });
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ['refuses', (response) => response.writeHead(500).end('{"go":"vip"}'), 'hệ thống của công ty trả lời 500'],
  [
    'sends us elsewhere',
    (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'hệ thống của công ty trả lời 302',
  ],
  ['says what is no answer', (response) => response.end('{"goto":"vip"}'), 'không hiểu câu trả lời của hệ thống'],
  ['says no JSON', (response) => response.end('vip'), 'không hiểu câu trả lời của hệ thống'],
  [
    'says more than is read',
    (response) => response.end(`{"go":"${'v'.repeat(70_000)}"}`),
    'không hiểu câu trả lời của hệ thống',
  ],
  ['ends the connection', (response) => response.destroy(), 'không gọi được hệ thống của công ty'],
])('a system that %s is gone by in nothing', async (_, answering, because) => {
  const id = await step();
  await secretOf(id);
  answers = answering;
  expect(await said(id)).toEqual(nothing(because));
});

test('a system that says nothing in time is waited for no longer', async () => {
  const id = await step();
  await secretOf(id);
  answers = () => undefined;
  expect(await said(id, { withinMs: 50 })).toEqual(nothing('không gọi được hệ thống của công ty'));
});

test('nobody is asked without a secret, nor within our own network', async () => {
  const id = await step();
  expect(await said(id)).toEqual(nothing('chưa tạo khoá ký cho bước này'));
  await secretOf(id);
  expect(await said(id, { allowed: [] })).toEqual(nothing('Địa chỉ phải bắt đầu bằng https://'));
  const inside = await step({ url: 'https://127.0.0.1:8443/ma' });
  await secretOf(inside);
  expect(await said(inside)).toEqual(nothing('127.0.0.1 không phải là một địa chỉ trên Internet'));
  expect(heard).toEqual([]);
});

test('a step of another company’s is asked about by nobody else, and has no secret of theirs', async () => {
  const id = await step({}, theirs);
  expect((await secretOf(id)).status).toBe(404);
  await secretOf(id, theirs);
  expect(await said(id)).toEqual(nothing('bước này không còn'));
  expect(await said(id, { company: theirs })).toEqual({ is: 'go', to: 'vip' });
  expect(heard.length).toBe(1);
});

test('calls go by the step as it was saved, and the plan knows neither address nor secret', async () => {
  const id = await step({ min_digits: 3, max_digits: 5, end_key: 'none', tries: 2 });
  const { secret } = await secretOf(id);
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  expect(plan.codeQuestions[id]).toEqual({
    name: expect.any(String),
    prompt: [],
    wrongPrompt: [],
    minDigits: 3,
    maxDigits: 5,
    endKey: null,
    waitSeconds: 10,
    digitSeconds: 4,
    tries: 2,
    answers: { vip: { kind: 'hang-up', cause: 'normal' } },
    otherwise: { kind: 'hang-up', cause: 'normal' },
  });
  expect(JSON.stringify(plan)).not.toContain(host);
  expect(JSON.stringify(plan)).not.toContain(secret);
});

test('less digits at most than at least, an answer twice and an address of no web are refused', async () => {
  const refused = async (parts: object) => {
    const answer = await mine.admin.call('POST', '//telephony/partner/code-question', {
      name: 'Sai',
      url: 'https://crm.example.com/ma',
      otherwise: { type: 'hang-up', value: '' },
      ...parts,
    });
    return [answer.statusCode, Object.keys(answer.json().fields)];
  };
  const vip = { answer: 'vip', to: { type: 'hang-up', value: '' } };
  expect(await refused({ min_digits: 6, max_digits: 5 })).toEqual([422, ['max_digits']]);
  expect(await refused({ answers: [vip, vip] })).toEqual([422, ['answers']]);
  expect(await refused({ url: 'ftp://crm.example.com' })).toEqual([422, ['url']]);
});
