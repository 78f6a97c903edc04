import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { mayShowPhone } from '../../domain/system-setting.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo', []);
});

afterAll(() => app.close());

test('a company begins with the usual settings and changes the ones it names', async () => {
  const agent = await demo.person('nhan-vien');
  expect((await agent.call('GET', '/get-system-setting')).json()).toMatchObject({
    hidden_phone_customer: 0,
    position_hidden_phone_customer: 1,
    show_popup_customer: 1,
    voice_over_internet_protocol: 1,
    time_zone: 'Asia/Ho_Chi_Minh',
    work_from: '08:00',
    keep_audit_days: 3650,
    second_factor: false,
  });
  await demo.admin.call('PUT', '/update-system-setting', { voice_over_internet_protocol: 2 });
  const changed = await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: '1' });
  expect(changed.json()).toMatchObject({ hidden_phone_customer: 1, voice_over_internet_protocol: 2 });
  expect((await agent.call('GET', '/get-system-setting')).json()).toEqual(changed.json());
  expect((await agent.call('PUT', '/update-system-setting', {})).statusCode).toBe(403);
  expect((await demo.admin.call('PUT', '/update-system-setting', { show_popup_customer: 'x' })).statusCode).toBe(422);
});

test('hours, zone, retention and colours are kept, and what makes no sense is named', async () => {
  const set = (body: object) => demo.admin.call('PUT', '/update-system-setting', body);
  const good = {
    time_zone: 'Asia/Bangkok',
    work_days: [5, 1, 1],
    work_from: '07:30',
    work_to: '21:00',
    keep_recordings_days: '30',
    recording_notice: true,
    recording_notice_outbound: true,
    recording_refusal_key: '9',
    refused_recording: 'drop',
    records_outbound: false,
    records_internal: false,
    after_hours: 'announce',
    brand_name: 'Sáng',
    brand_colour: '#0a7d55',
    service_level_percent: 90,
    second_factor: true,
  };
  expect((await set(good)).json()).toMatchObject({ ...good, work_days: [1, 5], keep_recordings_days: 30 });
  const wrong = await set({ time_zone: 'Sao/Hoả', work_from: '25:00', keep_audit_days: 1, brand_colour: 'đỏ' });
  expect(Object.keys(wrong.json().fields).toSorted()).toEqual([
    'brand_colour',
    'keep_audit_days',
    'time_zone',
    'work_from',
  ]);
  expect(Object.keys((await set({ recording_refusal_key: '#' })).json().fields)).toEqual(['recording_refusal_key']);
  expect((await set({ work_from: '18:00', work_to: '08:00' })).json().fields).toHaveProperty('work_to');
  // The others of this company have no second factor.
  expect((await set({ second_factor: false })).statusCode).toBe(200);
});

test('pages whose phones may come are kept as browsers name them, each once, and what is no page is refused', async () => {
  const set = (...phone_origins: string[]) => demo.admin.call('PUT', '/update-system-setting', { phone_origins });
  const kept = await set(
    ' https://crm.example.vn/',
    'HTTPS://CRM.example.vn:443',
    '',
    'http://localhost:3000',
    'https://côngty.vn',
  );
  expect(kept.json()).toMatchObject({
    phone_origins: ['https://crm.example.vn', 'http://localhost:3000', 'https://xn--cngty-6ta.vn'],
  });
  for (const wrong of [
    'crm.example.vn',
    'http://crm.example.vn',
    'https://crm.example.vn/phone',
    'https://crm.example.vn?a=1',
    'https://*.example.vn',
    'https://an@crm.example.vn',
    'https:crm.example.vn',
    'https://crm.example.vn:99999',
    'null',
    '*',
    'https://a.example.vn\n.evil.example',
  ]) {
    expect([wrong, Object.keys((await set(wrong)).json().fields ?? {})]).toEqual([wrong, ['phone_origins']]);
  }
  expect((await set(...Array.from({ length: 21 }, (_, n) => `https://a${n}.example.vn`))).statusCode).toBe(422);
  expect((await demo.admin.call('GET', '/get-system-setting')).json()).toMatchObject(kept.json());
});

test('a page may show the phone within itself while any company lists it, as its browser names it', async () => {
  const office = await app.tenant('nhung', []);
  const list = (...phone_origins: string[]) => office.admin.call('PUT', '/update-system-setting', { phone_origins });
  const asked = async () => [
    await mayShowPhone(app.db, 'https://nhung.example.vn'),
    await mayShowPhone(app.db, 'https://nhung.example.vn.other.vn'),
  ];
  expect(await asked()).toEqual([false, false]);
  await list('https://nhung.example.vn/');
  expect(await asked()).toEqual([true, false]);
  await list();
  expect(await asked()).toEqual([false, false]);
});

test('two people change the same settings at once: the second is shown what the first has saved, from the first time on', async () => {
  const fresh = await app.tenant('hai-nguoi', []);
  const set = (body: object) => fresh.admin.call('PUT', '/update-system-setting', body);
  for (const version of [0, 1]) {
    const both = await Promise.all(
      [10, 20].map((seconds) => set({ service_level_percent: seconds + version, version })),
    );
    const [winner, loser] = both.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([winner?.statusCode, loser?.statusCode]).toEqual([200, 409]);
    expect(winner?.json()).toMatchObject({ version: version + 1 });
    expect(loser?.json()).toMatchObject({ code: 'conflict', current: winner?.json() });
  }
  // Whoever says no version changes what they name.
  expect((await set({ brand_name: 'Sáng' })).json()).toMatchObject({ brand_name: 'Sáng', version: 3 });
});

test('licences say what has ended and what ends within a month', async () => {
  const day = 86_400_000;
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('feature')
      .values(
        [-1, 10, 100].map((days, n) => ({
          id: `00000000-0000-7000-8000-00000000000${n}`,
          feature_name_data: [['survey', 'campaign', 'popupcustomer'][n] ?? ''],
          date_expired: new Date(app.clock.now + days * day),
        })),
      )
      .execute(),
  );
  const agent = await demo.person('ke-toan');
  expect((await agent.call('GET', '/payment-check')).json()).toMatchObject({
    data: [
      { feature_name_data: ['survey'], state: 'expired' },
      { feature_name_data: ['campaign'], state: 'ending', days_left: 10 },
      { feature_name_data: ['popupcustomer'], state: 'active', days_left: 100 },
    ],
    expired: true,
    trial_until: null,
  });
});
