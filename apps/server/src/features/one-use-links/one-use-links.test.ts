import type { LinkKind } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';
import { makeLink } from '../../domain/one-use-links.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('lien-ket');
});

afterAll(() => app.close());

const link = async ({ accountId }: TestPerson, kind: LinkKind = 'invite') => {
  const wanted = { tenantId: demo.id, accountId, kind, now: app.clock.now };
  return (await app.db.inTenant(demo.id, (trx) => makeLink(trx, wanted))).token;
};
const post = (path: string, payload: object) => app.http.inject({ method: 'POST', url: `/identity${path}`, payload });
const read = (token: string) => post('/one-use-link', { token });
const use = (token: string, new_password: string) => post('/one-use-link/use', { token, new_password });
const signIn = ({ email }: TestPerson, password: string) =>
  post('/login/tenant', { ma_dn: demo.code, username: email, password });

test('who holds the link sees whom it is for, chooses a password once, and signs in with it', async () => {
  const person = await demo.person('duoc-moi');
  const token = await link(person);
  expect((await read(token)).json()).toMatchObject({
    kind: 'invite',
    name: 'duoc-moi',
    email: person.email,
    ma_dn: demo.code,
  });
  const used = await use(token, 'mot-mat-khau-moi');
  expect([used.statusCode, used.json()]).toEqual([200, { ma_dn: demo.code, username: person.email }]);
  expect((await signIn(person, 'mot-mat-khau-moi')).statusCode).toBe(200);
  expect((await signIn(person, testPassword)).statusCode).toBe(400);
  for (const again of [await read(token), await use(token, 'mot-mat-khau-khac')]) {
    expect([again.statusCode, again.json().code]).toEqual([410, 'dead_link']);
  }
});

test('the clock of whoever was invited begins when they come, and not when their account was made', async () => {
  const person = await demo.person('moi-den');
  const token = await link(person);
  app.clock.now += 900_000;
  await use(token, 'mot-mat-khau-moi');
  const signedIn = (await signIn(person, 'mot-mat-khau-moi')).json();
  const me = await app.http.inject({
    url: `/api/${demo.code}/me`,
    headers: { authorization: `Bearer ${signedIn.token}` },
  });
  expect(Date.parse(me.json().status_since)).toBe(app.clock.now);
});

test('an e-mail is proved by the link that its letter has, not by the one that is shown to who sends it', async () => {
  const proved = async ({ accountId }: TestPerson) => {
    const row = await app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('account').select('email_proved_at').where('id', '=', accountId).executeTakeFirstOrThrow(),
    );
    return row.email_proved_at !== null;
  };
  for (const [name, isByLetter] of [
    ['tu-thu', true],
    ['tu-man-hinh', false],
  ] as const) {
    const person = await demo.person(name);
    await app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('account')
        .set({ email: `${name}@moi.vn`, password_hash: null })
        .where('id', '=', person.accountId)
        .execute(),
    );
    // Another e-mail is not proved by the old one.
    expect(await proved(person)).toBe(false);
    const { url } = (await demo.admin.call('POST', `/account/${person.accountId}/invite`)).json();
    const letter = app.letters.findLast(({ to }) => to === `${name}@moi.vn`);
    const sent = /https:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    expect(sent).not.toBe(url);
    const token = (isByLetter ? sent : url).split('#')[1];
    expect((await use(`${token}`, 'mot-mat-khau-moi')).statusCode).toBe(200);
    expect([name, await proved(person)]).toEqual([name, isByLetter]);
  }
});

test('a letter has what its reader signs in with, and until when its link is good by the clock of the company', async () => {
  const person = await demo.person('doc-thu');
  await demo.admin.call('POST', `/account/${person.accountId}/reset-password`);
  const text = app.letters.findLast(({ to }) => to === person.email)?.text ?? '';
  expect(text).toContain(`- Mã doanh nghiệp: ${demo.code}\n- Tên đăng nhập: ${person.email}`);
  expect(text).toMatch(/đến \d\d:\d\d ngày \d\d\/\d\d\/\d{4}/);
});

test('whoever was signed in as the person is signed out when the password is set', async () => {
  const person = await demo.person('mat-may');
  await use(await link(person, 'reset'), 'mot-mat-khau-moi');
  expect((await person.call('GET', '/me')).statusCode).toBe(401);
});

test('whoever signs in by the old password at that very moment is not in when the password has been set', async () => {
  const person = await demo.person('mat-khau-cu');
  const token = await link(person, 'reset');
  const late = await app.db.inTenant(demo.id, async (trx) => {
    // A sign-in has looked at the password when it asks what else there is, and waits here.
    await sql`lock table recovery_code in access exclusive mode`.execute(trx);
    const signingIn = signIn(person, testPassword);
    const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where relation = 'recovery_code'::regclass and not granted`;
    await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.n).toBeGreaterThan(0);
    expect((await use(token, 'mot-mat-khau-moi')).statusCode).toBe(200);
    return { signingIn };
  });
  const answer = await late.signingIn;
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'wrong_credentials']);
  expect((await signIn(person, 'mot-mat-khau-moi')).statusCode).toBe(200);
});

test('of five who use one link at once, one chooses the password', async () => {
  const person = await demo.person('tranh-nhau');
  const token = await link(person);
  const passwords = [1, 2, 3, 4, 5].map((n) => `mat-khau-thu-tu-${n}`);
  const answers = await Promise.all(passwords.map((one) => use(token, one)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410]);
  const chosen = passwords[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? '';
  expect((await signIn(person, chosen)).statusCode).toBe(200);
});

test('a link ends with its time, with a newer one, with the use of another, and with the account', async () => {
  const person = await demo.person('het-han');
  const first = await link(person);
  const second = await link(person);
  const reset = await link(person, 'reset');
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([410, 200]);
  app.clock.now += 61 * 60_000;
  expect([(await read(reset)).statusCode, (await read(second)).statusCode]).toEqual([410, 200]);
  const late = await link(person, 'reset');
  expect((await use(late, 'mot-mat-khau-moi')).statusCode).toBe(200);
  expect((await read(second)).statusCode).toBe(410);

  const third = await link(person);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('account').set({ active: false }).where('id', '=', person.accountId).execute(),
  );
  expect((await read(third)).statusCode).toBe(410);
});

test('made-up links, links of another company and weak passwords are refused', async () => {
  const person = await demo.person('yeu');
  const token = await link(person);
  const other = await app.tenant('nha-khac');
  const [, secret = ''] = token.split('.');
  for (const wrong of ['x', `${other.id}.${secret}`, `${demo.id}.${'a'.repeat(43)}`, `${token}'`]) {
    expect([wrong, (await read(wrong)).statusCode]).toEqual([wrong, 410]);
  }
  expect((await use(token, 'ngan')).json().fields).toHaveProperty('new_password');
  expect((await read(token)).statusCode).toBe(200);
});
