import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companyDataOf } from '../src/compose/company-records.ts';
import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCustomer } from '../testing/stored-calls.ts';

const number = '+84901234567';

let app: TestApp;
let demo: TestTenant;
let agent: TestPerson;
let without: TestPerson;
let customer: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  // 07:30: no hour for advertising yet.
  app.clock.now = Date.parse('2026-11-24T00:30:00Z');
  demo = await app.tenant(`tu-choi-${newId().slice(-8)}`);
  agent = await demo.person('lan', ['customer.view', 'customer.update', 'customer.call-anyway'], '101');
  without = await demo.person('minh', ['customer.view'], '102');
  customer = await storeCustomer(app.db, demo.id, { name: 'Nguyễn Văn Đức', e164: number });
});

const refuse = () => set({ do_not_call: true });
const set = async (fields: object) => {
  const row = (await demo.admin.call('GET', `/customer/${customer}`)).json();
  expect((await demo.admin.call('PUT', `/customer/${customer}`, { ...row, ...fields })).statusCode).toBe(200);
};
const wants = (by: TestPerson, fields: object = {}) =>
  by.call('POST', '/create-histories-call', { phone: '0901234567', ...fields });
const byPhone = (by: string) =>
  companyDataOf({ db: app.db, bus: app.bus, matches: async () => false }).ask(demo.id, { kind: 'refuses', number, by });
const then = async (by: string) => {
  const told = await byPhone(by);
  return told.kind === 'refuses' ? told.then : told;
};
const calledAnyway = () =>
  app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'call-anyway')
      .orderBy('at')
      .select(['subject_id', 'account_id', 'network'])
      .execute(),
  );

test('a call to a customer who refuses advertising is asked about first, with since when and how they said it', async () => {
  expect((await wants(agent)).statusCode).toBe(200);
  await refuse();
  const asked = await wants(agent);
  expect([asked.statusCode, asked.json().code]).toEqual([409, 'refuses_advertising']);
  const day = new Date().toISOString().slice(0, 10);
  expect(asked.json().current).toEqual({
    since: expect.stringContaining(day),
    why: '',
    may: true,
    also: ['Ngoài giờ gọi quảng cáo 08:00–17:00 (Nghị định 91/2020, Điều 13)'],
  });
  const said = { purpose: 'marketing', given: false, way: 'call', evidence: 'Phút thứ hai của cuộc gọi' };
  await demo.admin.call('POST', `/customer/${customer}/consent`, said);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('advertised_number')
      .values({ e164: number, at: new Date(app.clock.now - 3_600_000) })
      .execute(),
  );
  app.clock.now += 40 * 60_000;
  expect((await wants(agent)).json().current).toMatchObject({
    why: 'Trong cuộc gọi: Phút thứ hai của cuộc gọi',
    also: ['Số này đã được gọi quảng cáo trong 24 giờ qua (Nghị định 91/2020, Điều 13)'],
  });
  // Who takes it back is called as ever.
  await demo.admin.call('POST', `/customer/${customer}/consent`, { ...said, given: true });
  expect((await wants(agent)).statusCode).toBe(200);
  expect(await calledAnyway()).toEqual([]);
});

test('who may calls all the same, which stands in the trail, and their own phone does not ask again', async () => {
  await refuse();
  expect(await then('101')).toBe('ask');
  expect((await wants(agent, { anyway: true })).json()).toMatchObject({ dial: '0901234567', customer_id: customer });
  expect(await calledAnyway()).toMatchObject([{ subject_id: customer, account_id: agent.accountId }]);
  expect(await then('101')).toBe('call');
  // For this call, not for ever, and for nobody else.
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('call_anyway').set({ until: sql<Date>`now() - interval '1 second'` }).execute(),
  );
  expect(await then('101')).toBe('ask');
  expect((await wants(agent)).statusCode).toBe(409);
});

test('who may not is refused at the screen and by phone, and so is a phone that is nobody’s', async () => {
  await refuse();
  const refused = await wants(without, { anyway: true });
  expect([refused.statusCode, refused.json().current.may]).toEqual([409, false]);
  expect(refused.json().message).toContain('bạn không có quyền vẫn gọi');
  expect([await then('102'), await then('199')]).toEqual(['refuse', 'refuse']);
  expect(await calledAnyway()).toEqual([]);
});

test('a phone that called all the same by a key is in the trail as its person', async () => {
  await refuse();
  await companyDataOf({ db: app.db, bus: app.bus, matches: async () => false }).keep(demo.id, {
    kind: 'called-anyway',
    extension: '101',
    number,
  });
  expect(await calledAnyway()).toEqual([{ subject_id: customer, account_id: agent.accountId, network: 'phone 101' }]);
});

test('a company that does not want to be asked is not, and call control neither asks', async () => {
  await refuse();
  const limits = '//telephony/partner/call-limits';
  expect((await demo.admin.call('GET', limits)).json().asks_who_refuses).toBe(true);
  await demo.admin.call('PUT', limits, { asks_who_refuses: false });
  expect((await wants(agent)).statusCode).toBe(200);
});

test('since when they refuse follows what is saved, and a save of something else leaves it', async () => {
  const since = async () =>
    (
      await app.db.inTenant(demo.id, (trx) =>
        trx.selectFrom('customer').where('id', '=', customer).select('do_not_call_since').executeTakeFirstOrThrow(),
      )
    ).do_not_call_since;
  expect(await since()).toBeNull();
  await refuse();
  const first = await since();
  expect(first).not.toBeNull();
  await set({ note: 'Khách quen' });
  expect(await since()).toEqual(first);
  await set({ do_not_call: false });
  expect(await since()).toBeNull();
});
