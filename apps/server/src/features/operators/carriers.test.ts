import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

/** What the operator sold of a carrier, one company beside another. */
let app: TestApp;
let operators: TestTenant;
let mine: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  mine = await app.tenant('mot');
  other = await app.tenant('hai');
  await makeOperator(app, operators);
});

afterAll(() => app.close());

const give = ({ code }: Pick<TestTenant, 'code'>, body: object) =>
  operators.admin.call('POST', '//admin/carrier', {
    ma_dn: code,
    name: 'Viettel',
    places: ['sip.viettel.vn', '125.235.1.0/24'],
    ...body,
  });
const change = (row: { id: string }, body: object) =>
  operators.admin.call('PUT', `//admin/carrier/${row.id}`, { ...row, ...body });
const addTrunk = ({ admin }: TestTenant, body: object) =>
  admin.call('POST', '//telephony/partner/trunk', { name: crypto.randomUUID(), host: 'sip.viettel.vn', ...body });
const addNumber = ({ admin }: TestTenant, trunk_id: string, number: string, body: object = {}) =>
  admin.call('POST', '//telephony/partner/service-number', { name: crypto.randomUUID(), number, trunk_id, ...body });
const configOf = (tenant: TestTenant, openSecret?: (tenantId: string, sealed: string) => string | undefined) =>
  loadTelephonyConfig(app.db.inTenant, tenant.id, openSecret);
const refused = (answer: { statusCode: number; json(): { fields?: Record<string, string> } }) => [
  answer.statusCode,
  Object.keys(answer.json().fields ?? {}),
];

test('a company has the numbers, the channels and the account that it was given, and its carrier is nobody else’s', async () => {
  const row = (
    await give(mine, {
      numbers: ['028 7399 5500 - 028 7399 5509', '19001234'],
      max_calls: 5,
      username: 'mot-01',
      auth_username: 'auth-01',
      domain: 'ims.viettel.vn',
      password: 'bi-mat-cua-mot',
    })
  ).json();
  expect(row).toMatchObject({
    ma_dn: 'mot',
    numbers: ['+842873995500-+842873995509', '+8419001234'],
    has_secret: true,
    trunks: 0,
  });
  const made = (await addTrunk(mine, { passes_callers: true })).json();
  const inRange = await addNumber(mine, made.id, '02873995501');
  expect([inRange.statusCode, inRange.json().proven, inRange.json().carried]).toEqual([200, true, true]);
  expect(refused(await addNumber(mine, made.id, '02873995510'))).toEqual([422, ['number']]);
  expect(refused(await addNumber(mine, made.id, '02471000001'))).toEqual([422, ['number']]);

  const { plan, trunks } = await configOf(mine, () => 'mở');
  const share = { id: row.id, name: 'Viettel', calls: 5 };
  expect(plan.trunks[made.id]).toMatchObject({ share, passesCallers: false });
  expect(trunks.find(({ trunk }) => trunk === made.id)).toMatchObject({
    share: row.id,
    inside: ['0.0.0.0/0', '::/0'],
    numbers: ['02873995501'],
    account: { username: 'mot-01', authUsername: 'auth-01', password: 'mở' },
    manner: { domain: 'ims.viettel.vn' },
  });

  // Another trunk of its own is none of it.
  const beside = (await addTrunk(mine, { host: 'sip.rieng.vn' })).json();
  const its = (await configOf(mine)).trunks.find(({ trunk }) => trunk === beside.id);
  expect([its?.share, its?.inside]).toEqual([undefined, []]);
  expect((await mine.admin.call('DELETE', `//telephony/partner/trunk/${beside.id}`)).statusCode).toBe(200);

  // The other company: no place of it, no number of it, in any spelling.
  for (const body of [{}, { host: '125.235.1.7' }, { host: 'sip.hai.vn', addresses: ['125.235.1.7'] }]) {
    expect([body, (await addTrunk(other, body)).statusCode]).toEqual([body, 409]);
  }
  const own = (await addTrunk(other, { host: 'sip.hai.vn' })).json();
  for (const number of ['02873995502', '+842873995509', '19001234']) {
    expect([number, refused(await addNumber(other, own.id, number))]).toEqual([number, [409, ['number']]]);
  }
  const { data } = (await other.admin.call('GET', '//telephony/partner/given-carriers')).json();
  expect(data).toEqual([]);
  const told = await mine.admin.call('GET', '//telephony/partner/given-carriers');
  expect(told.json().data).toMatchObject([{ name: 'Viettel', max_calls: 5, username: 'mot-01', has_secret: true }]);
  const trail = await app.db.inTenant(mine.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'carrier_share').select(['action', 'after']).execute(),
  );
  expect(trail).toMatchObject([{ action: 'create', after: { name: 'Viettel', max_calls: 5 } }]);
  expect(JSON.stringify([told.json(), trail])).not.toContain('bi-mat-cua-mot');
});

test('what is taken away leads no call any more, and one that has ended is nobody’s', async () => {
  const [row] = (await operators.admin.call('GET', '//admin/carriers?search=mot')).json().data;
  expect(row.trunks).toBe(1);
  const narrow = (await change(row, { numbers: ['02873995509'], password: null })).json();
  expect(narrow.has_secret).toBe(true);
  expect((await configOf(mine)).plan.numbers).toEqual({});
  const list = (await mine.admin.call('GET', '//telephony/partner/service-numbers')).json();
  expect(list.data.map(({ carried }: { carried: boolean }) => carried)).toEqual([false]);

  expect((await change(row, {})).statusCode).toBe(409);
  const wide = (await change(narrow, { numbers: [] })).json();
  expect(Object.keys((await configOf(mine)).plan.numbers)).toEqual(['+842873995501']);
  const ended = (await change(wide, { active: false })).json();
  const { plan, trunks } = await configOf(mine);
  expect([plan.numbers, plan.trunks, trunks]).toEqual([{}, {}, []]);
  for (const tenant of [mine, other]) expect((await addTrunk(tenant, {})).statusCode).toBe(409);
  expect((await operators.admin.call('DELETE', `//admin/carrier/${row.id}`)).statusCode).toBe(409);
  expect((await change(ended, { active: true })).statusCode).toBe(200);
  expect(Object.keys((await configOf(mine)).plan.numbers)).toEqual(['+842873995501']);
});

test('a trunk to a shared carrier has no server or address of another', async () => {
  const mixed = [
    [{ host: 'sip.khac.vn', backups: ['sip.viettel.vn:5070'] }, 'host'],
    [{ host: 'sip.khac.vn', addresses: ['125.235.1.9'] }, 'host'],
    [{ backups: ['sip.khac.vn'] }, 'backups'],
    [{ addresses: ['113.160.9.9'] }, 'addresses'],
  ] as const;
  for (const [body, field] of mixed) {
    expect([body, refused(await addTrunk(mine, body))]).toEqual([body, [422, [field]]]);
  }
  expect((await addTrunk(mine, { backups: ['125.235.1.3:5080'], addresses: ['125.235.1.128/25'] })).statusCode).toBe(
    200,
  );
});

test('two companies on one carrier have each their own part, and numbers are given once', async () => {
  for (const numbers of [['02873995501'], ['02873995400 - 02873995600']]) {
    const both = await give(other, { numbers });
    expect([both.statusCode, both.json().fields.numbers]).toEqual([422, expect.stringContaining('(mot)')]);
  }
  const given = await give(other, { numbers: ['02471000000 - 02471000099'], max_calls: 2 });
  expect(given.statusCode).toBe(200);
  const made = (await addTrunk(other, {})).json();
  expect((await addNumber(other, made.id, '02471000001')).statusCode).toBe(200);
  const theirs = await configOf(other);
  expect(theirs.plan.trunks[made.id]).toMatchObject({ share: { id: given.json().id, calls: 2 } });
  expect(theirs.trunks.find(({ trunk }) => trunk === made.id)).toMatchObject({
    numbers: ['02471000001'],
    account: null,
  });
  expect(refused(await addNumber(mine, made.id, '02471000002'))).toEqual([409, ['number']]);
});

test('a number that was given with a carrier is handed to nobody else', async () => {
  const { data } = (await operators.admin.call('GET', '//admin/numbers?search=02471000001')).json();
  const to = (ma_dn: string) => operators.admin.call('PUT', `//admin/number/${data[0].id}`, { ma_dn });
  expect([(await to('mot')).statusCode, (await to('hai')).statusCode]).toEqual([409, 200]);
});

test('a carrier has its channels for all companies together: what was given of it is summed, and each is sure of a part', async () => {
  const [three, four] = [await app.tenant('ba'), await app.tenant('hien-so')];
  const places = ['sip.vnpt.vn', '113.190.4.0/24'];
  const first = await give(three, { name: 'VNPT', places, max_calls: 20, carrier_calls: 30 });
  expect(first.json()).toMatchObject({ carrier_calls: 30, carrier_given: 20, carrier_unlimited: 0 });
  const trunk = (await addTrunk(three, { host: 'sip.vnpt.vn' })).json();
  const carrierOf = async (tenant: TestTenant, id: string) =>
    (await configOf(tenant)).trunks.find((one) => one.trunk === id)?.carrier;
  const alone = await carrierOf(three, trunk.id);
  expect(alone).toMatchObject({ channels: 30, floor: 20 });

  // The same carrier by a network around its address; more is given than there is, and that is said.
  const second = await give(four, { name: 'Đường VNPT', places: ['113.190.4.9'], max_calls: 40 });
  expect(second.json()).toMatchObject({ carrier_calls: 30, carrier_given: 60, carrier_companies: 2 });
  const theirs = (await addTrunk(four, { host: '113.190.4.9' })).json();
  expect(await carrierOf(three, trunk.id)).toEqual({ id: alone?.id, channels: 30, floor: 6 });
  expect(await carrierOf(four, theirs.id)).toEqual({ id: alone?.id, channels: 30, floor: 9 });

  // Neither company's trail or page says what the operator has, or others were given.
  const told = await three.admin.call('GET', '//telephony/partner/given-carriers');
  const trail = await app.db.inTenant(three.id, (trx) => trx.selectFrom('audit').selectAll().execute());
  expect(JSON.stringify([told.json(), trail])).not.toMatch(/carrier_(calls|given|unlimited|companies)|"channels"/);

  // Elsewhere it is another carrier, of which nothing is known, and the first company has all of the first one again.
  const moved = (await change(second.json(), { places: ['113.190.5.9'], carrier_calls: undefined })).json();
  expect(moved).toMatchObject({ carrier_calls: null, carrier_given: 40, carrier_companies: 1 });
  expect(await carrierOf(three, trunk.id)).toMatchObject({ id: alone?.id, floor: 20 });
  const wide = (await change(first.json(), { max_calls: null, carrier_calls: null })).json();
  expect(wide).toMatchObject({ carrier_calls: null, carrier_given: 0, carrier_unlimited: 1 });
  expect(await carrierOf(three, trunk.id)).toBeUndefined();
});

test.each([
  [{ numbers: ['không phải số'] }, 'numbers'],
  [{ numbers: ['02873995509 - 02873995500'] }, 'numbers'],
  [{ numbers: ['0200000000 - 0299999999'] }, 'numbers'],
  [{ numbers: ['1 - 2 - 3'] }, 'numbers'],
  [{ places: [] }, 'places'],
  [{ places: ['http://x'] }, 'places.0'],
  [{ max_calls: 0 }, 'max_calls'],
  [{ carrier_calls: 0 }, 'carrier_calls'],
  [{ ma_dn: 'khong-co' }, 'ma_dn'],
])('what is no part of a carrier is refused: %j', async (body, field) => {
  expect(refused(await give(mine, body))).toEqual([422, [field]]);
});

test('nothing is what nobody was given', async () => {
  const body = { name: '9999-12-31', places: ['sip.tu.vn'], version: 1 };
  expect((await change({ id: mine.id }, body)).statusCode).toBe(404);
  expect((await operators.admin.call('DELETE', `//admin/carrier/${mine.id}`)).statusCode).toBe(404);
});

test('a part that was given by mistake is forgotten, and no company gives itself one', async () => {
  const row = (await give(mine, { name: 'Nhầm', places: ['sip.nham.vn'] })).json();
  expect((await operators.admin.call('DELETE', `//admin/carrier/${row.id}`)).json()).toEqual({ id: row.id });
  expect((await addTrunk(other, { host: 'sip.nham.vn' })).statusCode).toBe(200);
  const body = { ma_dn: 'hai', name: 'Tự giao', places: ['sip.tu.vn'] };
  for (const attempt of [
    other.admin.call('POST', '//admin/carrier', body),
    other.admin.call('GET', '//admin/carriers'),
    other.admin.call('DELETE', `//admin/carrier/${row.id}`),
  ]) {
    expect((await attempt).statusCode).toBe(404);
  }
});

test('a customer’s number is shown by a carrier of the operator’s where the operator says so, and the company, too', async () => {
  const company = await app.tenant('bon');
  const row = (await give(company, { places: ['sip.hien-so.vn', '125.235.8.0/24'] })).json();
  expect(row.passes_callers).toBe(false);
  const body = { host: 'sip.hien-so.vn', addresses: ['125.235.8.9'], passes_callers: true };
  const trunk = (await addTrunk(company, body)).json();
  const own = (await addTrunk(company, { host: 'sip.cua-bon.vn', passes_callers: true })).json();
  const passes = async () => {
    const { trunks } = (await configOf(company)).plan;
    return [trunks[trunk.id]?.passesCallers, trunks[own.id]?.passesCallers];
  };
  // What is the company's own is between it and its carrier.
  expect(await passes()).toEqual([false, true]);
  const yes = (await change(row, { passes_callers: true, password: null })).json();
  expect(yes.passes_callers).toBe(true);
  expect(await passes()).toEqual([true, true]);

  // The same of one that was assigned without a share, by a network around it.
  await company.admin.call('PUT', `//telephony/partner/trunk/${own.id}`, { ...own, addresses: ['125.235.7.9'] });
  const assign = (passes_callers: boolean) =>
    app.db.inTenant(company.id, async (trx) => {
      await trx.deleteFrom('assigned_carrier').where('host', '=', '125.235.7.0/24').execute();
      const place = { id: crypto.randomUUID(), host: '125.235.7.0/24', passes_callers };
      await trx.insertInto('assigned_carrier').values(place).execute();
    });
  await assign(false);
  expect(await passes()).toEqual([true, false]);
  await assign(true);
  expect(await passes()).toEqual([true, true]);
});
