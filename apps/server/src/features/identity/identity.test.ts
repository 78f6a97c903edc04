import { createHash } from 'node:crypto';
import { extensionPermissions } from '@alo/contract';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';
import { type Db, readIn, type Trx } from '../../db/database.ts';
import { accountToSignIn } from './queries.ts';
import { sessionStore } from './sessions.ts';
import { extensionSecrets, sipPassword } from './sip-secrets.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('cong-ty');
  other = await app.tenant('khac');
});

afterAll(() => app.close());

const signIn = (body: object, remoteAddress = '198.51.100.7') =>
  app.http.inject({ method: 'POST', url: '/identity/login/tenant', payload: body, remoteAddress });

test('company code, name and password open a session; the tenant base does the same', async () => {
  const answer = await signIn({ ma_dn: 'CONG-TY', username: 'Admin@Cong-Ty.local', password: testPassword });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    ma_dn: 'cong-ty',
    tenant_name: 'Công ty cong-ty',
    user: {
      id: demo.admin.accountId,
      name: 'admin',
      email: 'admin@cong-ty.local',
      phone: '',
      roles: [{ name: 'super-admin', permissions: [] }],
    },
    must_set_up_second_factor: false,
    expires_at: new Date(app.clock.now + 12 * 3_600_000).toISOString(),
  });
  expect(answer.headers['cache-control']).toBe('no-store');

  const payload = { username: 'admin@cong-ty.local', password: testPassword };
  const direct = await app.http.inject({ method: 'POST', url: '/api/cong-ty/login', payload });
  expect(direct.json()).toMatchObject({ ma_dn: 'cong-ty', user: answer.json().user });
});

test('a sign-in tells who it is by the words of me, the permission for extensions in the specification’s code, too', async () => {
  const keeper = await demo.person('giu-may', extensionPermissions);
  const { user } = (await signIn({ ma_dn: 'cong-ty', username: keeper.email, password: testPassword })).json();
  expect(user.roles[0].permissions).toContain('dn0002');
  expect((await keeper.call('GET', '/me')).json()).toMatchObject(user);
});

test('an unknown company, an unknown name and a wrong password look the same', async () => {
  const answers = await Promise.all([
    signIn({ ma_dn: 'khong-co', username: 'admin@cong-ty.local', password: testPassword }),
    signIn({ ma_dn: 'cong-ty', username: 'ai-do@cong-ty.local', password: testPassword }),
    signIn({ ma_dn: 'cong-ty', username: 'admin@cong-ty.local', password: 'sai' }),
    signIn({ ma_dn: 'khac', username: 'admin@cong-ty.local', password: testPassword }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(400);
    const { request_id: requestId, ...body } = answer.json();
    expect(requestId).toBe(answer.headers['x-request-id']);
    expect(body).toEqual({
      code: 'wrong_credentials',
      message: 'Mã doanh nghiệp, tên đăng nhập hoặc mật khẩu không đúng',
      fields: {},
      used_by: [],
    });
  }
});

test('a password that was hashed in an older way is hashed anew when its owner signs in', async () => {
  const vy = await demo.person('vy');
  const older = await hash(testPassword, { memoryCost: 47_104, timeCost: 1, parallelism: 1 });
  const kept = () =>
    app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('account').where('id', '=', vy.accountId).select('password_hash').executeTakeFirstOrThrow(),
    );
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('account').where('id', '=', vy.accountId).set({ password_hash: older }).execute(),
  );
  const person = { ma_dn: 'cong-ty', username: 'vy@cong-ty.local' };
  expect((await signIn({ ...person, password: 'sai' })).statusCode).toBe(400);
  expect(await kept()).toEqual({ password_hash: older });
  for (const _ of ['hashed anew', 'and as it is now'])
    expect((await signIn({ ...person, password: testPassword })).statusCode).toBe(200);
  expect((await kept()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('empty fields are named in Vietnamese', async () => {
  const answer = await signIn({ ma_dn: '', username: ' ' });
  expect(answer.statusCode).toBe(422);
  const required = 'Thông tin không được để trống';
  expect(answer.json().fields).toEqual({ username: required, password: required });
  const noMail = await signIn({ ma_dn: '', username: 'lan', password: 'x' });
  expect(noMail.json().code).toBe('wrong_credentials');
});

test('guessing is slowed down for the guesser alone', async () => {
  await demo.person('mai');
  const guess = (password: string, address?: string) =>
    signIn({ ma_dn: 'cong-ty', username: 'mai@cong-ty.local', password }, address);
  const wave = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(`sai ${n}`)));
  expect(wave.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
  const refused = wave.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(25);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect((await guess(testPassword)).statusCode).toBe(429);
  expect((await guess(testPassword, '203.0.113.5')).statusCode).toBe(200);
  app.clock.now += 1_000;
  expect((await guess(testPassword)).statusCode).toBe(200);
});

test('me tells who is signed in, and the phone has one secret for all tabs of a session', async () => {
  const lan = await demo.person('lan', ['call-history.view'], '101');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('feature')
      .values({ id: demo.id, feature_name_data: ['popupcustomer'], date_expired: new Date('2030-01-01T00:00:00Z') })
      .execute(),
  );
  const me = (await lan.call('GET', '/me')).json();
  expect(me).toMatchObject({
    id: lan.accountId,
    email: 'lan@cong-ty.local',
    ma_dn: 'cong-ty',
    roles: [{ name: 'Vai trò của lan', permissions: ['call-history.view'] }],
    status_activity: 1,
    softphone: { username_telecom: '101', domain_telecom: 'cong-ty.alo.local', extentions_number: '101' },
    features: expect.arrayContaining([
      { feature_name_data: ['popupcustomer'], date_expired: '2030-01-01T00:00:00.000Z' },
    ]),
  });
  expect([me.time_zone, me.trial_until]).toEqual(['Asia/Ho_Chi_Minh', null]);
  await demo.admin.call('PUT', '/update-system-setting', { time_zone: 'Asia/Tokyo' });
  expect((await lan.call('GET', '/me')).json().time_zone).toBe('Asia/Tokyo');
  await demo.admin.call('PUT', '/update-system-setting', { time_zone: 'Asia/Ho_Chi_Minh' });
  expect((await lan.call('GET', '/me')).json().softphone).toEqual(me.softphone);
  expect((await demo.admin.call('GET', '/me')).json().softphone).toBeNull();

  const [provision] = await extensionSecrets(app, { id: demo.id, sip_domain: 'cong-ty.alo.local' });
  const a1 = `101:cong-ty.alo.local:${me.softphone.password_telecom}`;
  expect(provision).toMatchObject({
    extension: '101',
    secrets: [
      {
        ha1Md5: createHash('md5').update(a1).digest('hex'),
        ha1Sha256: createHash('sha256').update(a1).digest('hex'),
      },
    ],
  });
  expect(sipPassword(app.serverKey, 'another session')).not.toBe(me.softphone.password_telecom);
  expect(await extensionSecrets(app, { id: other.id, sip_domain: 'khac.alo.local' })).toEqual([]);
});

test('me tells which carriers with screens of their own the company is with, by its trunks and numbers', async () => {
  const company = await app.tenant('nha-mang');
  const carriers = async () => (await company.admin.call('GET', '/me')).json().carriers;
  expect(await carriers()).toEqual([]);
  await app.db.inTenant(company.id, async (trx) => {
    await trx.insertInto('trunk').values({ id: company.id, name: 'Đường FPT chính', host: 'sip.fpt.vn' }).execute();
  });
  expect(await carriers()).toEqual(['fpt']);
  expect((await other.admin.call('GET', '/me')).json().carriers).toEqual([]);
});

test('how high the rows of lists are goes with the person to every place where they sign in, and is nobody else’s', async () => {
  const [thu, nam] = [await demo.person('thu'), await demo.person('nam')];
  expect((await thu.call('GET', '/me')).json().density).toBe('normal');
  expect((await thu.call('PUT', '/my-density', { density: 'tight' })).json()).toEqual({ density: 'tight' });
  const { token } = (await signIn({ ma_dn: 'cong-ty', username: thu.email, password: testPassword })).json();
  const headers = { authorization: `Bearer ${token}` };
  const elsewhere = await app.http.inject({ url: '/api/cong-ty/me', headers });
  expect(elsewhere.json().density).toBe('tight');
  expect((await nam.call('GET', '/me')).json().density).toBe('normal');
  expect((await thu.call('PUT', '/my-density', { density: 'huge' })).statusCode).toBe(422);
});

test('how somebody has their console goes with them to every place where they sign in, and is nobody else’s', async () => {
  const [thao, long] = [await demo.person('thao'), await demo.person('long')];
  const usual = {
    scheme: 'auto',
    menu: 'open',
    menu_groups: {},
    pins: [],
    guide: 'open',
    ringtone: 'soft',
    columns: {},
    favourites: [],
  };
  expect((await thao.call('GET', '/me')).json().preferences).toEqual(usual);
  const columns = { '/teams': ['name', 'note'], '/branchs': ['name'] };
  const chosen = { ...usual, scheme: 'dark', columns };
  expect((await thao.call('PUT', '/my-preferences', { scheme: 'dark', columns })).json()).toEqual(chosen);
  const { token } = (await signIn({ ma_dn: 'cong-ty', username: thao.email, password: testPassword })).json();
  const headers = { authorization: `Bearer ${token}` };
  const elsewhere = await app.http.inject({ url: '/api/cong-ty/me', headers });
  expect(elsewhere.json().preferences).toEqual(chosen);
  expect((await long.call('GET', '/me')).json().preferences).toEqual(usual);

  const other = { columns: { '/teams': null }, ringtone: 'bright', menu_groups: { 'Báo cáo': true }, pins: ['/queue'] };
  expect((await thao.call('PUT', '/my-preferences', other)).json()).toEqual({
    ...chosen,
    menu_groups: { 'Báo cáo': true },
    pins: ['/queue'],
    ringtone: 'bright',
    columns: { '/branchs': ['name'] },
  });
});

test('two pages that change their person’s console at once both have their way', async () => {
  const tam = await demo.person('tam');
  const lists = Array.from({ length: 8 }, (_, at) => `/list-${at}`);
  await Promise.all(lists.map((list) => tam.call('PUT', '/my-preferences', { columns: { [list]: ['name'] } })));
  expect((await tam.call('GET', '/me')).json().preferences.columns).toEqual(
    Object.fromEntries(lists.map((list) => [list, ['name']])),
  );
});

test('what is no preference is refused, and so is more than is read with every page', async () => {
  const hai = await demo.person('hai');
  for (const wrong of [{ scheme: 'huge' }, { columns: { teams: ['name'] } }, { columns: { '/teams': ['a\0b'] } }]) {
    expect([wrong, (await hai.call('PUT', '/my-preferences', wrong)).statusCode]).toEqual([wrong, 422]);
  }
  const many = (list: string) => ({
    columns: { [list]: Array.from({ length: 200 }, (_, at) => `${at}`.padEnd(90, '-')) },
  });
  expect((await hai.call('PUT', '/my-preferences', many('/teams'))).statusCode).toBe(200);
  const refused = await hai.call('PUT', '/my-preferences', many('/branchs'));
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['columns']]);
  expect(Object.keys((await hai.call('GET', '/me')).json().preferences.columns)).toEqual(['/teams']);
});

test('signing out ends the token and the phone secret at once, and says so', async () => {
  const binh = await demo.person('binh', [], '105');
  const told: unknown[] = [];
  app.sessions.onChange((change) => told.push({ kind: change.kind, tenantId: change.tenantId }));
  const extensions = async () =>
    (await extensionSecrets(app, { id: demo.id, sip_domain: 'x' })).map(({ extension }) => extension);
  expect(await extensions()).toContain('105');
  expect((await binh.call('POST', '/logout')).statusCode).toBe(200);
  expect((await binh.call('GET', '/me')).statusCode).toBe(401);
  expect(await extensions()).not.toContain('105');
  expect(told).toEqual([{ kind: 'ended', tenantId: demo.id }]);
});

test('a new password ends the other sessions of the person and no others', async () => {
  const hoa = await demo.person('hoa');
  const elsewhere = (await signIn({ ma_dn: 'cong-ty', username: hoa.email, password: testPassword })).json().token;
  const change = (body: object) => hoa.call('PUT', '/change-password', body);

  const wrong = await change({ current_password: 'sai', new_password: 'mat-khau-moi' });
  expect([wrong.statusCode, wrong.json().fields]).toEqual([422, { current_password: 'Mật khẩu hiện tại không đúng' }]);
  const short = await change({ current_password: testPassword, new_password: 'ngan' });
  expect(short.json().fields).toEqual({ new_password: 'Mật khẩu mới cần ít nhất 8 ký tự' });
  expect((await change({ current_password: testPassword, new_password: 'mat-khau-moi' })).statusCode).toBe(200);

  const other = { method: 'GET', url: '/api/cong-ty/me', headers: { authorization: `Bearer ${elsewhere}` } } as const;
  expect((await app.http.inject(other)).statusCode).toBe(401);
  expect((await hoa.call('GET', '/me')).statusCode).toBe(200);
  expect((await demo.admin.call('GET', '/me')).statusCode).toBe(200);
  expect((await signIn({ ma_dn: 'cong-ty', username: hoa.email, password: testPassword })).statusCode).toBe(400);
  expect((await signIn({ ma_dn: 'cong-ty', username: hoa.email, password: 'mat-khau-moi' })).statusCode).toBe(200);
});

test('whoever is just changing the old password does not overwrite one that was set meanwhile', async () => {
  const person = await demo.person('bi-lo-mat-khau');
  const { changing } = await app.db.inTenant(demo.id, async (trx) => {
    await trx.selectFrom('account').where('id', '=', person.accountId).forUpdate().select('id').execute();
    const body = { current_password: testPassword, new_password: 'mat-khau-cua-ke-gian' };
    const asked = person.call('PUT', '/change-password', body);
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.n).toBeGreaterThan(0);
    await trx
      .updateTable('account')
      .set({ password_hash: await hash('mat-khau-tu-lien-ket') })
      .where('id', '=', person.accountId)
      .execute();
    return { changing: asked };
  });
  const answer = await changing;
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['current_password']]);
  const by = (password: string) => signIn({ ma_dn: 'cong-ty', username: person.email, password });
  expect((await by('mat-khau-cua-ke-gian')).statusCode).toBe(400);
  expect((await by('mat-khau-tu-lien-ket')).statusCode).toBe(200);
});

test('the activity status keeps the moment that it began', async () => {
  const an = await demo.person('an');
  const set = async (status: number, reason?: string) =>
    (await an.call('PUT', '/update-activity-status', { status, reason })).json();
  const lunch = await set(2, 'Nghỉ trưa');
  expect(lunch).toEqual({ status_activity: 2, status_reason: 'Nghỉ trưa', status_since: expect.any(String) });
  expect((await set(2, 'Họp')).status_since).toBe(lunch.status_since);
  expect((await set(1)).status_since).not.toBe(lunch.status_since);
  expect((await an.call('PUT', '/update-activity-status', { status: 4 })).statusCode).toBe(422);
});

test('sessions end by disuse and by age, and the sweep tells of it', async () => {
  const idle = await demo.person('nhan-roi');
  const busy = await demo.person('cham-chi');
  const start = app.clock.now;
  for (let minutes = 30; minutes <= 120; minutes += 30) {
    app.clock.now = start + minutes * 60_000;
    expect((await busy.call('GET', '/me')).statusCode).toBe(200);
  }
  expect((await idle.call('GET', '/me')).statusCode).toBe(401);
  const ended: string[] = [];
  app.sessions.onChange(({ sessionIds }) => ended.push(...sessionIds));
  await app.sessions.sweep();
  expect(ended.length).toBeGreaterThan(0);
  for (let hours = 3; hours < 12; hours += 1) {
    app.clock.now = start + hours * 3_600_000;
    expect((await busy.call('GET', '/me')).statusCode).toBe(200);
  }
  app.clock.now = start + 12 * 3_600_000;
  expect((await busy.call('GET', '/me')).statusCode).toBe(401);
});

test('who asks and who signs in is found among many without going through everybody, in a database that has not looked at its tables yet', async () => {
  const crowd = await app.tenant('dong-nguoi');
  await app.db.inTenant(crowd.id, async (trx) => {
    await sql`insert into account (tenant_id, id, email, name, password_hash, role_id)
      select tenant_id, gen_random_uuid(), 'nguoi-' || n || '@dong-nguoi.local', 'Người ' || n, '', role_id
      from account, generate_series(1, 2000) as n where id = ${crowd.admin.accountId}`.execute(trx);
    await sql`insert into session (tenant_id, id, account_id, token_hash, expires_at, last_seen_at)
      select tenant_id, gen_random_uuid(), id, sha256(id::text::bytea), ${new Date(app.clock.now + 3_600_000)}, ${new Date(app.clock.now)}
      from account where password_hash = ''`.execute(trx);
  });
  let rowsRead = Number.NaN;
  const counting: Db = {
    ...app.db,
    read: (tenantId, queries) =>
      app.db.inTenant(tenantId, async (trx) => {
        // What the connection did in transactions before may be counted along until it is told to others.
        const before = await rowsReadOf(trx, 'session');
        const answers = await readIn(trx, queries);
        rowsRead = (await rowsReadOf(trx, 'session')) - before;
        return answers;
      }),
  };
  const caller = await sessionStore(counting, () => app.clock.now).authenticate(crowd.admin.token);
  expect(caller).toMatchObject({ accountId: crowd.admin.accountId });
  expect(rowsRead).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThan(500);

  const { found, read } = await app.db.inTenant(crowd.id, async (trx) => {
    const before = await rowsReadOf(trx, 'account');
    const from = { network: '198.51.100.7', since: new Date(app.clock.now) };
    const account = await accountToSignIn(trx, 'NGUOI-1000@dong-nguoi.local', from).executeTakeFirst();
    return { found: account, read: (await rowsReadOf(trx, 'account')) - before };
  });
  expect(found).toMatchObject({ password_hash: '', known: false });
  expect(read).toBeLessThan(10);
});

test('what a browser’s pages ask at once is looked up once; who asks after a session has ended does not get what was read before', async () => {
  let lookUps = 0;
  const directory = {
    ...app.db.directory,
    tenantOfSession: (hashed: Buffer) => {
      lookUps += 1;
      return app.db.directory.tenantOfSession(hashed);
    },
  };
  const sessions = sessionStore({ ...app.db, directory }, () => app.clock.now);
  const { token } = demo.admin;
  const callers = await Promise.all(Array.from({ length: 20 }, () => sessions.authenticate(token)));
  expect([new Set(callers.map((caller) => caller?.accountId)).size, lookUps]).toEqual([1, 1]);

  sessions.forget(() => true);
  const before = sessions.authenticate(token);
  sessions.forget(() => true);
  await Promise.all([before, sessions.authenticate(token)]);
  expect(lookUps).toBe(3);
});

async function rowsReadOf(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return rows[0]?.read ?? 0;
}
