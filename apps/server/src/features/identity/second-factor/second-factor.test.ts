import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp, testPassword } from '../../../../testing/app.ts';
import { newId } from '../../../kernel/new-id.ts';
import { hashToken } from '../tokens.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('cong-ty');
});

afterAll(() => app.close());

const signIn = (person: TestPerson, more: object = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/identity/login/tenant',
    payload: { ma_dn: 'cong-ty', username: person.email, password: testPassword, ...more },
    remoteAddress: '203.0.113.1',
  });

/** What the app on somebody's phone shows at this moment. */
const shown = (secret: string) => generateSync({ secret, epoch: Math.floor(app.clock.now / 1_000) });
const nextCode = (secret: string) => {
  app.clock.now += 30_000;
  return shown(secret);
};

async function withApp(name: string) {
  const person = await demo.person(name);
  const { secret, uri } = (await person.call('POST', '/second-factor/totp', {})).json();
  expect(uri).toContain(`secret=${secret}`);
  const confirmed = await person.call('POST', '/second-factor/totp/confirm', { code: shown(secret) });
  expect(confirmed.statusCode).toBe(200);
  return { person, secret: secret as string, codes: confirmed.json().recovery_codes as string[] };
}

test('a secret counts only once a code of it was confirmed', async () => {
  const person = await demo.person('chua-xong');
  const { secret } = (await person.call('POST', '/second-factor/totp', {})).json();
  const wrong = await person.call('POST', '/second-factor/totp/confirm', { code: '000000' });
  expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_code']);
  expect((await signIn(person)).statusCode).toBe(200);
  expect((await person.call('POST', '/second-factor/totp/confirm', { code: shown(secret) })).statusCode).toBe(200);
  expect((await signIn(person)).json().code).toBe('second_factor_needed');
});

test('the password alone asks for the code, and a code opens once', async () => {
  const { person, secret, codes } = await withApp('lan');
  expect(codes).toHaveLength(10);
  const asked = await signIn(person);
  expect([asked.statusCode, asked.json().code, asked.json().current]).toEqual([
    409,
    'second_factor_needed',
    { code: true, passkey: false },
  ]);
  // The one that set it up has been used.
  expect((await signIn(person, { code: shown(secret) })).json().code).toBe('wrong_code');
  const code = nextCode(secret);
  const both = await Promise.all([signIn(person, { code }), signIn(person, { code })]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect((await signIn(person, { code, password: 'sai' })).json().code).toBe('wrong_credentials');
});

test('six digits are not guessed: five wrong ones, then one has to wait, with the right one too', async () => {
  const { person, secret } = await withApp('minh');
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push((await signIn(person, { code: `00000${n}` })).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  app.clock.now += 1_000;
  expect((await signIn(person, { code: nextCode(secret) })).statusCode).toBe(200);
});

test('a recovery code opens once, however it is written, and new ones end the old', async () => {
  const { person, codes, secret } = await withApp('hoa');
  const [first = '', second = ''] = codes;
  expect((await signIn(person, { code: ` ${first.toUpperCase().replace('-', ' ')} ` })).statusCode).toBe(200);
  expect((await signIn(person, { code: first })).json().code).toBe('wrong_code');
  expect((await person.call('GET', '/second-factor')).json()).toMatchObject({ recovery_codes_left: 9 });
  const fresh = (await person.call('POST', '/second-factor/recovery-codes', {})).json().recovery_codes;
  expect((await signIn(person, { code: second })).json().code).toBe('wrong_code');
  expect((await signIn(person, { code: fresh[0] })).statusCode).toBe(200);
  expect((await signIn(person, { code: nextCode(secret) })).statusCode).toBe(200);
});

test('of whoever has lost phone and codes an administrator takes the second factor away: they are out, and begin anew', async () => {
  const { person } = await withApp('mat-dien-thoai');
  const manager = await demo.person('nhan-su', ['accounts.view', 'accounts.update']);
  const drop = (by: TestPerson, id = person.accountId) => by.call('DELETE', `/account/${id}/second-factor`);
  const isOn = async () => (await manager.call('GET', `/account/${person.accountId}`)).json().second_factor;
  expect(await isOn()).toBe(true);
  // Not of who may do more, and nobody their own.
  expect([(await drop(manager, demo.admin.accountId)).statusCode, (await drop(person)).statusCode]).toEqual([403, 403]);
  expect((await drop(manager, manager.accountId)).statusCode).toBe(422);
  expect((await drop(manager)).json()).toEqual({ ended: 1 });
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
  expect([(await signIn(person)).statusCode, await isOn()]).toEqual([200, false]);
  expect((await drop(manager)).statusCode).toBe(422);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'second-factor-removed')
      .where('subject_id', '=', person.accountId)
      .select('account_id')
      .execute(),
  );
  expect(trail).toEqual([{ account_id: manager.accountId }]);
});

test('nothing of a second factor is kept in plain', async () => {
  const { secret, codes } = await withApp('kin-dao');
  const kept = await app.db.inTenant(demo.id, async (trx) => [
    ...(await trx.selectFrom('account_totp').selectAll().execute()).map((row) => row.secret.toString('latin1')),
    ...(await trx.selectFrom('recovery_code').selectAll().execute()).map((row) => row.code_hash.toString('latin1')),
    JSON.stringify(await trx.selectFrom('audit').selectAll().execute()),
  ]);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
    expect(kept.join(' ')).not.toContain(text);
  }
});

test('an open console of long ago asks for the password before it changes what lets people in', async () => {
  const { person, secret } = await withApp('binh');
  app.clock.now += 11 * 60_000;
  const remove = (body: object) => person.call('DELETE', '/second-factor/totp', body);
  expect((await remove({})).json().fields).toHaveProperty('current_password');
  expect((await remove({ current_password: 'sai' })).statusCode).toBe(422);
  expect((await remove({ current_password: testPassword })).statusCode).toBe(200);
  expect((await signIn(person)).statusCode).toBe(200);
  expect((await signIn(person, { code: shown(secret) })).statusCode).toBe(200);
});

test('who must have one and has none may set it up, and nothing else, until it is there', async () => {
  const an = await demo.person('an', ['departments.view'], '120');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ second_factor: true }).where('name', '=', 'Vai trò của an').execute(),
  );
  const answer = (await signIn(an)).json();
  expect(answer.must_set_up_second_factor).toBe(true);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    app.http.inject({
      method,
      url: `/api/cong-ty${path}`,
      headers: { authorization: `Bearer ${answer.token}` },
      ...(payload && { payload }),
    });
  expect((await call('GET', '/me')).json().must_set_up_second_factor).toBe(true);
  for (const path of ['/departments', '/my-sessions', '/permissions', '/get-system-setting']) {
    expect([path, (await call('GET', path)).json().code]).toEqual([path, 'second_factor_required']);
  }
  expect((await call('POST', '/ws-ticket')).json().code).toBe('second_factor_required');
  const [own] = (await app.sessions.liveWithExtension(demo.id, 'all')).get('120') ?? [];
  // Only the session from before has a phone.
  expect((await app.sessions.liveWithExtension(demo.id, 'all')).get('120')).toEqual([own]);
  const { secret } = (await call('POST', '/second-factor/totp', {})).json();
  expect((await call('POST', '/second-factor/totp/confirm', { code: shown(secret) })).statusCode).toBe(200);
  expect((await call('GET', '/departments')).statusCode).toBe(200);
  expect((await app.sessions.liveWithExtension(demo.id, 'all')).get('120')).toHaveLength(2);
  // And it stays.
  const gone = await call('DELETE', '/second-factor/totp', {});
  expect([gone.statusCode, Object.keys(gone.json().fields)]).toEqual([422, ['current_password']]);
});

test('where a second factor is demanded, open sessions are bound by it, too: by role and by company', async () => {
  const person = await demo.person('dang-mo', ['departments.view'], '121');
  const withOne = (await withApp('da-co')).person;
  const code = async (of: TestPerson) => (await of.call('GET', '/permissions')).json().code;
  const demand = async (on: boolean) => {
    await app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('role').set({ second_factor: on }).where('name', 'like', 'Vai trò của da%').execute(),
    );
    app.clock.now += 6_000;
  };
  expect(await code(person)).toBeUndefined();
  await demand(true);
  expect([await code(person), await code(withOne)]).toEqual(['second_factor_required', undefined]);
  expect((await person.call('GET', '/me')).json().must_set_up_second_factor).toBe(true);
  // A conversation of theirs goes on.
  expect((await app.sessions.liveWithExtension(demo.id, 'all')).get('121')).toHaveLength(1);
  await demand(false);
  expect(await code(person)).toBeUndefined();
  const setting = { ...(await demo.admin.call('GET', '/get-system-setting')).json(), second_factor: true };
  expect((await demo.admin.call('PUT', '/update-system-setting', setting)).statusCode).toBe(200);
  app.clock.now += 6_000;
  expect(await code(person)).toBe('second_factor_required');
  const { secret } = (await person.call('POST', '/second-factor/totp', {})).json();
  expect((await person.call('POST', '/second-factor/totp/confirm', { code: shown(secret) })).statusCode).toBe(200);
  expect(await code(person)).toBeUndefined();
  await app.db.inTenant(demo.id, (trx) => trx.updateTable('system_setting').set({ second_factor: false }).execute());
  app.clock.now += 6_000;
});

test('one that is demanded from a day on is asked for and may be put off before, and is a must on that day of the company’s', async () => {
  const person = await demo.person('co-han', ['departments.view']);
  const code = async () => (await person.call('GET', '/departments')).json().code;
  const me = async () => (await person.call('GET', '/me')).json();
  const today = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now());
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const set = async (change: object) => {
    const answer = await demo.admin.call('PUT', '/update-system-setting', change);
    expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
    app.clock.now += 6_000;
  };
  const ofRole = async (second_factor: boolean, second_factor_from: string | null) => {
    await app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('role')
        .set({ second_factor, second_factor_from })
        .where('name', '=', 'Vai trò của co-han')
        .execute(),
    );
    app.clock.now += 6_000;
  };
  await set({ second_factor: true, second_factor_from: inDays(9) });
  expect([await code(), (await signIn(person)).json().must_set_up_second_factor]).toEqual([undefined, false]);
  expect(await me()).toMatchObject({ must_set_up_second_factor: false, second_factor_from: inDays(9) });
  // The earlier of the two, and a role that wants it at once waits for no day of the company's.
  await ofRole(true, inDays(4));
  expect(await me()).toMatchObject({ second_factor_from: inDays(4) });
  expect((await person.call('GET', '/second-factor')).json()).toMatchObject({
    required: false,
    required_from: inDays(4),
  });
  await ofRole(true, null);
  expect(await code()).toBe('second_factor_required');
  await ofRole(false, inDays(-1));
  expect(await code()).toBeUndefined();
  // A company is where it is: its day begins there.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await set({ second_factor_from: today(zone), time_zone: zone });
    expect([zone, await code()]).toEqual([zone, 'second_factor_required']);
    expect(await me()).toMatchObject({ must_set_up_second_factor: true, second_factor_from: null });
    expect((await signIn(person)).json().must_set_up_second_factor).toBe(true);
    await app.db.inTenant(demo.id, (trx) => trx.updateTable('system_setting').set({ second_factor: false }).execute());
    app.clock.now += 6_000;
    const next = new Date(`${today(zone)}T00:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    await set({ second_factor: true, second_factor_from: next.toISOString().slice(0, 10) });
    expect([zone, await code()]).toEqual([zone, undefined]);
  }
  const { secret } = (await person.call('POST', '/second-factor/totp', {})).json();
  await person.call('POST', '/second-factor/totp/confirm', { code: shown(secret) });
  expect(await me()).toMatchObject({ second_factor_from: null });
  await set({ second_factor: false, second_factor_from: null, time_zone: 'Asia/Ho_Chi_Minh' });
});

test('who knows the password alone is not in because somebody else has set up the second factor meanwhile', async () => {
  const person = await demo.person('bi-lo-mat-khau', ['departments.view']);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ second_factor: true }).where('name', '=', 'Vai trò của bi-lo-mat-khau').execute(),
  );
  const [owner, thief] = [(await signIn(person)).json().token, (await signIn(person)).json().token];
  const call = (token: string, method: 'GET' | 'POST', path: string, payload?: object) =>
    app.http.inject({
      method,
      url: `/api/cong-ty${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  const { secret } = (await call(owner, 'POST', '/second-factor/totp', {})).json();
  expect((await call(owner, 'POST', '/second-factor/totp/confirm', { code: shown(secret) })).statusCode).toBe(200);
  expect((await call(owner, 'GET', '/departments')).statusCode).toBe(200);
  expect((await call(thief, 'GET', '/departments')).statusCode).toBe(401);
  // Nor does one that had just come in when it was set up add another one.
  const late = (await signIn(person, { code: nextCode(secret) })).json().token;
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('session').set({ must_set_up: true }).where('token_hash', '=', hashToken(late)).execute(),
  );
  expect((await call(late, 'POST', '/second-factor/totp', {})).json().code).toBe('second_factor_required');
  expect((await call(late, 'GET', '/departments')).json().code).toBe('second_factor_required');
});

test('who must have one keeps one, also where two tabs take the last two away at once', async () => {
  for (const name of ['hai-the-1', 'hai-the-2', 'hai-the-3']) {
    const { person } = await withApp(name);
    const passkeys = [newId(), newId()];
    await app.db.inTenant(demo.id, async (trx) => {
      await trx
        .insertInto('passkey')
        .values(
          passkeys.map((id) => ({
            id,
            account_id: person.accountId,
            name: id,
            credential_id: Buffer.from(id),
            counter: 0,
            public_key: Buffer.from('không mở được gì'),
            transports: [],
            rp_id: 'localhost',
          })),
        )
        .execute();
      await trx.updateTable('role').set({ second_factor: true }).where('name', '=', `Vai trò của ${name}`).execute();
    });
    const gone = await Promise.all([
      person.call('DELETE', '/second-factor/totp', {}),
      ...passkeys.map((id) => person.call('DELETE', `/passkey/${id}`, {})),
    ]);
    expect([name, gone.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)]).toEqual([name, [200, 200, 422]]);
  }
});

test('one sees where one is signed in, and ends it from elsewhere', async () => {
  const chi = await demo.person('chi');
  const other = (await signIn(chi)).json().token;
  const list = async () => (await chi.call('GET', '/my-sessions')).json().data;
  const sessions = await list();
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  const there = sessions.find(({ current }: { current: boolean }) => !current);
  expect(there).toMatchObject({ network: '203.0.113.0/24', user_agent: 'lightMyRequest' });
  const stranger = await demo.person('nguoi-khac');
  expect((await stranger.call('DELETE', `/my-session/${there.id}`)).statusCode).toBe(404);
  expect((await chi.call('DELETE', `/my-session/${there.id}`)).statusCode).toBe(200);
  const ended = { method: 'GET', url: '/api/cong-ty/me', headers: { authorization: `Bearer ${other}` } } as const;
  expect((await app.http.inject(ended)).statusCode).toBe(401);
  await signIn(chi);
  await signIn(chi);
  expect((await chi.call('POST', '/my-sessions/end-others')).json()).toEqual({ ended: 2 });
  // A while later whoever sits at the open console shows once more that it is them.
  await signIn(chi);
  app.clock.now += 11 * 60_000;
  const [ending] = (await list()).filter(({ current }: { current: boolean }) => !current);
  for (const [method, path] of [
    ['DELETE', `/my-session/${ending.id}`],
    ['POST', '/my-sessions/end-others'],
  ] as const) {
    expect((await chi.call(method, path)).json().fields).toHaveProperty('current_password');
    expect((await chi.call(method, path, { current_password: 'sai' })).statusCode).toBe(422);
  }
  expect((await chi.call('DELETE', `/my-session/${ending.id}`, { current_password: testPassword })).statusCode).toBe(
    200,
  );
  expect(await list()).toHaveLength(1);
});

test('an e-mail alone is asked which company only after the password was right', async () => {
  const second = await app.tenant('cong-ty-hai');
  const person = await demo.person('hai-noi');
  await second.person('hai-noi');
  await app.db.inTenant(second.id, (trx) =>
    trx.updateTable('account').set({ email: person.email }).where('name', '=', 'hai-noi').execute(),
  );
  await app.db.inTenant(second.id, (trx) =>
    trx.updateTable('account').set({ email_proved_at: new Date() }).where('name', '=', 'hai-noi').execute(),
  );
  const by = (more: object) =>
    app.http.inject({
      method: 'POST',
      url: '/identity/login/tenant',
      payload: { username: person.email, password: testPassword, ...more },
    });
  expect((await by({ password: 'sai' })).json().code).toBe('wrong_credentials');
  const choice = (await by({})).json();
  expect([choice.code, choice.current.companies.map((one: { ma_dn: string }) => one.ma_dn)]).toEqual([
    'choose_company',
    ['cong-ty', 'cong-ty-hai'],
  ]);
  expect((await by({ ma_dn: 'cong-ty-hai' })).json()).toMatchObject({ ma_dn: 'cong-ty-hai' });
  const alone = await app.http.inject({
    method: 'POST',
    url: '/identity/login/tenant',
    payload: { username: demo.admin.email, password: testPassword },
  });
  expect(alone.json()).toMatchObject({ ma_dn: 'cong-ty' });
});
