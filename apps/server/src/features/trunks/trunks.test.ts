import type { TrunkId } from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';
import { openText } from '../../storage/sealed-text.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { telephonyStore } from '../../telephony/telephony-store.ts';

let app: TestApp;
let mine: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('duong-truyen');
  other = await app.tenant('nha-khac');
});

afterAll(() => app.close());

const trunkOf = async ({ admin, code }: TestTenant, body: object = {}) =>
  (
    await admin.call('POST', '//telephony/partner/trunk', {
      name: crypto.randomUUID(),
      host: `sip.${code}.vn`,
      ...body,
    })
  ).json();
const addNumber = ({ admin }: TestTenant, body: object) =>
  admin.call('POST', '//telephony/partner/service-number', { name: 'Tổng đài', ...body });

test('a number is kept in one form, and belongs to one company of the installation, whose name nobody is told', async () => {
  const [own, theirs] = [await trunkOf(mine), await trunkOf(other)];
  const added = await addNumber(mine, { number: '028 7300 1234', trunk_id: own.id });
  expect([added.statusCode, added.json().number]).toEqual([200, '+842873001234']);
  const taken = await addNumber(other, { number: '+842873001234', trunk_id: theirs.id });
  const again = await addNumber(mine, { number: '842873001234', trunk_id: own.id });
  expect([taken.statusCode, taken.json().fields]).toEqual([409, again.json().fields]);
  expect(taken.json().fields).toEqual({ number: 'Đã có dữ liệu khác dùng giá trị này' });
  expect(taken.payload).not.toContain('duong-truyen');
  // Given up by one, it may be the other's.
  await mine.admin.call('DELETE', `//telephony/partner/service-number/${added.json().id}`);
  expect((await addNumber(other, { number: '02873001234', trunk_id: theirs.id })).statusCode).toBe(200);
});

test('what is no number is refused beside its field', async () => {
  const refused = await addNumber(mine, { number: '0123', trunk_id: (await trunkOf(mine)).id });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['number']]);
});

test('a number on another company’s trunk is a choice that does not exist', async () => {
  const refused = await addNumber(mine, { number: '02873009999', trunk_id: (await trunkOf(other)).id });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['trunk_id']]);
});

test.each([
  ['host', 'sip carrier'],
  ['host', 'sip:carrier.vn'],
  ['addresses', ['10.0.0']],
  ['addresses', ['2001:db8::/129x']],
  ['backups', ['a b']],
  ['number_prefix', '+84'],
  ['codecs', []],
])('a trunk with %s %j is refused', async (field, value) => {
  const refused = await mine.admin.call('POST', '//telephony/partner/trunk', {
    name: 'x',
    host: 'sip.vn',
    [field]: value,
  });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().fields)[0]).toMatch(new RegExp(`^${field}`));
});

test('a trunk that registers needs a name to do so by', async () => {
  const bare = await mine.admin.call('POST', '//telephony/partner/trunk', {
    name: 'x',
    host: 'sip.vn',
    kind: 'registration',
  });
  expect([bare.statusCode, Object.keys(bare.json().fields)]).toEqual([422, ['username']]);
});

test('what a carrier’s book wants is kept, and told to the engine where it is not as most want it', async () => {
  const open = (tenantId: string, sealed: string) => openText(app.serverKey, tenantId, sealed);
  const mannerOf = async (id: string) =>
    (await loadTelephonyConfig(app.db.inTenant, mine.id, open)).trunks.find(({ trunk }) => trunk === id)?.manner;
  const plain = await trunkOf(mine);
  expect(await mannerOf(plain.id)).toEqual({});
  const odd = await trunkOf(mine, {
    domain: 'ims.example.vn',
    registrar: 'reg.example.vn:5070',
    called_form: 'plus',
    user_is_phone: true,
    account_in_from: true,
    username: 'alo',
    identity: 'asserted',
    privacy: 'user-id',
    keys: 'info',
    early_media: false,
    session_timer: 'offered',
    session_seconds: 900,
    provisionals: 'reliable',
    silence_minutes: 5,
  });
  expect(odd).toMatchObject({ domain: 'ims.example.vn', silence_minutes: 5 });
  expect(await mannerOf(odd.id)).toEqual({
    domain: 'ims.example.vn',
    registrar: 'reg.example.vn:5070',
    calledForm: 'plus',
    userIsPhone: true,
    accountInFrom: true,
    privacy: 'user-id',
    keys: 'info',
    ignoresEarlyMedia: true,
    refreshSeconds: 900,
    provisionals: 'reliable',
    silenceMs: 300_000,
  });
  expect(await mannerOf((await trunkOf(mine, { session_timer: 'off' })).id)).toEqual({ refreshSeconds: null });
});

test.each([
  [{ account_in_from: true }, 'username'],
  [{ registrar: 'reg example' }, 'registrar'],
  [{ domain: 'sip:ims.vn' }, 'domain'],
  [{ kind: 'gateway', username: 'goip' }, 'host'],
  [{ kind: 'gateway', host: '' }, 'username'],
  [{ host: '' }, 'host'],
])('a trunk of %j is refused at %s', async (body, field) => {
  const refused = await mine.admin.call('POST', '//telephony/partner/trunk', { name: 'x', host: 'sip.vn', ...body });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, [field]]);
});

test('a gateway is known by its account alone, and two of a company have not one', async () => {
  const gateway = { kind: 'gateway', host: '', username: 'goip-1' };
  const { id } = await trunkOf(mine, gateway);
  await mine.admin.call('PUT', `//telephony/partner/trunk-secret/${id}`, { password: 'bi mat' });
  const open = (tenantId: string, sealed: string) => openText(app.serverKey, tenantId, sealed);
  const { trunks } = await loadTelephonyConfig(app.db.inTenant, mine.id, open);
  expect(trunks.find(({ trunk }) => trunk === id)).toMatchObject({
    account: null,
    registersHere: { username: 'goip-1', authUsername: 'goip-1', password: 'bi mat' },
    checkSeconds: 0,
  });
  const again = await mine.admin.call('POST', '//telephony/partner/trunk', { name: 'y', ...gateway });
  expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([409, ['username']]);
  expect(await trunkOf(other, gateway)).toMatchObject({ username: 'goip-1', state: 'unknown' });
});

test('a secret is kept sealed, reaches the engine, and is in no answer, file or trail', async () => {
  const { id } = await trunkOf(mine, { kind: 'registration', username: 'alo' });
  const set = (body: object, tenant = mine) => tenant.admin.call('PUT', `//telephony/partner/trunk-secret/${id}`, body);
  expect((await set({ password: 'bi mat' })).json()).toEqual({ has_secret: true });
  expect((await set({ password: 'bi mat' }, other)).statusCode).toBe(404);
  const stored = await app.db.inTenant(mine.id, (trx) =>
    trx.selectFrom('trunk').where('id', '=', id).select('secret').executeTakeFirstOrThrow(),
  );
  expect(stored.secret).not.toContain('bi mat');
  const open = (tenantId: string, sealed: string) => openText(app.serverKey, tenantId, sealed);
  expect(open(other.id, stored.secret ?? '')).toBeUndefined();
  const { trunks } = await loadTelephonyConfig(app.db.inTenant, mine.id, open);
  expect(trunks.find(({ trunk }) => trunk === id)?.account).toEqual({
    username: 'alo',
    authUsername: 'alo',
    password: 'bi mat',
  });
  const answers = [
    await mine.admin.call('GET', `//telephony/partner/trunk/${id}`),
    await mine.admin.call('GET', '//telephony/partner/trunks'),
    await mine.admin.call('GET', '//telephony/partner/trunks/export?format=csv'),
  ];
  const trail = await app.db.inTenant(mine.id, (trx) => trx.selectFrom('audit').selectAll().execute());
  for (const text of [...answers.map(({ payload }) => payload), JSON.stringify(trail)]) {
    expect(text).not.toContain('bi mat');
    expect(text).not.toContain(stored.secret);
  }
  expect(answers[0]?.json()).toMatchObject({ has_secret: true, state: 'unknown', state_since: null });
  expect((await set({ password: '' })).json()).toEqual({ has_secret: false });
});

test('what a number is can be asked', async () => {
  const asked = async (number: string) =>
    (await mine.admin.call('GET', `//telephony/partner/number/${encodeURIComponent(number)}`)).json();
  const trunk = await trunkOf(mine);
  await addNumber(mine, { number: '1900 1234', trunk_id: trunk.id });
  expect(await asked('+84 1900 1234')).toEqual({
    number: '+8419001234',
    kind: 'shared-cost',
    special: true,
    own: true,
  });
  expect(await asked('113')).toEqual({ number: '113', kind: 'emergency', special: true, own: false });
  expect(await asked('0901234567')).toMatchObject({ kind: 'mobile', special: false, own: false });
  expect(await asked('abc')).toEqual({ number: 'abc', kind: null, special: false, own: false });
});

test('how much may be called is plain until it is chosen, and what is chosen leads the next call', async () => {
  const at = '//telephony/partner/call-limits';
  const plain = (await mine.admin.call('GET', at)).json();
  expect(plain.open).toEqual(['local', 'mobile', 'long-distance']);
  const chosen = { open: ['mobile', 'international'], calls: 30, prices: { mobile: 600 }, spend_per_day: 500_000 };
  const saved = await mine.admin.call('PUT', at, chosen);
  expect(saved.json()).toEqual({ ...plain, ...chosen, version: plain.version + 1 });
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  expect(plan.limits).toMatchObject({ open: ['mobile', 'international'], calls: 30, extensionCalls: 4 });
  expect(plan.limits.spend).toEqual({ prices: { mobile: 600 }, perDay: 500_000 });
  expect((await other.admin.call('GET', at)).json()).toEqual(plain);
  const wrong = await mine.admin.call('PUT', at, { calls: 0, costly_hours: { from: '7h', to: '21:00' } });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['calls', 'costly_hours.from']]);
});

test('two people change the limits at once: the second is shown what the first has saved, and nothing is lost', async () => {
  const at = '//telephony/partner/call-limits';
  const { version } = (await mine.admin.call('GET', at)).json();
  const both = await Promise.all([10, 20].map((calls) => mine.admin.call('PUT', at, { calls, version })));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [winner, loser] = both.toSorted((a, b) => a.statusCode - b.statusCode);
  expect(loser?.json()).toMatchObject({ code: 'conflict', current: winner?.json() });
  expect((await mine.admin.call('GET', at)).json()).toEqual(winner?.json());
});

test('a carrier’s state stands in its row since it is so, and alarms ring the bell of those who may change the system', async () => {
  const { id } = await trunkOf(mine);
  const store = telephonyStore(app.db);
  const trunk = id as TrunkId; // the id of its row
  const first = Date.parse('2026-11-22T01:00:00Z');
  const shown = async () => (await mine.admin.call('GET', `//telephony/partner/trunk/${id}`)).json();
  await store.trunkIs(mine.id, { type: 'trunk', trunk, state: 'down', why: 'no-response', at: first });
  await store.trunkIs(mine.id, {
    type: 'trunk',
    trunk,
    state: 'down',
    why: 'refused',
    sipCode: 403,
    at: first + 1_000,
  });
  expect(await shown()).toMatchObject({
    state: 'down',
    state_since: '2026-11-22T01:00:00.000Z',
    state_reason: 'Nhà mạng từ chối (SIP 403)',
    version: 1,
  });
  await store.trunkIs(mine.id, { type: 'trunk', trunk, state: 'up', why: 'registered', at: first + 2_000 });
  expect(await shown()).toMatchObject({ state: 'up', state_since: '2026-11-22T01:00:02.000Z' });

  const since = Date.now() - 1_000;
  const alarm = { kind: 'fraud', of: 'extension 101', words: 'Máy nhánh 101 gọi nhiều', since, last: since } as const;
  await store.alarmed(mine.id, [{ ...alarm, count: 2 }]);
  await store.alarmed(mine.id, [{ ...alarm, count: 1 }]);
  const bell = (await mine.admin.call('GET', '/notifications')).json();
  expect(bell).toMatchObject({
    unread: 1,
    data: [{ kind: 'fraud', text: 'Dấu hiệu gian lận cước: Máy nhánh 101 gọi nhiều (2 lần)', read: false }],
  });
  const agent = await mine.person('nhan-vien', ['customer.view']);
  expect((await agent.call('GET', '/notifications')).json().data).toEqual([]);
});

test('a number says where it leads, who calls out with it and how much it carries, and call control obeys', async () => {
  const tenant = await app.tenant('dau-so');
  const trunk = await trunkOf(tenant);
  const [extension, rule, out] = [newId(), newId(), newId()];
  const made = await addNumber(tenant, { number: '1900 5678', trunk_id: trunk.id, carrier_form: 'H19005678' });
  expect(made.json()).toMatchObject({ kind: 'shared-cost', routes_to: [], callers: 'everybody', max_calls: null });
  const { id, version, created_at: _, updated_at: __, ...row } = made.json();
  await app.db.inTenant(tenant.id, async (trx) => {
    await trx.insertInto('extension').values({ id: extension, number: '101', name: 'Lan' }).execute();
    const leads = { destination_kind: 'direct', destination_value: '101' } as const;
    await trx
      .insertInto('inbound_rule')
      .values({ id: rule, name: 'Chính', service_number_id: id, ...leads })
      .execute();
    await trx.insertInto('outbound_rule').values({ id: out, name: 'Ra', pattern: '*' }).execute();
    await trx
      .insertInto('outbound_route')
      .values({ id: newId(), outbound_rule_id: out, service_number_id: id })
      .execute();
  });
  const change = {
    ...row,
    version,
    callers: 'chosen',
    caller_ids: [extension],
    max_calls: 3,
    expires_on: '2027-01-31',
  };
  const changed = await tenant.admin.call('PUT', `//telephony/partner/service-number/${id}`, change);
  expect(changed.json()).toMatchObject({
    routes_to: ['Chính → Máy nhánh 101 · Lan'],
    caller_names: ['Lan'],
    expires_on: '2027-01-31',
  });
  const { plan } = await loadTelephonyConfig(app.db.inTenant, tenant.id);
  expect(plan.numbers).toEqual({
    '+8419005678': { number: '+8419005678', name: 'Tổng đài', calls: 3, callers: ['101'] },
  });
  expect(plan.outboundRules[0]?.routes).toMatchObject([{ callerNumber: 'H19005678', number: '+8419005678' }]);

  const all = await tenant.admin.call('GET', '//telephony/partner/number/all/dau-so');
  expect(all.json().data).toEqual([{ id, number: '+8419005678', name: 'Tổng đài' }]);
  expect((await tenant.admin.call('GET', '//telephony/partner/number/all/nha-khac')).statusCode).toBeGreaterThan(399);
  const some = await tenant.admin.call('GET', '//telephony/partner/service-numbers?page=1&page_size=1&expires=90');
  expect(some.statusCode).toBe(200);
});

test('how a number did is counted of its own calls: answer rate, short ones, and how many at once', async () => {
  const tenant = await app.tenant('suc-khoe');
  const trunk = await trunkOf(tenant);
  const { id } = (await addNumber(tenant, { number: '02871000777', trunk_id: trunk.id })).json();
  const own = { service_number: '+842871000777' };
  const minutesAgo = (minutes: number) => ({ started_at: new Date(app.clock.now - minutes * 60_000) });
  // A limit ended it: it had found a channel.
  await storeCall(app.db, tenant.id, { ...own, ...minutesAgo(30), cause: 'limit' });
  await storeCall(app.db, tenant.id, { ...own, ...minutesAgo(29.5), talk_ms: 2_000 });
  await storeCall(app.db, tenant.id, { ...own, ...minutesAgo(10), status: 'missed' });
  await storeCall(app.db, tenant.id, {
    ...own,
    ...minutesAgo(5),
    direction: 'outbound',
    status: 'failed',
    cause: 'limit',
  });
  await storeCall(app.db, tenant.id, { ...minutesAgo(1) });
  await storeCall(app.db, tenant.id, { ...own, ...minutesAgo(8 * 24 * 60) });
  // Tries take no channel.
  for (const minutes of [30, 29.7])
    await storeCall(app.db, tenant.id, { ...own, ...minutesAgo(minutes), purpose: 'test' });
  const health = await tenant.admin.call('GET', `//telephony/partner/service-number/${id}/health`);
  expect(health.json()).toMatchObject({
    days: 7,
    inbound: 3,
    inbound_answered: 2,
    outbound: 1,
    outbound_answered: 0,
    short: 1,
    full: 1,
    most_at_once: 2,
  });
});

test('before a number ends whoever looks after numbers is told, and again when it has ended', async () => {
  const tenant = await app.tenant('het-han');
  const trunk = await trunkOf(tenant);
  const inDays = (days: number) => new Date(app.clock.now + days * 86_400_000).toISOString().slice(0, 10);
  await addNumber(tenant, { number: '02871000771', trunk_id: trunk.id, expires_on: inDays(10), remind_days: 30 });
  await addNumber(tenant, { number: '02871000772', trunk_id: trunk.id, expires_on: inDays(60), remind_days: 30 });
  await addNumber(tenant, { number: '02871000773', trunk_id: trunk.id, expires_on: inDays(-3), remind_days: 30 });
  const told = async (by: TestPerson) =>
    (await by.call('GET', '/notifications')).json().data.map(({ text }: { text: string }) => text);
  expect(await told(tenant.admin)).toEqual([
    expect.stringMatching(/^Đầu số 02871000773 .* đã hết hạn/),
    expect.stringMatching(/^Đầu số 02871000771 .* sắp hết hạn/),
  ]);
  expect(await told(await tenant.person('khong-quan', ['numbers.view']))).toEqual([]);
});
