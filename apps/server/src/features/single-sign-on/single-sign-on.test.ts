import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { providerClient, signInProvider } from '../../../testing/sign-in-provider.ts';

let app: TestApp;
let firm: TestTenant;
let provider: Awaited<ReturnType<typeof signInProvider>>;
const redirectUri = 'https://alo.test/login/elsewhere';

beforeAll(async () => {
  app = await testApp();
  firm = await app.tenant('sso');
  provider = await signInProvider(redirectUri);
});

afterAll(async () => {
  await provider.close();
  await app.close();
});

const post = (path: string, payload: object) => app.http.inject({ method: 'POST', url: `/identity${path}`, payload });

async function setUp(of: TestTenant, change: object = {}) {
  const { version } = (await of.admin.call('GET', '/sign-in-provider')).json();
  return of.admin.call('PUT', '/sign-in-provider', {
    name: 'Tài khoản Sao Mai',
    issuer: provider.issuer,
    client_id: providerClient.id,
    client_secret: providerClient.secret,
    version,
    ...change,
  });
}

const begin = async (ma_dn = 'sso') => (await post('/sign-in-elsewhere', { ma_dn })).json();
const finish = (flow: string, answer: string) => post('/sign-in-elsewhere/answer', { flow, answer });

async function enter(email: string) {
  const { url, flow } = await begin();
  return finish(flow, await provider.signIn(url, email));
}

test('somebody signs in by the account that their company has elsewhere, and out of both', async () => {
  const person = await firm.person('lan', ['departments.view']);
  expect((await post('/sign-in-ways', { ma_dn: 'sso' })).json()).toEqual({ provider: null, directory: null });
  const saved = await setUp(firm);
  expect([saved.statusCode, saved.json()]).toMatchObject([200, { has_secret: true, redirect_uri: redirectUri }]);
  expect(saved.payload).not.toContain(providerClient.secret);
  expect((await firm.admin.call('POST', '/sign-in-provider/try')).json()).toMatchObject({ ok: true });
  expect((await post('/sign-in-ways', { ma_dn: 'sso' })).json()).toEqual({
    provider: { name: 'Tài khoản Sao Mai' },
    directory: null,
  });

  const entered = await enter(person.email);
  expect([entered.statusCode, entered.json()]).toMatchObject([200, { ma_dn: 'sso', user: { email: person.email } }]);
  const call = (method: 'GET' | 'POST', path: string) =>
    app.http.inject({
      method,
      url: `/api/sso${path}`,
      headers: { authorization: `Bearer ${entered.json().token}` },
    });
  expect((await call('GET', '/departments')).statusCode).toBe(200);
  const { leave_at } = (await call('POST', '/logout')).json();
  expect(leave_at).toMatch(`${provider.issuer}/session/end?`);
  expect((await call('GET', '/departments')).statusCode).toBe(401);
  // Who came by a password leaves nothing elsewhere.
  expect((await person.call('POST', '/logout')).json()).toEqual({ leave_at: null });
});

test('who is not there is refused, or gets an account with the role that the company has chosen', async () => {
  expect((await enter('moi@sso.local')).json().code).toBe('provider_failed');
  const { id: role_id } = (
    await firm.admin.call('POST', '/role', { name: 'Người mới', permissions: ['departments.view'], scope: 'own' })
  ).json();
  expect(Object.keys((await setUp(firm, { create_people: true })).json().fields)).toEqual(['role_id']);
  expect((await setUp(firm, { create_people: true, role_id })).statusCode).toBe(200);
  for (const stranger of ['moi@noi-khac.vn', 'moi@gmail.com']) {
    expect((await enter(stranger)).json()).toMatchObject({ message: expect.stringContaining('tên miền') });
  }
  const made = await enter('moi@sso.local');
  expect(made.json().user).toMatchObject({ name: 'Người moi@sso.local', roles: [{ name: 'Người mới' }] });
  expect((await enter('moi@sso.local')).json().user.id).toBe(made.json().user.id);
  expect((await firm.admin.call('DELETE', `/role/${role_id}`)).json().code).toBe('in_use');
  await app.db.inTenant(firm.id, (trx) =>
    trx.updateTable('account').set({ active: false }).where('email', '=', 'moi@sso.local').execute(),
  );
  expect((await enter('moi@sso.local')).json().code).toBe('provider_failed');
  provider.unverified.add('khong-chac@sso.local');
  expect((await enter('khong-chac@sso.local')).json().code).toBe('provider_failed');
});

test('the provider answers for the second factor that the company demands', async () => {
  const person = await firm.person('binh', ['departments.view']);
  await app.db.inTenant(firm.id, (trx) =>
    trx.updateTable('role').set({ second_factor: true }).where('name', '=', 'Vai trò của binh').execute(),
  );
  const { token } = (await enter(person.email)).json();
  const answer = await app.http.inject({
    method: 'GET',
    url: '/api/sso/departments',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
});

test('an answer lets in once, in the browser that asked, for the company and the provider that were asked', async () => {
  const person = await firm.person('chi');
  const [own, other] = [await begin(), await begin()];
  const answer = await provider.signIn(own.url, person.email);
  const refused = async (flow: string, said: string) => (await finish(flow, said)).json().code;
  // Another round has another state, nonce and verifier.
  expect(await refused(other.flow, answer)).toBe('provider_failed');
  const state = new URLSearchParams(answer).get('state') ?? '';
  expect(await refused(own.flow, answer.replace(state, 'khac'))).toBe('provider_failed');
  expect(await refused(own.flow, `${answer}&iss=https%3A%2F%2Fkhac.vn`)).toBe('provider_failed');
  expect(await refused(own.flow, `?error=access_denied&state=${state}`)).toBe('provider_failed');
  expect(await refused(`${own.flow.slice(0, -4)}AAAA`, answer)).toBe('provider_failed');
  const again = await begin();
  const good = await provider.signIn(again.url, person.email);
  expect((await finish(again.flow, good)).statusCode).toBe(200);
  expect(await refused(again.flow, good)).toBe('provider_failed');
  const late = await begin();
  const lateAnswer = await provider.signIn(late.url, person.email);
  app.clock.now += 16 * 60_000;
  expect(await refused(late.flow, lateAnswer)).toBe('provider_failed');
  const trail = await app.db.inTenant(firm.id, (trx) =>
    trx.selectFrom('audit').where('action', '=', 'sign-in-elsewhere-failed').select('subject').execute(),
  );
  expect(trail.length).toBeGreaterThan(3);
});

test('whatever address a company types leads into nobody’s own network, and a secret goes to no other provider', async () => {
  const hostile = await app.tenant('ke-la');
  const inside = provider.issuer.replace('127.0.0.1', 'localhost');
  for (const issuer of [inside, 'http://169.254.169.254', 'https://10.0.0.1']) {
    expect((await setUp(hostile, { issuer })).statusCode).toBe(200);
    expect([issuer, (await hostile.admin.call('POST', '/sign-in-provider/try')).json().ok]).toEqual([issuer, false]);
    expect((await begin('ke-la')).code).toBe('provider_failed');
  }
  const kept = await setUp(hostile, { client_secret: '' });
  expect(kept.json()).toMatchObject({ has_secret: false });
  const person = await hostile.person('thuong', ['roles.view']);
  expect((await person.call('GET', '/sign-in-provider')).statusCode).toBe(403);
  const { version } = (await hostile.admin.call('GET', '/sign-in-provider')).json();
  expect((await setUp(hostile, { version: version - 1 })).statusCode).toBe(409);
  await setUp(hostile, { active: false });
  expect((await begin('ke-la')).code).toBe('provider_failed');
});
