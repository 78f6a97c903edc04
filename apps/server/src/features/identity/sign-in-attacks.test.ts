import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';

/** What strangers were seen to do to a sign-in, as scripts: they lose, by counts and not by the clock. */
let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('cong-ty');
});

afterAll(() => app.close());

const guess = (username: string, password: string, remoteAddress: string) =>
  app.http.inject({
    method: 'POST',
    url: '/identity/login/tenant',
    payload: { ma_dn: 'cong-ty', username: `${username}@cong-ty.local`, password },
    remoteAddress,
  });

const trail = (action: string) =>
  app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', action)
      .select(['subject_id', 'after', 'network'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );

/** An hour later everything that an hour limits begins anew. */
const anHourLater = () => {
  app.clock.now += 61 * 60_000;
};

test('nobody takes the sign-in by e-mail alone away by making accounts with the e-mail', async () => {
  const owner = await app.tenant('chu-email');
  const victim = owner.admin.email;
  const hostile = async (n: number) => {
    const thief = await app.tenant(`0000-${n}`);
    await app.db.inTenant(thief.id, (trx) =>
      trx.updateTable('account').set({ email: victim }).where('id', '=', thief.admin.accountId).execute(),
    );
  };
  const enter = (more: object = {}) =>
    app.http.inject({
      method: 'POST',
      url: '/identity/login/tenant',
      payload: { username: victim, password: testPassword, ...more },
    });
  for (let n = 0; n < 9; n += 1) await hostile(n);
  expect((await enter()).json()).toMatchObject({ ma_dn: 'chu-email' });
  // Who has proved nothing is meant only where nobody else is, and says which company otherwise.
  await app.db.inTenant(owner.id, (trx) =>
    trx.updateTable('account').set({ email_proved_at: null }).where('email', '=', victim).execute(),
  );
  const refused = await enter();
  expect([refused.json().code, refused.json().message]).toEqual([
    'wrong_credentials',
    expect.stringContaining('mã doanh nghiệp'),
  ]);
  const unknown = await enter({ username: 'khong-ai@ca.vn' });
  expect(unknown.json().message).toBe(refused.json().message);
  expect((await enter({ ma_dn: 'chu-email' })).statusCode).toBe(200);
});

test('a flood of made-up names from one address holds nobody else up, costs them no try, and is soon refused', async () => {
  await demo.person('lan');
  let answered = 0;
  const flood = Promise.all(
    Array.from({ length: 130 }, async (_, n) => {
      const { statusCode } = await guess(`ai-do-${n}`, `sai ${n}`, '198.51.100.9');
      answered += 1;
      return statusCode;
    }),
  );
  const lan = await guess('lan', testPassword, '203.0.113.7');
  expect(lan.statusCode).toBe(200);
  expect(answered).toBeLessThan(30);
  const outcomes = Map.groupBy(await flood, (status) => status);
  expect([outcomes.get(400)?.length, outcomes.get(429)?.length]).toEqual([50, 80]);
  expect((await trail('guessing-noticed')).map(({ after }) => after)).toEqual([{ limit: 'network' }]);
  // From where she has signed in before, not even the address's own guilt keeps her out.
  await demo.person('binh');
  expect((await guess('binh', testPassword, '198.51.100.9')).statusCode).toBe(429);
  anHourLater();
  expect((await guess('binh', testPassword, '198.51.100.9')).statusCode).toBe(200);
  for (let n = 0; n < 50; n += 1) await guess(`ai-do-${n}`, `sai lan nua ${n}`, '198.51.100.9');
  expect((await guess('ai-khac', 'sai', '198.51.100.9')).statusCode).toBe(429);
  expect((await guess('binh', testPassword, '198.51.100.9')).statusCode).toBe(200);
});

test('slow guessing of one name over many networks gets twenty tries an hour, and its owner gets in', async () => {
  anHourLater();
  const mai = await demo.person('mai');
  expect((await guess('mai', testPassword, '203.0.113.20')).statusCode).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 60; n += 1) statuses.push((await guess('mai', `sai ${n}`, `10.0.${n}.1`)).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect((await guess('mai', testPassword, '203.0.113.20')).statusCode).toBe(200);
  const noticed = await trail('guessing-noticed');
  expect(noticed.filter(({ subject_id }) => subject_id === mai.accountId)).toEqual([
    { subject_id: mai.accountId, after: { limit: 'account' }, network: '10.0.19.0/24' },
  ]);
});

test('one password over many names and networks gets ten tries an hour', async () => {
  anHourLater();
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await guess(`nguoi-${n}`, 'Mùa hè 2026', `10.1.${n}.1`)).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  // Another password is nobody's fault.
  expect((await guess('nguoi-99', 'khác hẳn', '10.1.99.1')).statusCode).toBe(400);
});

test('each failure that was checked is in the trail, without what was typed', async () => {
  anHourLater();
  const hoa = await demo.person('hoa');
  const before = (await trail('sign-in-failed')).length;
  await guess('hoa', 'sai', '203.0.113.30');
  await guess('khong-co', 'sai nữa', '203.0.113.30');
  const entries = (await trail('sign-in-failed')).slice(before);
  expect(entries.map(({ subject_id }) => subject_id).toSorted()).toEqual(['', hoa.accountId].toSorted());
  expect(JSON.stringify(entries)).not.toContain('khong-co');
});

test('the 65,536 networks that a provider gives one customer have the tries of one, at whatever they try', async () => {
  anHourLater();
  const elsewhere = (remoteAddress: string) =>
    app.http.inject({
      method: 'POST',
      url: '/identity/sign-in-elsewhere',
      payload: { ma_dn: 'khong-ai' },
      remoteAddress,
    });
  const [guessed, begun]: [number[], number[]] = [[], []];
  for (let n = 0; n < 60; n += 1) {
    const network = `2001:db8:7:${n.toString(16)}::1`;
    guessed.push((await guess(`khach-${n}`, `sai nua ${n}`, network)).statusCode);
    begun.push((await elsewhere(network)).statusCode);
  }
  expect([guessed.indexOf(429), begun.indexOf(429)]).toEqual([50, 50]);
  expect((await guess('khach', 'sai khac', '2001:db8:8::1')).statusCode).toBe(400);
});
