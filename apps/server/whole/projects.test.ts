import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDialled } from '../src/storage/sealed-number.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall, storeCustomer } from '../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
let project: { id: string; version: number };
let customer: string;
const ids = new Map<string, string>();

const made = async (path: string, body: object) => {
  const answer = await demo.admin.call('POST', path, body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const save = async (change: object) => {
  const answer = await demo.admin.call('PUT', `/project/${project.id}`, { ...project, ...change });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  project = answer.json();
};
const dialledBy = async (person: TestPerson, phone: string) => {
  const { dial } = (await person.call('POST', '/create-histories-call', { phone })).json();
  return openDialled(app.serverKey, demo.id, dial) ?? dial;
};
const numbers = async () => (await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.numbers;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('du-an');
  lan = await demo.person('lan', ['customer.view', 'call-history.view'], '101');
  minh = await demo.person('minh', ['customer.view', 'call-history.view'], '102');
  const trunk = await made('//telephony/partner/trunk', { name: 'Nhà mạng', host: 'sip.nha-mang.test' });
  for (const number of ['02871000111', '02871000222', '02871000333']) {
    const row = await made('//telephony/partner/service-number', { number, name: number, trunk_id: trunk.id });
    ids.set(number, row.id);
  }
  const [every, own] = [ids.get('02871000111'), ids.get('02871000222')];
  await made('//telephony/partner/outbound', {
    name: 'Di động',
    pattern: '09*',
    routes: [every, own].map((service_number_id) => ({ service_number_id })),
  });
  project = await made('/project', {
    name: 'Tết 2027',
    status: 'running',
    member_ids: [lan.accountId],
    // The first is in no outbound rule: nobody could be shown it.
    number_ids: [ids.get('02871000333'), own],
  });
  customer = await storeCustomer(app.db, demo.id, { name: 'Chị Hoa', e164: '+84901234567' });
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('customer').set({ project_id: project.id }).where('id', '=', customer).execute(),
  );
});
afterAll(() => app.close());

test('members call the customers of a running project with its number, and everybody else as the rules have it', async () => {
  const withIts = { number: '0901234567', showing: '+842871000222' };
  expect(await dialledBy(lan, customer)).toEqual(withIts);
  expect(await dialledBy(lan, '0901 234 567')).toEqual(withIts);
  expect(await dialledBy(minh, customer)).toBe('0901234567');
  expect(await dialledBy(lan, '0912345678')).toBe('0912345678');
  await save({ member_ids: [] });
  expect(await dialledBy(minh, customer)).toEqual(withIts);
  await save({ member_ids: [lan.accountId], status: 'paused' });
  expect(await dialledBy(lan, customer)).toBe('0901234567');
  await save({ status: 'running' });
});

test('routing knows whose number it is, and lets nobody but members call with it where the project says so', async () => {
  expect((await numbers())['+842871000222']).toMatchObject({ project: 'Tết 2027' });
  expect((await numbers())['+842871000222']).not.toHaveProperty('callers');
  expect((await numbers())['+842871000111']).not.toHaveProperty('project');
  await save({ members_only: true });
  expect((await numbers())['+842871000222']?.callers).toEqual(['101']);
  expect((await numbers())['+842871000111']).not.toHaveProperty('callers');
  await save({ status: 'ended' });
  expect((await numbers())['+842871000222']).toEqual({ number: '+842871000222', name: '02871000222' });
  await save({ status: 'running', members_only: false });
});

test('the history is narrowed down to the calls that came by the numbers of a project, or showed them', async () => {
  const { id: its } = await storeCall(app.db, demo.id, { service_number: '+842871000222' });
  await storeCall(app.db, demo.id, { service_number: '+842871000111' });
  const { data, total } = (await lan.call('GET', `/histories-call?project_id=${project.id}`)).json();
  expect([total, data.map(({ id }: { id: string }) => id)]).toEqual([1, [its]]);
});
