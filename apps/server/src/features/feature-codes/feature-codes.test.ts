import { features } from '@alo/contract';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { companyDataOf } from '../../compose/company-records.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let demo: TestTenant;
let condition: string;
const told: string[][] = [];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('ma-tinh-nang');
  app.bus.subscribe('resource-changed', (_, ids) => void told.push([...ids]));
  for (const extension of ['101', '102'])
    expect(
      (await call('POST', '/partner/subscriber', { number: extension, name: `Máy ${extension}` })).statusCode,
    ).toBe(200);
  const { id: group } = (await call('POST', '/partner/time-group', { name: 'Giờ', details: [] })).json();
  const hangUp = { type: 'hang-up', value: '' };
  const made = await call('POST', '/partner/time-condition', {
    name: 'Ngày đêm',
    time_group_id: group,
    code: '*281',
    match: hangUp,
    otherwise: hangUp,
  });
  ({ id: condition } = made.json());
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  demo.admin.call(method, `//telephony${path}`, body);
const codes = async () => (await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.codes ?? {};
const keep: ReturnType<typeof companyDataOf>['keep'] = (tenantId, keeping) =>
  companyDataOf({ db: app.db, bus: app.bus, matches: async () => false }).keep(tenantId, keeping);
const plan = async () => (await loadTelephonyConfig(app.db.inTenant, demo.id)).plan;

test('every feature has its code from the beginning, each another one, and calls go by it', async () => {
  const { data } = (await call('GET', '/partner/feature-codes')).json();
  expect(data).toHaveLength(Object.keys(features).length);
  expect(new Set(data.map(({ code }: { code: string }) => code)).size).toBe(data.length);
  expect((await codes())['*98']).toEqual({ kind: 'feature', feature: 'voicemail' });
  expect((await codes())['*281']).toEqual({ kind: 'day-night', condition });
});

test('a feature gets another code, or none', async () => {
  expect(
    (await call('PUT', '/partner/feature-code', { feature: 'clock', code: '*61', enabled: true })).statusCode,
  ).toBe(200);
  expect(await codes()).toMatchObject({ '*61': { feature: 'clock' } });
  expect(await codes()).not.toHaveProperty('*60');
  await call('PUT', '/partner/feature-code', { feature: 'clock', code: '*61', enabled: false });
  expect(await codes()).not.toHaveProperty('*61');
  expect(told).toContainEqual(['feature-codes']);
});

test('two people change a code at once: the second is shown what the first has saved', async () => {
  const was = { code: '*43', enabled: true };
  const both = await Promise.all(
    ['*431', '*432'].map((code) =>
      call('PUT', '/partner/feature-code', { feature: 'echo-test', code, enabled: true, was }),
    ),
  );
  const [winner, loser] = both.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([winner?.statusCode, loser?.statusCode]).toEqual([200, 409]);
  expect(loser?.json()).toMatchObject({ code: 'conflict', current: winner?.json() });
});

test('a code stands for one thing: a feature’s or a condition’s is taken, one that is switched off is free', async () => {
  const set = async (code: string) =>
    (await call('PUT', '/partner/feature-code', { feature: 'own-number', code, enabled: true })).json();
  expect(await set('*98')).toMatchObject({ fields: { code: 'Mã này đã dùng cho việc khác' } });
  expect(await set('*281')).toMatchObject({ fields: { code: 'Mã này đã dùng cho việc khác' } });
  expect(await set('65')).toHaveProperty('fields.code');
  expect(await set('*61')).toEqual({ feature: 'own-number', code: '*61', enabled: true });
  const row = (await call('GET', `/partner/time-condition/${condition}`)).json();
  const again = await call('PUT', `/partner/time-condition/${condition}`, { ...row, code: '*98' });
  expect(again.json()).toMatchObject({ fields: { code: 'Mã này đã dùng cho một tính năng khác' } });
});

test('what somebody sets by phone is in the plan, on the screen and in the trail, and is no version', async () => {
  const changes = () =>
    app.db.inTenant(demo.id, (trx) => trx.selectFrom('routing_change').select('id').orderBy('id').execute());
  const before = await changes();
  await keep(demo.id, { kind: 'do-not-disturb', extension: '101', on: true });
  const to = { kind: 'fw', number: '+84901234567', showing: 'own' } as const;
  await keep(demo.id, { kind: 'forward', extension: '101', when: 'always', to });
  expect((await plan()).extensions['101']).toMatchObject({ doNotDisturb: true, forwards: { always: to } });
  await keep(demo.id, { kind: 'forward', extension: '101', when: 'always', to: null });
  await keep(demo.id, { kind: 'do-not-disturb', extension: '101', on: false });
  const after = (await plan()).extensions['101'];
  expect([after?.doNotDisturb, after?.forwards]).toEqual([undefined, undefined]);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').select(['subject', 'network']).where('action', '=', 'set-by-phone').execute(),
  );
  expect(trail).toHaveLength(4);
  expect(trail[0]).toEqual({ subject: 'extension', network: 'phone 101' });
  expect(await changes()).toEqual(before);
});

test('a condition that was turned by phone stays so, and the screen says it', async () => {
  await keep(demo.id, { kind: 'override', condition, to: 'otherwise', by: '101' });
  expect((await plan()).timeConditions[condition]).toMatchObject({ override: 'otherwise' });
  expect((await call('GET', '/partner/feature-codes')).json().conditions).toEqual([
    { id: condition, name: 'Ngày đêm', code: '*281', override: 'otherwise' },
  ]);
  expect((await call('GET', `/partner/time-condition/${condition}`)).json()).toMatchObject({ override: 'otherwise' });
  expect(told).toContainEqual(['conditions', condition]);
  await keep(demo.id, { kind: 'override', condition, to: null, by: '101' });
  expect((await plan()).timeConditions[condition]).toMatchObject({ override: null });
});

test('an override that was set for a while is over when its day is', async () => {
  const row = (await call('GET', `/partner/time-condition/${condition}`)).json();
  const put = async (until: number, version: number) =>
    (
      await call('PUT', `/partner/time-condition/${condition}`, {
        ...row,
        version,
        override: 'match',
        override_until: new Date(until).toISOString(),
      })
    ).json();
  const soon = Date.now() + 3_600_000;
  const set = await put(soon, row.version);
  expect(set).toMatchObject({ override: 'match' });
  expect((await plan()).timeConditions[condition]).toMatchObject({ override: 'match', overrideUntil: soon });
  expect(await put(Date.now() - 1_000, set.version)).toMatchObject({ override: 'none' });
});

test('nobody sets what is not there any more', async () => {
  await keep(demo.id, { kind: 'do-not-disturb', extension: '999', on: true });
  await keep(demo.id, { kind: 'override', condition: crypto.randomUUID(), to: 'match', by: '101' });
  expect((await plan()).extensions).not.toHaveProperty('999');
});

test('a condition’s PIN is kept as a hash, asked of who turns it by phone, and shut for a while after five wrong ones', async () => {
  const companyData = companyDataOf({
    db: app.db,
    bus: app.bus,
    matches: async (stored, pin) => verify(stored ?? '', pin),
  });
  const prove = async (pin: string) => (await companyData.ask(demo.id, { kind: 'prove', condition, pin })) as object;
  const setPin = async (pin: string | null) =>
    (await call('PUT', `/partner/time-condition/${condition}/pin`, { pin })).json();
  expect((await plan()).timeConditions[condition]?.asksPin).toBeUndefined();
  expect(await setPin('4711')).toEqual({ has_pin: true });
  expect((await plan()).timeConditions[condition]?.asksPin).toBe(true);
  const row = (await call('GET', `/partner/time-condition/${condition}`)).json();
  expect([row.has_pin, JSON.stringify(row).includes('argon2')]).toEqual([true, false]);
  expect([await prove('4711'), await prove('4712')]).toEqual([
    { kind: 'proof', is: 'right' },
    { kind: 'proof', is: 'wrong' },
  ]);
  for (const pin of ['1', '2', '3']) await prove(pin);
  expect([await prove('5'), await prove('4711')]).toEqual([
    { kind: 'proof', is: 'blocked' },
    { kind: 'proof', is: 'blocked' },
  ]);
  expect(await setPin(null)).toEqual({ has_pin: false });
  // Set by hand is no version, and neither is a PIN.
  expect((await plan()).timeConditions[condition]?.asksPin).toBeUndefined();
  const reader = await demo.person('nguoi-xem', ['conditions.view']);
  const refused = await reader.call('PUT', `//telephony/partner/time-condition/${condition}/pin`, { pin: '4711' });
  expect(refused.statusCode).toBe(403);
});
