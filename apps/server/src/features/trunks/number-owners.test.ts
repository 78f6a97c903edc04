import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { switchSignUp } from '../../domain/installation-setting.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let operators: TestTenant;
let owner: TestTenant;
let squatter: TestTenant;
let superuser: pg.Client;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  owner = await app.tenant('chu-so');
  squatter = await app.tenant('chiem-so');
  superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  await superuser.query('insert into operator_company (tenant_id) values ($1)', [operators.id]);
  for (const tenant of [owner, squatter]) trunks.set(tenant, (await addTrunk(tenant)).json().id);
});

afterAll(async () => {
  await superuser.end();
  await app.close();
});

const trunks = new Map<TestTenant, string>();
const addTrunk = ({ admin, code }: TestTenant) =>
  admin.call('POST', '//telephony/partner/trunk', { name: crypto.randomUUID(), host: `sip.${code}.vn` });
const add = (tenant: TestTenant, body: object) =>
  tenant.admin.call('POST', '//telephony/partner/service-number', {
    name: 'Số',
    trunk_id: trunks.get(tenant),
    ...body,
  });
const refusal = async (tenant: TestTenant, body: object) => {
  const answer = await add(tenant, body);
  return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
};
const planOf = async ({ id }: TestTenant) => loadTelephonyConfig(app.db.inTenant, id);
const give = (id: string, company: string) => operators.admin.call('PUT', `//admin/number/${id}`, { ma_dn: company });

test.each(['18001091', '8418001091', '1800-1091', '018001091', 'x18001091', '0901234567', '113', '1234'])(
  'a number is shown and taken as no other one: %s',
  async (form) => {
    expect(await refusal(squatter, { number: '02873990001', carrier_form: form })).toEqual([422, ['carrier_form']]);
  },
);

test('what a row of before has for another number is shown to nobody, and brings no call of theirs', async () => {
  const { id } = (await add(squatter, { number: '02873990002' })).json();
  await superuser.query("update service_number set carrier_form = '18001091' where id = $1", [id]);
  await app.db.inTenant(squatter.id, async (trx) => {
    const rule = crypto.randomUUID();
    await trx.insertInto('outbound_rule').values({ id: rule, name: 'Ra', pattern: '*' }).execute();
    const way = { id: crypto.randomUUID(), outbound_rule_id: rule, service_number_id: id };
    await trx.insertInto('outbound_route').values(way).execute();
  });
  const { plan, trunks: provisions } = await planOf(squatter);
  expect(plan.outboundRules[0]?.routes).toMatchObject([{ callerNumber: '02873990002' }]);
  expect(provisions[0]).toMatchObject({ numbers: ['02873990002'], forms: {} });
  await squatter.admin.call('DELETE', `//telephony/partner/service-number/${id}`);
});

test('a number stands once in the installation, in whichever spelling and column', async () => {
  expect((await add(owner, { number: '02873990010', carrier_form: 'ALO.pilot' })).statusCode).toBe(200);
  for (const [body, field] of [
    [{ number: '+842873990010' }, 'number'],
    [{ number: '842873990010' }, 'number'],
    [{ number: '02873990011', carrier_form: 'alo-pilot' }, 'carrier_form'],
    [{ number: '02873990011', carrier_form: 'ALOPILOT' }, 'carrier_form'],
  ] as const) {
    expect([body, await refusal(squatter, body)]).toEqual([body, [409, [field]]]);
  }
  // The same of what a carrier sends for it that is the end of another one.
  expect((await add(squatter, { number: '02473990012', carrier_form: '73990012' })).statusCode).toBe(200);
  expect(await refusal(owner, { number: '02873990012', carrier_form: '73990012' })).toEqual([409, ['carrier_form']]);
});

test('a squatted number goes to its owner by the operator’s word, who is told which are unproven', async () => {
  const { id } = (await add(squatter, { number: '02873990020' })).json();
  const { data } = (await operators.admin.call('GET', '//admin/numbers?search=0287399002')).json();
  expect(data).toMatchObject([{ id, number: '+842873990020', ma_dn: 'chiem-so', proven: false, on_trial: false }]);
  expect((await give(id, 'khong-co')).json().fields).toEqual({ ma_dn: 'Không có doanh nghiệp này' });
  expect((await give(id, 'van-hanh')).json().fields).toEqual({ ma_dn: 'Doanh nghiệp này chưa có đường truyền nào' });
  const given = await give(id, 'chu-so');
  expect([given.statusCode, given.json().ma_dn]).toEqual([200, 'chu-so']);
  const rows = (await owner.admin.call('GET', '//telephony/partner/service-numbers?search=2873990020')).json().data;
  expect(rows).toMatchObject([{ id: given.json().id, number: '+842873990020', proven: true, works: true }]);
  expect((await planOf(squatter)).plan.numbers).not.toHaveProperty('+842873990020');
  expect((await planOf(owner)).plan.numbers).toHaveProperty('+842873990020');
  expect(await refusal(squatter, { number: '02873990020' })).toEqual([409, ['number']]);
  const trail = await app.db.inTenant(squatter.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', id).select('after').orderBy('at').execute(),
  );
  expect(trail.at(-1)?.after).toEqual({ number: '+842873990020', operator: 'admin', given_to_its_owner: true });
  for (const person of [squatter.admin, owner.admin]) {
    expect((await person.call('GET', '//admin/numbers')).statusCode).toBe(404);
    expect((await person.call('PUT', `//admin/number/${id}`, { ma_dn: 'chiem-so' })).statusCode).toBe(404);
  }
});

test('a number that changes hands is the one’s or the other’s, also where the server dies on the way', async () => {
  const { id } = (await add(squatter, { number: '02873990025' })).json();
  const whose = async () =>
    (
      await superuser.query(
        "select t.code from service_number n join tenant t on t.id = n.tenant_id where number = '+842873990025'",
      )
    ).rows;
  // The trail of who gets it is somebody else's for a moment: the server waits there when it dies.
  const holding = new pg.Client({ connectionString: app.url });
  await holding.connect();
  await holding.query('begin');
  const { rowCount } = await holding.query('select from audit_head where tenant_id = $1 for update', [owner.id]);
  expect(rowCount).toBe(1);
  const giving = give(id, 'chu-so');
  await expect
    .poll(async () => {
      const { rows } = await superuser.query(
        // What was refused before may be waiting there, too: it changes no number.
        `select pg_terminate_backend(pid) as killed from pg_stat_activity as one
         where datname = current_database() and application_name = 'alo' and wait_event_type = 'Lock'
           and exists (select from pg_locks
             where pg_locks.pid = one.pid and relation = 'service_number'::regclass and mode = 'RowExclusiveLock')`,
      );
      return rows.length;
    })
    .toBe(1);
  expect((await giving).statusCode).toBe(503);
  await holding.end();
  expect(await whose()).toEqual([{ code: 'chiem-so' }]);
  expect((await give(id, 'chu-so')).statusCode).toBe(200);
  expect(await whose()).toEqual([{ code: 'chu-so' }]);
  for (const { id: company } of [owner, squatter]) {
    const { rows } = await app.db.inTenant(company, (trx) => sql`select * from audit_faults()`.execute(trx));
    expect(rows).toEqual([]);
  }
});

test('a company on trial has bots alone: no carrier, no number that nobody has proven, until the operator lets it', async () => {
  await switchSignUp(app.db, true);
  const wish = { company: 'Thử', ma_dn: 'thu', name: 'Ai', email: 'ai@thu.vn', password: 'con-duong-xanh-2026' };
  const signUp = (url: string, payload: object) => app.http.inject({ method: 'POST', url, payload });
  const { proof } = (await signUp('/identity/signup/code', wish)).json();
  const code = /^\d{6}$/m.exec(app.letters.at(-1)?.text ?? '')?.[0];
  const made = await signUp('/identity/signup', { ...wish, proof, code });
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    app.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${made.json().token}` },
      ...(payload && { payload }),
    });
  const trunk = (body: object) => call('POST', '/telephony/partner/trunk', { name: crypto.randomUUID(), ...body });
  for (const body of [{ host: 'sip.chu-so.vn' }, { host: 'sip.thu.vn' }, { host: '113.160.0.9' }]) {
    const refused = await trunk(body);
    expect([body, refused.statusCode, refused.json().fields]).toEqual([
      body,
      422,
      { host: expect.stringContaining('dùng thử') },
    ]);
  }
  const { data } = (await call('GET', '/telephony/partner/trunks')).json();
  const [bots] = data;
  const turned = await call('PUT', `/telephony/partner/trunk/${bots.id}`, {
    ...bots,
    host: 'sip.thu.vn',
    addresses: [],
  });
  expect([turned.statusCode, Object.keys(turned.json().fields)]).toEqual([422, ['host']]);
  const { id: tenantId } = (await app.db.directory.tenantByCode('thu')) ?? { id: '' };
  const number = { name: 'Số', number: '02873990030', trunk_id: bots.id };
  const squatted = (await call('POST', '/telephony/partner/service-number', number)).json();
  expect(squatted).toMatchObject({ proven: false, works: false });
  const numbers = async () =>
    Object.keys((await loadTelephonyConfig(app.db.inTenant, tenantId)).plan.numbers).toSorted();
  const [own = ''] = await numbers();
  expect([own.slice(0, 6), (await numbers()).length]).toEqual(['+84236', 1]);

  expect((await give(squatted.id, 'thu')).statusCode).toBe(200);
  expect(await numbers()).toEqual([own, '+842873990030'].toSorted());
  // Another number is another proof.
  const { version } = (await call('GET', `/telephony/partner/service-number/${squatted.id}`)).json();
  const changed = { ...squatted, version, number: '02873990031' };
  const other = await call('PUT', `/telephony/partner/service-number/${squatted.id}`, changed);
  expect(other.json()).toMatchObject({ number: '+842873990031', proven: false, works: false });

  const [company] = (await operators.admin.call('GET', '//admin/tenants?search=thu'))
    .json()
    .data.filter(({ ma_dn }: { ma_dn: string }) => ma_dn === 'thu');
  const { seats, licences } = company;
  const let_out = { version: company.version, seats, licences, trial_until: null };
  expect((await operators.admin.call('PUT', `//admin/tenant/${company.id}`, let_out)).statusCode).toBe(200);
  expect((await trunk({ host: 'sip.thu.vn' })).statusCode).toBe(200);
  expect(await numbers()).toContain('+842873990031');
});

test('the end of a trial is the end of its calls', async () => {
  const until = new Date(app.clock.now + 1_000);
  await superuser.query('update tenant set trial_until = $1 where id = $2', [until, squatter.id]);
  expect((await planOf(squatter)).plan.limits.closedFrom).toBe(until.getTime());
  expect((await planOf(owner)).plan.limits).not.toHaveProperty('closedFrom');
});
