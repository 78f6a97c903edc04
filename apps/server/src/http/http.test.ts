import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp, testPassword } from '../../testing/app.ts';
import { openLog } from './log.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let logged = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  app = await testApp({ log: openLog('debug', sink) });
  demo = await app.tenant('mot');
  other = await app.tenant('hai');
});

afterAll(() => app.close());

test('a token opens its own company only: elsewhere there is nothing', async () => {
  const own = await demo.admin.call('GET', '/me');
  expect(own.statusCode).toBe(200);
  for (const path of ['//api/hai/me', '//api/khong-co/me']) {
    const answer = await demo.admin.call('GET', path);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  }
  expect((await other.admin.call('GET', '/me')).json().ma_dn).toBe('hai');
});

test('no token, a made-up one and a malformed one are a dead session', async () => {
  for (const authorization of [undefined, '', 'Bearer', `Bearer ${'x'.repeat(43)}`, 'Basic YTpi']) {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await app.http.inject({ url: '/api/mot/me', headers });
    expect([answer.statusCode, answer.json().message]).toEqual([
      401,
      'Phiên làm việc hết hạn. Vui lòng đăng nhập lại !',
    ]);
  }
});

test('of who is nobody no body is parsed, and who signs in brings a small one', async () => {
  const post = (url: string, payload: string, token?: string) =>
    app.http.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  const [broken, long] = ['{"name":', JSON.stringify({ name: 'x'.repeat(100_000) })];
  const department = '/api/mot/department';
  expect((await post(department, broken)).statusCode).toBe(401);
  expect((await post(department, broken, 'x'.repeat(43))).statusCode).toBe(401);
  expect((await post(department, broken, demo.admin.token)).statusCode).toBe(400);
  expect((await post(department, long, demo.admin.token)).statusCode).toBe(422);
  expect((await post('/identity/login/tenant', long)).statusCode).toBe(413);
});

test('what is not JSON, too large or not there is refused as a problem with a request id', async () => {
  const post = (payload: string, type = 'application/json') =>
    app.http.inject({ method: 'POST', url: '/identity/login/tenant', payload, headers: { 'content-type': type } });
  const answers = {
    '{"a":': [400, 'invalid_request'],
    '{"__proto__":{}}': [400, 'invalid_request'],
    '': [422, 'invalid_input'],
    [`"${'x'.repeat(2_000_000)}"`]: [413, 'too_large'],
  };
  for (const [payload, expected] of Object.entries(answers)) {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().code]).toEqual(expected);
    expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
  }
  expect((await post('a=b', 'application/x-www-form-urlencoded')).json().code).toBe('unsupported_media_type');
  expect((await app.http.inject('/api/mot/khong-co')).json().code).toBe('not_found');
});

test('the log tells who did what by pattern, and no number, token, password or query', async () => {
  logged = '';
  const number = '84901234567';
  await app.http.inject({
    method: 'POST',
    url: `/identity/login/tenant?phone=${number}`,
    payload: { ma_dn: 'mot', username: 'admin@mot.local', password: testPassword, phone: number },
  });
  await demo.admin.call('GET', `/me?phone=${number}`);
  await demo.admin.call('GET', `/khong-co/${number}`);
  app.http.log.error(
    { err: new Error(`Key (e164)=(${number}) exists`, { cause: new Error(number) }), phone: number },
    'x',
  );
  app.http.log.info({ body: { password: testPassword, token: demo.admin.token } }, 'x');
  expect(logged).toContain('"route":"/api/:ma_dn/me"');
  expect(logged).toContain(demo.admin.accountId);
  for (const secret of [number, testPassword, demo.admin.token]) expect(logged).not.toContain(secret);
});

test('answers carry a strict content policy', async () => {
  const { headers } = await app.http.inject('/healthz');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' ws: wss:");
  expect(policy).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['permissions-policy']).toContain('microphone=(self)');
});

test('readiness follows the database and telephony', async () => {
  const ready = await app.http.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', database: 'up', engine: 'up', stopping: false },
  ]);
});

test('the console learns its addresses from where it was opened', async () => {
  const { payload } = await app.http.inject({ url: '/config.json', headers: { host: 'pbx.example:8080' } });
  expect(JSON.parse(payload)).toEqual({
    identity: '/identity',
    tenant: '/api/{ma_dn}',
    admin: '/admin',
    telephony: '/telephony',
    etelecom: '/etelecom',
    sip: 'ws://pbx.example:8080/sip',
    live: 'ws://pbx.example:8080/live',
    sign_up: false,
  });
});

test('the API describes itself', async () => {
  const description = (await app.http.inject('/docs/json')).json();
  expect(description.openapi).toBe('3.1.0');
  expect(description.paths['/api/{ma_dn}/department/{id}'].put).toMatchObject({
    'x-permission': 'departments.update',
    parameters: [{ name: 'ma_dn' }, { name: 'id' }],
    requestBody: {
      content: { 'application/json': { schema: { required: expect.arrayContaining(['name', 'version']) } } },
    },
  });
  expect((await app.http.inject('/docs/live.json')).json()).toMatchObject({ asyncapi: '3.0.0' });
  const page = await app.http.inject('/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

test('an address that is none is refused like everything else: a problem with a request id', async () => {
  for (const url of ['/%', '/api/%ff/me']) {
    const answer = await app.http.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
  }
});

test('a request that never ends is not waited for for ever', () => {
  expect(app.http.server.requestTimeout).toBeGreaterThan(0);
  expect(app.http.server.headersTimeout).toBeGreaterThan(0);
});
