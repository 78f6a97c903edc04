import type { RequestedAction } from '@alo/call-core';
import { botCarrierHost } from '@alo/engine';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { otpSealer } from '../src/features/voice-otp/codes.ts';
import { otpDialler } from '../src/features/voice-otp/dialler.ts';
import { newId } from '../src/kernel/new-id.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';

/** Whose number it is says a code that is heard there; the call is the operator's. */
let app: TestApp;
let operators: TestTenant;
let owner: TestTenant;
let squatter: TestTenant;
let superuser: pg.Client;
let operatorsTrunk: string;
const trunks = new Map<TestTenant, string>();
/** What the operator's calls say, and to whom. */
let said: { company: string; to: string; code: string }[] = [];
let dialler: ReturnType<typeof otpDialler>;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  owner = await app.tenant('chu-so');
  squatter = await app.tenant('chiem-so');
  superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  for (const tenant of [operators, owner, squatter]) {
    const trunk = await tenant.admin.call('POST', '//telephony/partner/trunk', {
      name: 'Nhà mạng',
      host: `sip.${tenant.code}.vn`,
    });
    trunks.set(tenant, trunk.json().id);
  }
  operatorsTrunk = trunks.get(operators) ?? '';
  dialler = otpDialler({
    db: app.db,
    bus: app.bus,
    sealer: otpSealer(app.serverKey),
    tellOfEnd: async () => undefined,
    now: () => app.clock.now,
    runsHere: () => [operators.id, owner.id, squatter.id],
    hasCall: () => () => true,
    async request(company, { id, what }) {
      said.push({ company, ...reached(what) });
      return { id, ok: true, call: null };
    },
    onError: () => undefined,
  });
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  await dialler.close();
  await superuser.end();
  await app.close();
});

function reached(what: RequestedAction) {
  if (what.kind !== 'reach' || what.then.kind !== 'otp') throw new Error('Something else was asked for.');
  return { to: what.number, code: what.then.digits };
}

const add = async (tenant: TestTenant, number: string) => {
  const answer = await tenant.admin.call('POST', '//telephony/partner/service-number', {
    name: number,
    number,
    trunk_id: trunks.get(tenant),
  });
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
};
const ask = ({ admin }: TestTenant, number: string) =>
  admin.call('POST', '//telephony/partner/number-proof', { number });
const asked = async (tenant: TestTenant, number: string) => {
  const answer = await ask(tenant, number);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  await dialler.settled();
  const code = said.at(-1)?.code ?? '';
  return { ...answer.json(), code, wrong: code === '000000' ? '000001' : '000000' };
};
const prove = ({ admin }: TestTenant, id: string, code: string) =>
  admin.call('POST', `//telephony/partner/number-proof/${id}`, { code });
const stateOf = async ({ admin }: TestTenant, id: string) =>
  (await admin.call('GET', `//telephony/partner/number-proof/${id}`)).json();
const rowsOf = async ({ admin }: TestTenant, number: string) =>
  (await admin.call('GET', `//telephony/partner/service-numbers?search=${number}`)).json().data;
/** As if a day had gone by. */
const forget = () => superuser.query('delete from otp_request where tenant_id = $1', [operators.id]);
const planOf = async ({ id }: TestTenant) => (await loadTelephonyConfig(app.db.inTenant, id)).plan;

test('where nobody runs the installation for others a number needs no proof', async () => {
  const { id } = await add(owner, '02873980001');
  expect(await rowsOf(owner, '2873980001')).toMatchObject([{ id, proven: false, works: true, shown: true }]);
  expect((await planOf(owner)).numbers['+842873980001']).not.toHaveProperty('callers');
  await superuser.query('insert into operator_company (tenant_id) values ($1)', [operators.id]);
  expect(await rowsOf(owner, '2873980001')).toMatchObject([{ proven: false, works: true, shown: false }]);
  expect((await planOf(owner)).numbers['+842873980001']).toMatchObject({ callers: [], unproven: true });
});

test('without a carrier of the operator’s nobody is called, and the words say who can help', async () => {
  const refused = await ask(owner, '02873980001');
  expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
    409,
    'call_refused',
    expect.stringContaining('đơn vị vận hành'),
  ]);
  // Bots pick up for anybody.
  const { id } = await add(operators, '02873980900');
  await superuser.query('update trunk set host = $1 where id = $2', [botCarrierHost, operatorsTrunk]);
  expect((await operators.admin.call('POST', '/voice-otp-number', { service_number_id: id })).statusCode).toBe(200);
  expect((await ask(owner, '02873980001')).json().code).toBe('call_refused');
  await superuser.query("update trunk set host = 'sip.van-hanh.vn', enabled = false where id = $1", [operatorsTrunk]);
  expect((await ask(owner, '02873980001')).json().code).toBe('call_refused');
  await superuser.query('update trunk set enabled = true where id = $1', [operatorsTrunk]);
  // A carrier of the claimant's own would let them hear what they like.
  const own = await rowsOf(owner, '2873980001');
  expect((await owner.admin.call('POST', '/voice-otp-number', { service_number_id: own[0].id })).statusCode).toBe(200);
  expect(said).toEqual([]);
});

test('a number is its company’s once the code that was said there is typed in, and may be shown from then on', async () => {
  const { id, code, wrong, ...proof } = await asked(owner, '028 7398 0001');
  expect(said).toEqual([{ company: operators.id, to: '+842873980001', code: expect.stringMatching(/^\d{6}$/) }]);
  expect(proof).toMatchObject({ number: '+842873980001', proven: false, tries_left: 5 });
  expect(await stateOf(owner, id)).toMatchObject({ state: 'calling', tries_left: 5 });
  expect((await prove(owner, id, wrong)).json()).toEqual({ proven: false, tries_left: 4, service_number_id: null });
  for (const stranger of [squatter, operators]) {
    expect((await prove(stranger, id, code)).statusCode).toBe(404);
    expect((await stranger.admin.call('GET', `//telephony/partner/number-proof/${id}`)).statusCode).toBe(404);
  }
  expect((await prove(owner, id, code)).json()).toMatchObject({ proven: true });
  expect(await rowsOf(owner, '2873980001')).toMatchObject([{ proven: true, shown: true }]);
  expect((await planOf(owner)).numbers['+842873980001']).not.toHaveProperty('callers');
  expect((await prove(owner, id, code)).json()).toMatchObject({ proven: false, tries_left: 0 });
  expect((await ask(owner, '02873980001')).json().message).toBe('Số này đã được xác minh');
  const trail = await app.db.inTenant(owner.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'service_number').select('after').orderBy('at').execute(),
  );
  expect(trail.map(({ after }) => after)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ proof: 'asked' }),
      expect.objectContaining({ proof: 'wrong code', tries_left: 4 }),
      expect.objectContaining({ proven: true, by_call: true }),
    ]),
  );
  expect(JSON.stringify(trail)).not.toContain(code);
});

test('another number is another proof', async () => {
  const [row] = await rowsOf(owner, '2873980001');
  const changed = await owner.admin.call('PUT', `//telephony/partner/service-number/${row.id}`, {
    ...row,
    number: '02873980002',
  });
  expect(changed.json()).toMatchObject({ proven: false, shown: false });
});

test('whoever squats on a number loses it to whom it rings at', async () => {
  await add(squatter, '02873980010');
  expect((await planOf(squatter)).numbers).toHaveProperty('+842873980010');
  const { id, code } = await asked(owner, '02873980010');
  expect((await prove(owner, id, code)).json().proven).toBe(true);
  expect(await rowsOf(owner, '2873980010')).toMatchObject([{ proven: true, works: true, shown: true }]);
  expect((await planOf(squatter)).numbers).not.toHaveProperty('+842873980010');
  // Their row stays, with all that refers to it, and has no number.
  expect(await rowsOf(squatter, '2873980010')).toMatchObject([{ number: '', enabled: false, proven: false }]);
  expect((await planOf(owner)).numbers).toHaveProperty('+842873980010');
  expect((await ask(squatter, '02873980010')).json().message).toContain('công ty khác xác minh');
  // Whose it is hears of that, and not who it was.
  const { data } = (
    await owner.admin.call('GET', '/activity-user-tenant?action=refused&subject=service_number')
  ).json();
  const entry = (await owner.admin.call('GET', `/activity-user-tenant/${data[0].id}`)).json();
  expect([data.length, entry.account_id, entry.after]).toEqual([
    1,
    null,
    { number: '+842873980010', asked_by_another: true },
  ]);
});

test('of two who asked, the first to prove has it, and the other’s code takes it from nobody', async () => {
  await add(squatter, '02873980020');
  const theirs = await asked(squatter, '02873980020');
  const late = await asked(owner, '02873980020');
  const answers = await Promise.all([prove(squatter, theirs.id, theirs.code), prove(owner, late.id, late.code)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const holders = await Promise.all([squatter, owner].map((tenant) => rowsOf(tenant, '2873980020')));
  // Whoever lost it has a row without a number.
  expect(holders.flat().filter(({ number }) => number !== '')).toHaveLength(1);
});

test.each([
  ['19001234', 422],
  ['18001234', 422],
  ['113', 422],
  ['+6591234567', 422],
  ['02873989999', 422],
  ['02873980900', 409],
])('%s is not called', async (number, status) => {
  expect((await ask(squatter, number)).statusCode).toBe(status);
  expect(said).toEqual([]);
});

test('five wrong codes are the end of it, and so are ten minutes', async () => {
  await add(squatter, '02873980030');
  const guessed = await asked(squatter, '02873980030');
  for (const left of [4, 3, 2, 1, 0]) {
    expect((await prove(squatter, guessed.id, guessed.wrong)).json().tries_left).toBe(left);
  }
  expect((await prove(squatter, guessed.id, guessed.code)).json().proven).toBe(false);
  const old = await asked(squatter, '02873980030');
  app.clock.now += 601_000;
  expect((await prove(squatter, old.id, old.code)).json()).toMatchObject({ proven: false, tries_left: 0 });
});

test('nobody’s phone is rung again and again, and no company spends the operator’s money', async () => {
  await forget();
  await add(squatter, '02873980040');
  const answers = [];
  // By whoever asks: the number is one.
  for (const tenant of [squatter, owner, squatter, owner, squatter, owner]) {
    answers.push((await ask(tenant, '02873980040')).statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  await forget();
  for (let n = 0; n < 21; n += 1) {
    await add(squatter, `0287398${1_000 + n}`);
    const { statusCode } = await ask(squatter, `0287398${1_000 + n}`);
    expect([n, statusCode]).toEqual([n, n < 20 ? 200 : 429]);
  }
});

test('a company on trial is let out of its bots by a number that it has proven by a call', async () => {
  await forget();
  await superuser.query("update tenant set trial_until = now() + interval '9 days' where id = $1", [squatter.id]);
  const trunk = () =>
    squatter.admin.call('POST', '//telephony/partner/trunk', { name: newId(), host: 'sip.nha-mang-moi.vn' });
  await superuser.query('update service_number set proven_at = null where tenant_id = $1', [squatter.id]);
  expect((await trunk()).statusCode).toBe(422);
  const { id, code } = await asked(squatter, '02873980040');
  expect(await rowsOf(squatter, '2873980040')).toMatchObject([{ works: false }]);
  expect((await prove(squatter, id, code)).json().proven).toBe(true);
  expect(await rowsOf(squatter, '2873980040')).toMatchObject([{ works: true, shown: true }]);
  expect((await trunk()).statusCode).toBe(200);
});
