import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';
import { type Directory, ldapDirectory } from '../../../testing/ldap-directory.ts';

let app: TestApp;
let firm: TestTenant;
let directory: Directory;

const people = 'ou=people,dc=sao-mai,dc=vn';
const service = { dn: 'cn=alo,dc=sao-mai,dc=vn', password: 'mật khẩu tra cứu' };

beforeAll(async () => {
  app = await testApp();
  firm = await app.tenant('thu-muc');
  directory = await ldapDirectory();
  directory.entries.push({ ...service, values: {} });
  for (const [uid, mail] of [
    ['lan', 'lan@thu-muc.local'],
    ['moi', 'moi@thu-muc.local'],
    ['khach', 'khach@noi-khac.vn'],
    ['khong-thu', ''],
    ['trung', 'a@thu-muc.local'],
  ] as const) {
    const values = { uid, cn: `Người ${uid}`, ...(mail === '' ? {} : { mail }) };
    directory.entries.push({ dn: `uid=${uid},${people}`, password: `của ${uid}`, values });
  }
  directory.entries.push({
    dn: `cn=hai,${people}`,
    password: 'của trung',
    values: { uid: 'trung', mail: 'b@thu-muc.local' },
  });
});

afterAll(async () => {
  await directory.close();
  await app.close();
});

async function setUp(of: TestTenant, change: object = {}) {
  const { version } = (await of.admin.call('GET', '/ldap-server')).json();
  return of.admin.call('PUT', '/ldap-server', {
    name: 'Thư mục Sao Mai',
    host: 'localhost',
    port: directory.port,
    ca: directory.ca,
    service_dn: service.dn,
    service_password: service.password,
    base_dn: people,
    version,
    ...change,
  });
}

const enter = (username: string, password: string, more: object = { ma_dn: 'thu-muc' }) =>
  app.http.inject({ method: 'POST', url: '/identity/login/tenant', payload: { username, password, ...more } });
const codeOf = async (username: string, password: string) => (await enter(username, password)).json().code;
const tryIt = async (of: TestTenant, payload: object = {}): Promise<{ ok: boolean; words: string; label: string }[]> =>
  (await of.admin.call('POST', '/ldap-server/try', payload)).json().steps;

test('somebody signs in by name and password of the company’s directory, and by those of ours as before', async () => {
  const lan = await firm.person('lan');
  expect(await codeOf('lan', 'của lan')).toBe('wrong_credentials');
  const saved = await setUp(firm);
  expect([saved.statusCode, saved.json()]).toMatchObject([200, { has_password: true }]);
  expect(saved.payload).not.toContain(service.password);
  for (const name of ['lan', 'LAN', lan.email]) {
    expect((await enter(name, 'của lan')).json()).toMatchObject({ ma_dn: 'thu-muc', user: { email: lan.email } });
  }
  expect((await enter(lan.email, testPassword)).statusCode).toBe(200);
  expect(await codeOf('lan', 'sai')).toBe('wrong_credentials');
  expect(await codeOf('không có ai', 'của lan')).toBe('wrong_credentials');
  const ways = await app.http.inject({ method: 'POST', url: '/identity/sign-in-ways', payload: { ma_dn: 'thu-muc' } });
  expect(ways.json()).toEqual({ provider: null, directory: { name: 'Thư mục Sao Mai' } });
});

test('no password is shown to a directory where nobody said which company it is', async () => {
  const before = directory.binds.length;
  expect((await enter('lan@thu-muc.local', 'của lan', {})).json().code).toBe('wrong_credentials');
  expect(directory.binds.length).toBe(before);
});

test.each(['*', 'la*', 'lan)(uid=*', 'x)(|(uid=lan', '\\6can'])('%j is a name like any other', async (name) => {
  expect(await codeOf(name, 'của lan')).toBe('wrong_credentials');
  const tried = directory.binds.at(-1);
  expect(tried?.dn).toBe(service.dn);
});

test('whoever has no password, a name that two have, or a filter in place of a name, is nobody', async () => {
  expect((await enter('lan', '')).statusCode).toBe(422);
  expect(await codeOf('la*', 'của lan')).toBe('wrong_credentials');
  expect(await codeOf('trung', 'của trung')).toBe('wrong_credentials');
  const [, , , last] = await tryIt(firm, { username: 'trung', password: 'của trung' });
  expect(last).toMatchObject({ label: 'Tìm người', ok: false, words: 'Nhiều người cùng có tên này' });
});

test('whom nobody here knows is refused in words, or gets an account by the company’s rule', async () => {
  expect((await enter('moi', 'của moi')).json().message).toContain('Công ty chưa có tài khoản cho moi@thu-muc.local');
  const made = await firm.admin.call('POST', '/role', {
    name: 'Người mới',
    permissions: ['departments.view'],
    scope: 'own',
  });
  const role_id = made.json().id;
  expect(Object.keys((await setUp(firm, { create_people: true })).json().fields)).toEqual(['role_id']);
  expect((await setUp(firm, { create_people: true, role_id, service_password: '' })).json().has_password).toBe(true);
  expect((await enter('moi', 'của moi')).json().user).toMatchObject({
    name: 'Người moi',
    roles: [{ name: 'Người mới' }],
  });
  expect((await enter('khach', 'của khach')).json().message).toContain('tên miền');
  expect((await enter('khong-thu', 'của khong-thu')).json().message).toContain('không cho biết email');
  expect((await firm.admin.call('DELETE', `/role/${role_id}`)).json().code).toBe('in_use');
});

test('a second factor of ours is asked for as after a password of ours', async () => {
  await app.db.inTenant(firm.id, (trx) =>
    trx.updateTable('role').set({ second_factor: true }).where('name', '=', 'Vai trò của lan').execute(),
  );
  expect((await enter('lan', 'của lan')).json().must_set_up_second_factor).toBe(true);
});

test('a name is part of a DN where the company says so, and nothing else of it', async () => {
  const other = await app.tenant('theo-mau');
  const { email } = await other.person('lan');
  const at = directory.entries.findIndex(({ values }) => values['uid'] === 'lan');
  directory.entries[at] = { dn: `uid=lan,${people}`, password: 'của lan', values: { uid: 'lan', mail: email } };
  expect(Object.keys((await setUp(other, { finds_by: 'pattern', dn_pattern: 'uid=lan' })).json().fields)).toEqual([
    'dn_pattern',
  ]);
  await setUp(other, { finds_by: 'pattern', dn_pattern: `uid={username},${people}` });
  expect((await enter('lan', 'của lan', { ma_dn: 'theo-mau' })).json().user).toMatchObject({ email });
  expect((await enter('x,uid=lan', 'của lan', { ma_dn: 'theo-mau' })).json().code).toBe('wrong_credentials');
  expect(directory.binds.at(-1)?.dn).toBe(`uid=x\\2cuid\\3dlan,${people}`);
});

test('what fails is told at its step', async () => {
  const other = await app.tenant('thu-tung-buoc');
  const failed = async (change: object) => {
    expect((await setUp(other, change)).statusCode).toBe(200);
    return (await tryIt(other)).at(-1);
  };
  expect(await failed({ ca: '' })).toMatchObject({
    label: 'Mã hoá và chứng chỉ',
    ok: false,
    words: expect.stringContaining('CA'),
  });
  expect(await failed({ service_password: 'sai' })).toMatchObject({ label: 'Tài khoản tra cứu', ok: false });
  expect(await failed({ host: '127.0.0.1' })).toMatchObject({ label: 'Kết nối', ok: false });
  expect(await failed({ host: '169.254.169.254', port: 389 })).toMatchObject({
    words: expect.stringContaining('Internet'),
  });
  expect(await failed({ host: '8.8.8.8', port: 25 })).toMatchObject({
    label: 'Kết nối',
    words: expect.stringContaining('25'),
  });
  expect(await failed({})).toMatchObject({ label: 'Tài khoản tra cứu', ok: true });
  expect((await tryIt(other, { username: 'lan', password: 'sai' })).at(-1)).toMatchObject({
    label: 'Mật khẩu',
    ok: false,
  });
  // The password of one directory's account goes to no other.
  expect(Object.keys((await setUp(other, { service_password: '', port: 636 })).json().fields)).toEqual([
    'service_password',
  ]);
  expect(Object.keys((await setUp(other, { filter: '(uid={username}' })).json().fields)).toEqual(['filter']);
  expect(Object.keys((await setUp(other, { ca: 'giấy' })).json().fields)).toEqual(['ca']);
  const person = await other.person('thuong', ['roles.view']);
  expect((await person.call('GET', '/ldap-server')).statusCode).toBe(403);
});

test('who signs in is told what they can do, and whoever looks after the directory why', async () => {
  const other = await app.tenant('hai-nguoi-doc');
  const reads = async (change: object) => {
    expect((await setUp(other, change)).statusCode).toBe(200);
    // So often the name was mistyped above that a try has to wait.
    app.clock.now += 20 * 60_000;
    const { code, message } = (await enter('lan', 'của lan', { ma_dn: 'hai-nguoi-doc' })).json();
    const [entry] = await app.db.inTenant(other.id, (trx) =>
      trx
        .selectFrom('audit')
        .where('action', '=', 'sign-in-elsewhere-failed')
        .orderBy('at', 'desc')
        .limit(1)
        .select('after')
        .execute(),
    );
    return { code, message, after: entry?.after };
  };
  const toWhoSignsIn = {
    code: 'provider_failed',
    message: expect.stringMatching(/^Thư mục Sao Mai đang không xác nhận được mật khẩu\. Hãy thử lại sau ít phút/),
  };
  expect(await reads({ ca: '' })).toMatchObject({ ...toWhoSignsIn, after: { why: expect.stringContaining('CA') } });
  expect(await reads({ service_password: 'sai' })).toMatchObject({
    ...toWhoSignsIn,
    after: { why: 'sai tên hoặc mật khẩu' },
  });
  expect(await reads({ host: '8.8.8.8', port: 25 })).toMatchObject({
    ...toWhoSignsIn,
    after: { why: expect.stringContaining('25') },
  });
});

test('encryption is asked for on a plain port as well, and nobody slips an answer in before it', async () => {
  const plain = await ldapDirectory('starttls');
  plain.entries.push({ ...service, values: {} });
  const other = await app.tenant('sau-moi-ma-hoa');
  await setUp(other, { port: plain.port, ca: plain.ca, security: 'starttls' });
  expect((await tryIt(other)).map(({ ok }) => ok)).toEqual([true, true, true]);
  await plain.close();

  // The answer to StartTLS, and with it the beginning of an answer that would let anybody in.
  const slipped = Buffer.from('300c02010178070a010004000400' + '300c0201026107', 'hex');
  expect(
    await heard((socket) => socket.once('data', () => socket.write(slipped)), { security: 'starttls' }),
  ).toMatchObject({
    label: 'Mã hoá và chứng chỉ',
    ok: false,
  });
});

test('a server that answers anything else, or nothing, holds nobody up', async () => {
  for (const answer of ['SSH-2.0-OpenSSH_9.6\r\n', '30ff', '3084ffffffff', '308000', '']) {
    const bytes = Buffer.from(answer, /^[0-9a-f]*$/.test(answer) ? 'hex' : 'utf8');
    const last = await heard((socket) => void socket.end(bytes), { security: 'starttls' });
    expect([answer, last]).toMatchObject([answer, { ok: false }]);
  }
});

/** What is told at last of a server that does this to whoever comes. */
async function heard(does: (socket: Socket) => void, change: object) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    does(socket);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  await setUp(firm, { port: (server.address() as AddressInfo).port, ...change });
  const steps = await tryIt(firm);
  server.close();
  return steps.at(-1);
}
