import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../../testing/app.ts';
import { switchSignUp } from '../../domain/installation-setting.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await switchSignUp(app.db, true);
});

afterAll(() => app.close());

const wish = {
  company: 'Công ty Sao Mai',
  ma_dn: 'sao-mai',
  name: 'Lê Văn Tám',
  email: 'tam@saomai.vn',
  password: 'con-duong-xanh-2026',
};
const ask = (body: object, remoteAddress = '203.0.113.5') =>
  app.http.inject({ method: 'POST', url: '/identity/signup/code', payload: { ...wish, ...body }, remoteAddress });
const make = (body: object, remoteAddress = '203.0.113.5') =>
  app.http.inject({ method: 'POST', url: '/identity/signup', payload: { ...wish, ...body }, remoteAddress });
const codeOf = (letter = app.letters.at(-1)) => /^\d{6}$/m.exec(letter?.text ?? '')?.[0] ?? '';
/** Asks for a code and comes back with it; the refusal where there is none. */
async function signUp(body: object, remoteAddress?: string) {
  const asked = await ask(body, remoteAddress);
  if (asked.statusCode !== 200) return asked;
  return make({ ...body, proof: asked.json().proof, code: codeOf() }, remoteAddress);
}

test('a trial company is there at once: number, rule, queue, two extensions, licences, and its super-admin signed in', async () => {
  const made = await signUp({});
  expect([made.statusCode, made.json().ma_dn]).toEqual([200, 'sao-mai']);
  expect(made.json().user).toMatchObject({
    name: 'Lê Văn Tám',
    email: 'tam@saomai.vn',
    roles: [{ name: 'super-admin' }],
  });
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) =>
    app.http.inject({
      method,
      url: `/api/sao-mai${path}`,
      headers: { authorization: `Bearer ${made.json().token}` },
      ...(payload && { payload }),
    });
  const me = (await call('GET', '/me')).json();
  expect(me).toMatchObject({
    name: 'Lê Văn Tám',
    roles: [{ name: 'super-admin' }],
    softphone: { username_telecom: '101' },
  });
  // Nothing burns on the first day: that the trial ends is told in its last week.
  expect((await call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
  const { numbers } = (await call('GET', '/bot-calls/numbers')).json();
  expect(numbers).toHaveLength(1);
  const bot = { from: '0901234567', to: numbers[0].number, script: { voice: 'khach-1', seconds: 10 } };
  expect((await call('POST', '/bot-calls', bot)).statusCode).toBe(200);
  expect((await call('GET', '/payment-check')).json()).toMatchObject({
    trial_until: expect.any(String),
    expired: false,
  });
  // Who answers the phone begins narrow: their own calls, with hidden numbers.
  const { data: roles } = (await call('GET', '/roles')).json() as {
    data: { name: string; scope: string; permissions: string[] }[];
  };
  const seen = roles.map(({ name, scope, permissions }) => [
    name,
    { scope, numbers: permissions.includes('customer.full-phone') },
  ]);
  expect(Object.fromEntries(seen)).toEqual({
    'Nhân viên': { scope: 'own', numbers: false },
    'Quản lý': { scope: 'all', numbers: true },
    'super-admin': { scope: 'all', numbers: false },
  });
  expect((await call('GET', '/get-system-setting')).json()).toMatchObject({ hidden_phone_customer: 1 });
  const tenant = await app.db.directory.tenantByCode('sao-mai');
  const counts = await app.db.inTenant(tenant?.id ?? '', async (trx) => ({
    queues: (await trx.selectFrom('queue_member').select('id').execute()).length,
    rules: await trx.selectFrom('inbound_rule').select('destination_kind').execute(),
    trail: await trx.selectFrom('audit').select('action').orderBy('at').execute(),
  }));
  expect(counts).toEqual({
    queues: 2,
    rules: [{ destination_kind: 'queue' }],
    trail: [{ action: 'sign-up' }, { action: 'sign-in' }, { action: 'bot-call' }],
  });
});

test('a code that is taken, a password that everybody guesses and what is missing are named', async () => {
  expect((await signUp({}, '203.0.114.5')).json()).toMatchObject({ code: 'duplicate', fields: { ma_dn: /./ } });
  for (const password of ['12345678', 'SaoMai2026', 'tam@saomai.vn']) {
    const answer = await signUp({ ma_dn: 'khac', password }, '203.0.114.5');
    expect([password, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([password, 422, ['password']]);
  }
  expect(Object.keys((await signUp({ company: ' ', email: 'x', ma_dn: 'Có Dấu' })).json().fields).toSorted()).toEqual([
    'company',
    'email',
    'ma_dn',
  ]);
});

test('a code that is taken and a password that everybody guesses are told together', async () => {
  const answer = await signUp({ password: 'SaoMai2026' }, '203.0.115.5');
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    {
      ma_dn: 'Mã doanh nghiệp này đã có người dùng',
      password: 'Mật khẩu không được dựa trên tên, email hoặc công ty của bạn',
    },
  ]);
});

test('a company is made by who reads the letters of its e-mail, once, and within half an hour', async () => {
  const from = '203.0.116.5';
  const body = { ma_dn: 'doc-thu', email: 'doc@thu.vn' };
  const { proof } = (await ask(body, from)).json();
  const [letter] = app.letters.slice(-1);
  expect([letter?.to, letter?.text.includes(wish.company)]).toEqual(['doc@thu.vn', false]);
  const code = codeOf(letter);
  const fields = async (more: object) =>
    Object.keys((await make({ ...body, proof, code, ...more }, from)).json().fields);
  expect(await fields({ proof: undefined })).toEqual(['proof']);
  expect(await fields({ code: code === '000000' ? '000001' : '000000' })).toEqual(['code']);
  expect(await fields({ email: 'nan-nhan@noi-khac.vn' })).toEqual(['code']);
  expect(await fields({ proof: `${proof.slice(0, -4)}AAAA` })).toEqual(['code']);
  expect((await make({ ...body, proof, code: ` ${code.slice(0, 3)} ${code.slice(3)}` }, from)).statusCode).toBe(200);
  expect(await fields({ ma_dn: 'lan-nua' })).toEqual(['code']);
  const late = (await ask({ ...body, ma_dn: 'doc-tre' }, from)).json().proof;
  app.clock.now += 31 * 60_000;
  expect(await fields({ ma_dn: 'doc-tre', proof: late, code: codeOf() })).toEqual(['code']);
});

test('a code of six digits is not guessed', async () => {
  const from = '203.0.117.5';
  const body = { ma_dn: 'doan-ma', email: 'doan@ma.vn' };
  const { proof } = (await ask(body, from)).json();
  const wrong = codeOf() === '000000' ? '000001' : '000000';
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push((await make({ ...body, proof, code: wrong }, from)).statusCode);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
});

test('where the operator has not switched it on nobody signs up, and the console does not offer it', async () => {
  const { proof } = (await ask({ ma_dn: 'vua-dong' }, '203.0.118.5')).json();
  const offered = async () => (await app.http.inject({ method: 'GET', url: '/config.json' })).json().sign_up;
  expect(await offered()).toBe(true);
  await switchSignUp(app.db, false);
  const closed = [
    await ask({ ma_dn: 'dong' }, '203.0.118.5'),
    await make({ ma_dn: 'vua-dong', proof, code: codeOf() }, '203.0.118.5'),
  ];
  expect(closed.map((one) => [one.statusCode, one.json().code])).toEqual(Array(2).fill([403, 'sign_up_closed']));
  expect(await offered()).toBe(false);
  await switchSignUp(app.db, true);
});

test('an IPv6 site of /48 is one network, and one e-mail gets five letters an hour', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    statuses.push((await ask({ ma_dn: `sau-${n}`, email: `s${n}@sau.vn` }, `2001:db8:7:${n}::1`)).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  const letters: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const from = `203.0.${120 + n}.5`;
    const email = n % 2 === 0 ? 'Nam@nam.vn' : 'nam@nam.vn';
    letters.push((await ask({ ma_dn: `nam-${n}`, email }, from)).statusCode);
  }
  expect(letters).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('one network asks for five companies an hour: nobody finds out by bad passwords which codes there are', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    statuses.push((await signUp({ ma_dn: `doan-${n}`, password: '12345678' }, '198.51.101.78')).statusCode);
  }
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
});

test('one network makes five companies an hour', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    statuses.push((await signUp({ ma_dn: `thu-${n}`, email: `t${n}@thu.vn` }, '198.51.100.77')).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
});

test('a forgotten password is answered alike for everybody, and only who is there gets a letter', async () => {
  const demo = await app.tenant('quen');
  const ask = (email: string, ma_dn = 'quen') =>
    app.http.inject({ method: 'POST', url: '/identity/forgot-password', payload: { ma_dn, email } });
  const answers = [await ask(demo.admin.email), await ask('ai-do@quen.local'), await ask('x@y.vn', 'khong-co')];
  expect(answers.map(({ statusCode, payload }) => [statusCode, payload])).toEqual(Array(3).fill([200, '{}']));
  const sent = () => app.letters.filter(({ to }) => to.endsWith('@quen.local'));
  await expect.poll(() => sent().length).toBe(1);
  const [letter] = sent();
  expect(letter?.to).toBe(demo.admin.email);
  const token = /#(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const use = (new_password: string) =>
    app.http.inject({ method: 'POST', url: '/identity/one-use-link/use', payload: { token, new_password } });
  expect((await use('password123')).json().fields).toEqual({ new_password: expect.stringContaining('phổ biến') });
  expect((await use('con-duong-moi-2026')).statusCode).toBe(200);
  expect((await use('con-duong-khac-2026')).statusCode).toBe(410);
  expect((await demo.admin.call('GET', '/me')).statusCode).toBe(401);
  // Nobody's letter box is filled.
  const more = [];
  for (let n = 0; n < 6; n += 1) more.push((await ask(demo.admin.email)).statusCode);
  expect(more).toEqual([200, 200, 200, 200, 429, 429]);
});

test('whose invitation has got lost is sent it again; who was added and not invited yet is sent nothing', async () => {
  const firm = await app.tenant('moi-lai');
  const { id: role_id } = (
    await firm.admin.call('POST', '/role', { name: 'Trực', permissions: [], scope: 'own' })
  ).json();
  const [invited, added] = await Promise.all(
    ['da-moi@moi.vn', 'chua-moi@moi.vn'].map(async (email) => {
      return (await firm.admin.call('POST', '/account', { name: email, email, role_id })).json();
    }),
  );
  const { url } = (await firm.admin.call('POST', `/account/${invited.id}/invite`)).json();
  const ask = (email: string) =>
    app.http.inject({ method: 'POST', url: '/identity/forgot-password', payload: { ma_dn: 'moi-lai', email } });
  const read = async (link: string) =>
    app.http.inject({ method: 'POST', url: '/identity/one-use-link', payload: { token: link.split('#')[1] } });
  for (const { email } of [added, invited]) expect((await ask(email)).payload).toBe('{}');
  const sent = () => app.letters.filter(({ to }) => to.endsWith('@moi.vn'));
  await expect.poll(() => sent().length).toBe(2);
  expect(sent().map(({ to }) => to)).toEqual([invited.email, invited.email]);
  const again = /https:\S+/.exec(sent().at(-1)?.text ?? '')?.[0] ?? '';
  expect([(await read(url)).statusCode, (await read(again)).json()]).toMatchObject([410, { kind: 'invite' }]);
});
