import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

let app: TestApp;
let operators: TestTenant;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  demo = await app.tenant('demo', []);
  await makeOperator(app, operators);
});

afterAll(() => app.close());

const companies = async (search = '') =>
  (await operators.admin.call('GET', `//admin/tenants?search=${encodeURIComponent(search)}`)).json();

test('an operator sees how companies are, and nothing of what is in them', async () => {
  await demo.person('nhan-vien-bi-mat');
  await storeCall(app.db, demo.id, { recording: { bytes: 2_048 }, outside_number: '+84987654321' });
  const { data, total } = await companies();
  expect(total).toBe(2);
  const company = data.find(({ ma_dn }: { ma_dn: string }) => ma_dn === 'demo');
  expect(company).toMatchObject({
    time_zone: 'Asia/Ho_Chi_Minh',
    people: 2,
    signed_in: 2,
    calls: 1,
    recording_bytes: 2_048,
    seats: null,
    licences: [],
  });
  expect(JSON.stringify(data)).not.toMatch(/nhan-vien|987654321/);
  expect((await companies('DEM')).total).toBe(1);
});

test('nobody else is told that there is such a thing: no top role of a company, no other role of the operators', async () => {
  const clerk = await operators.person('nguoi-thuong', ['setting.view']);
  for (const person of [demo.admin, clerk]) {
    for (const path of ['//admin/tenants', '//admin/installation']) {
      expect([path, (await person.call('GET', path)).statusCode]).toEqual([path, 404]);
    }
  }
  expect((await demo.admin.call('GET', '/me')).json().operates).toBe(false);
  expect((await operators.admin.call('GET', '/me')).json().operates).toBe(true);
});

test('who serves cannot make a company one of operators', async () => {
  const write = app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('operator_company').values({ created_at: new Date() }).execute(),
  );
  await expect(write).rejects.toThrow('permission denied');
});

test('seats and licences are changed, hold at once, and stand in the company’s own trail', async () => {
  const { data } = await companies('demo');
  const [{ id, version }] = data;
  const until = new Date(app.clock.now + 40 * 86_400_000).toISOString();
  const change = { version, seats: 2, trial_until: null, licences: [{ feature: 'popupcustomer', until }] };
  const saved = await operators.admin.call('PUT', `//admin/tenant/${id}`, change);
  expect(saved.json()).toMatchObject({
    version: version + 1,
    seats: 2,
    licences: [{ feature: 'popupcustomer', until }],
  });

  const { role_id } = (await demo.admin.call('GET', `/account/${demo.admin.accountId}`)).json();
  const third = await demo.admin.call('POST', '/account', { name: 'Ba', email: 'ba@x.vn', role_id });
  expect(third.json().fields.active).toContain('2 chỗ');
  expect((await demo.admin.call('GET', '/payment-check')).json().data).toMatchObject([
    { feature_name_data: ['popupcustomer'], days_left: 40, state: 'active' },
  ]);
  const trail = (await demo.admin.call('GET', '/activity-user-tenant?subject=tenant')).json().data;
  expect(trail[0]).toMatchObject({ action: 'update', account_name: null });

  const late = await operators.admin.call('PUT', `//admin/tenant/${id}`, { ...change, seats: 9 });
  expect([late.statusCode, late.json().current.seats]).toEqual([409, 2]);
  const twice = [...change.licences, ...change.licences];
  const wrong = await operators.admin.call('PUT', `//admin/tenant/${id}`, { ...change, seats: 0, licences: twice });
  expect(Object.keys(wrong.json().fields).toSorted()).toEqual(['licences', 'seats']);
});

test('how the installation is: engine, disk, database, and what waits', async () => {
  app.disk.report = { state: 'low', since: 0, words: 'Đĩa sắp đầy', room: { free: 5, total: 10 } };
  const seen = (await operators.admin.call('GET', '//admin/installation')).json();
  expect(seen).toMatchObject({
    companies: 2,
    disk: { state: 'low', words: 'Đĩa sắp đầy', free_bytes: 5, total_bytes: 10 },
    jobs: { waiting: 0, failed: 0 },
  });
  expect(seen.database_bytes).toBeGreaterThan(1_000_000);
});
