import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';

let app: TestApp;
let operators: TestTenant;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  await makeOperator(app, operators);
});

afterAll(() => app.close());

interface Row {
  readonly kind: string;
  readonly ma_dn: string | null;
  readonly who: string | null;
  readonly asked: string;
  readonly tries: number;
}

const refusals = async (query = ''): Promise<{ data: readonly Row[]; total: number }> =>
  (await operators.admin.call('GET', `//admin/refusals?per_page=1000&${query}`)).json();

test('what is refused is counted by company, kind, call and person, and nothing of what was sent is there', async () => {
  const clerk = await demo.person('to-mo', ['customer.view']);
  for (let nth = 0; nth < 3; nth += 1) await demo.admin.call('GET', `/job/${crypto.randomUUID()}`);
  await clerk.call('DELETE', `/branch/${demo.id}`);
  await demo.admin.call('GET', '//api/khac/branchs?search=0901234567');
  await demo.admin.call('POST', '//telephony/partner/trunk', { name: 'Trong nhà', host: '10.0.0.7' });
  const { data } = await refusals('search=demo');
  const seen = data.map(({ kind, ma_dn, who, asked, tries }) => [kind, ma_dn, who, asked, tries]);
  const [admin, pattern] = [demo.admin.accountId, '/api/:ma_dn'];
  expect(seen.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ['company', 'demo', admin, `GET ${pattern}/branchs`, 1],
    ['not_there', 'demo', admin, `GET ${pattern}/job/:id`, 3],
    ['others', 'demo', admin, 'POST /telephony/partner/trunk', 1],
    ['right', 'demo', clerk.accountId, `DELETE ${pattern}/branch/:id`, 1],
  ]);
  expect(JSON.stringify(data)).not.toMatch(/to-mo|0901234567|10\.0\.0\.7/);
});

test('whoever has not signed in is counted too: tokens, passwords, links and tickets that are none', async () => {
  const nobody = (url: string, body?: object) =>
    app.http.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization: 'Bearer khong-co' },
      ...(body && { payload: body }),
    });
  await nobody('/api/demo/branchs');
  await nobody('/identity/login/tenant', { ma_dn: 'demo', username: 'admin', password: 'sai-mat-khau-1' });
  await nobody('/identity/listening-link', { token: `${demo.id}.${'x'.repeat(43)}` });
  const { data } = await refusals('kind=sign_in');
  const asked = data.filter(({ ma_dn: code }) => code === null).map((row) => row.asked);
  expect(asked).toEqual(
    expect.arrayContaining(['GET /api/:ma_dn/branchs', 'POST /identity/login/tenant', 'POST /identity/listening-link']),
  );
});

test('slips of people are counted, and listed for whoever asks for them', async () => {
  await demo.admin.call('POST', '/branch', { name: '' });
  const slips = (await refusals('kind=slip')).data.map(({ asked }) => asked);
  expect(slips).toContain('POST /api/:ma_dn/branch');
  expect((await refusals()).data.map(({ kind }) => kind)).not.toContain('slip');
});

test('the list is found by company and by days, and pages of it say how much there is', async () => {
  await other.admin.call('GET', `/job/${crypto.randomUUID()}`);
  expect((await refusals('search=KHAC')).data.map(({ ma_dn }) => ma_dn)).toEqual(['khac']);
  expect((await refusals('to=2020-01-01')).total).toBe(0);
  expect((await refusals('from=2999-01-01')).total).toBe(0);
  const all = await refusals();
  const page = (await operators.admin.call('GET', '//admin/refusals?per_page=1&page=2')).json();
  expect([page.total, page.data]).toEqual([all.total, [all.data[1]]]);
});

test('whoever is refused more kinds of things than anybody reads is counted together, and a flood is one row', async () => {
  const flood = Array.from({ length: 300 }, () => other.admin.call('GET', `/histories-call/${crypto.randomUUID()}`));
  await Promise.all(flood);
  await refusals();
  const counts = Array.from({ length: 450 }, (_, nth) => ({
    of_tenant: other.id,
    who: crypto.randomUUID(),
    kind: 'not_there',
    asked: `GET /${nth}`,
    network: '203.0.113.0/24',
    tries: 2,
  }));
  await app.db.outside((one) => sql`select count_refusals(${JSON.stringify(counts)}::jsonb)`.execute(one));
  const { data, total } = await refusals('search=khac');
  // What came first stands by itself; the rest of the day is one row of each kind.
  expect(total).toBeLessThanOrEqual(201);
  const together = data.find(({ asked }) => asked === '');
  const apart = data.filter(({ asked }) => /^GET \/\d+$/.test(asked)).length;
  expect(together?.tries).toBe(2 * (450 - apart));
  expect(data.find(({ asked }) => asked.endsWith('/histories-call/:id'))?.tries).toBe(300);
});

test('nobody but an operator reads it, and who serves cannot write or empty it', async () => {
  expect((await demo.admin.call('GET', '//admin/refusals')).statusCode).toBe(404);
  for (const statement of ['select from refusal', 'delete from refusal']) {
    await expect(app.db.outside((one) => sql.raw(statement).execute(one))).rejects.toThrow('permission denied');
  }
});

test('a company hears that somebody of another one asked at its address, once, and not who', async () => {
  for (let nth = 0; nth < 5; nth += 1) await demo.admin.call('GET', '//api/khac/branchs');
  const told = async () =>
    (await other.admin.call('GET', '/activity-user-tenant?action=refused&subject=tenant')).json().data;
  await expect.poll(async () => (await told()).length).toBe(1);
  const [{ id, account_id: who }] = await told();
  const entry = (await other.admin.call('GET', `/activity-user-tenant/${id}`)).json();
  expect([who, entry.after]).toEqual([null, { signed_in_elsewhere: true }]);
});
