import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  await storeCustomer(app.db, demo.id, { name: 'Anh Tư', e164: '+84901234567' });
  await app.db.inTenant(demo.id, async (trx) => {
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Vòng lặp', host: 'sip.test' }).execute();
    await trx
      .insertInto('service_number')
      .values({ id: newId(), number: '+842871000101', name: 'Tổng đài', trunk_id: trunk })
      .execute();
  });
});

afterAll(() => app.close());

test('a bot calls one of the company’s numbers as a customer', async () => {
  const numbers = (await demo.admin.call('GET', '/bot-calls/numbers')).json();
  expect(numbers).toEqual({
    numbers: [{ number: '02871000101', name: 'Tổng đài' }],
    callers: [{ number: '0901234567', name: 'Anh Tư' }],
  });
  const order = { from: '0901234567', to: '02871000101', script: { digits: '1,2', seconds: 12 } };
  expect((await demo.admin.call('POST', '/bot-calls', order)).json()).toEqual({ id: 'bot-1' });
  expect(app.botOrders).toEqual([
    { tenantId: demo.id, ...order, script: { voice: 'khach-1', digits: '1,2', seconds: 12 }, most: 5 },
  ]);
});

test('a bot calls nobody else', async () => {
  const call = (to: string, by = demo.admin) => by.call('POST', '/bot-calls', { from: '0901234567', to });
  for (const answer of [await call('0912345678'), await call('02871000101', other.admin)]) {
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['to']]);
  }
  const person = await demo.person('khong-quyen');
  expect((await call('02871000101', person)).statusCode).toBe(403);
  expect(app.botOrders).toHaveLength(1);
});
