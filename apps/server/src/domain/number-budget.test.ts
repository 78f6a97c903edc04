import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall, storeCustomer } from '../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  lan = await demo.person('lan', ['call-history.view', 'call-history.export'], '101');
  await demo.admin.call('PUT', '/update-system-setting', {
    hidden_phone_customer: 1,
    position_hidden_phone_customer: 2,
  });
  await storeCustomer(app.db, demo.id, { name: 'Trần Thị Hoa', e164: '+84901234567' });
  await storeCall(app.db, demo.id, { rang: [{ extension: '101', answered: true }] });
});

afterAll(() => app.close());

const ways: Readonly<Record<string, (phone: string, by: TestPerson) => ReturnType<TestPerson['call']>>> = {
  'customer-by-phone': (phone, by) => by.call('GET', `/customer-by-phone?phone=${phone}`),
  'a search of the history': (phone, by) => by.call('GET', `/histories-call?search=${phone}`),
  'an export': (phone, by) => by.call('GET', `/histories-call/export?format=csv&search=${phone}`),
};

test.each(Object.keys(ways))('whoever tries the numbers that one may be, by %s, does not get there', async (way) => {
  const ask = ways[way];
  const thief = await demo.person(`ke-gian-${crypto.randomUUID()}`, ['call-history.view', 'call-history.export']);
  const shown = (await lan.call('GET', '/histories-call')).json().data[0].phone;
  const hidden = [...shown.matchAll(/\*/g)].length;
  expect(hidden).toBeGreaterThan(2);
  let refused = 0;
  for (let n = 0; n < 40; n += 1) {
    const digits = String(n).padStart(hidden, '0');
    let place = 0;
    const guess = shown.replace(/\*/g, () => digits[place++] ?? '');
    const answer = await ask?.(guess, thief);
    if (answer?.statusCode === 429) refused += 1;
  }
  // Five of the thousands that look alike, and no more on that day.
  expect(refused).toBe(35);
});

test('twenty at once are counted one by one, by different looks fewer than people need in a day, and time gives them back', async () => {
  const curious = await demo.person(`to-mo-${crypto.randomUUID()}`, ['call-history.view']);
  const askFor = async (n: number) =>
    ways['customer-by-phone']?.(`09${String(10_000_000 + n * 123_457).slice(-8)}`, curious);
  const codes = async (from: number) =>
    (await Promise.all(Array.from({ length: 30 }, (_, n) => askFor(from + n)))).map((answer) => answer?.statusCode);
  const first = await codes(1);
  expect([first.filter((code) => code === 200).length, first.filter((code) => code === 429).length]).toEqual([20, 10]);
  app.clock.now += 11 * 60_000;
  expect((await codes(101)).filter((code) => code === 200)).toHaveLength(20);
  app.clock.now += 11 * 60_000;
  expect((await codes(201)).filter((code) => code === 200)).toHaveLength(20);
  app.clock.now += 11 * 60_000;
  expect((await codes(301)).filter((code) => code === 200)).toHaveLength(0);
  const last = await askFor(301);
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(20 * 3_600);
  // A day later; sessions do not last so long.
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('number_lookup').set({ at: sql`at - interval '1 day'` }).execute(),
  );
  expect((await codes(401)).filter((code) => code === 200)).toHaveLength(20);
});

test('who is stopped is told of once: in the bell of those who may change settings, and in the trail', async () => {
  const thief = await demo.person('tham-tu', ['call-history.view']);
  const before = (await demo.admin.call('GET', '/notifications')).json().unread;
  for (let n = 0; n < 30; n += 1)
    await ways['customer-by-phone']?.(`0901${n}34567`.slice(0, 10).padEnd(10, '1'), thief);
  const bell = (await demo.admin.call('GET', '/notifications')).json();
  expect(bell.unread).toBe(before + 1);
  expect(bell.data[0]).toMatchObject({ kind: 'look-ups', read: false, call_id: null });
  expect(bell.data[0].text).toContain('tham-tu');
  expect((await thief.call('GET', '/notifications')).json().data).toEqual([]);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'look-ups-exhausted')
      .where('account_id', '=', thief.accountId)
      .selectAll()
      .execute(),
  );
  expect(trail).toHaveLength(1);
});

test('whoever is stopped may call whom they type, without being told whose number it is; whoever sees numbers asks as often as they like', async () => {
  const caller = await demo.person(`nguoi-goi-${crypto.randomUUID()}`, []);
  await storeCustomer(app.db, demo.id, { name: 'Lê Văn Tám', e164: '+84907654321' });
  const dial = async (by: TestPerson, phone = '0901234567') =>
    (await by.call('POST', '/create-histories-call', { phone })).json();
  expect(await dial(caller)).toMatchObject({ dial: '0901234567', name: 'Trần Thị Hoa' });
  for (let n = 0; n < 25; n += 1)
    await ways['customer-by-phone']?.(`09${String(20_000_000 + n * 123_457).slice(-8)}`, caller);
  expect(await dial(caller, '0907654321')).toMatchObject({ dial: '0907654321', name: null, customer_id: null });
  // What they have been told they are told again.
  expect(await dial(caller)).toMatchObject({ name: 'Trần Thị Hoa' });
  const open = await demo.person('thay-so', ['customer.full-phone']);
  for (let n = 0; n < 40; n += 1) {
    expect((await ways['customer-by-phone']?.(`09012345${String(n).padStart(2, '0')}`, open))?.statusCode).toBe(200);
  }
});
