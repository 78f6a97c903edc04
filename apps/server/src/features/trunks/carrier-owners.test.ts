import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

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

const add = ({ admin }: TestTenant, body: object) =>
  admin.call('POST', '//telephony/partner/trunk', { name: crypto.randomUUID(), host: 'sip.mot.vn', ...body });
const refusal = async (tenant: TestTenant, body: object) => {
  const answer = await add(tenant, body);
  return [answer.statusCode, answer.json().fields];
};
async function assign(tenant: TestTenant, carriers: readonly string[]) {
  const { data } = (await operators.admin.call('GET', `//admin/tenants?search=${tenant.code}`)).json();
  const [{ id, version, seats, trial_until, licences }] = data;
  return operators.admin.call('PUT', `//admin/tenant/${id}`, { version, seats, trial_until, licences, carriers });
}

test.each([
  ['host', '127.0.0.1'],
  ['host', '10.0.0.7'],
  ['host', '192.168.1.20'],
  ['host', '169.254.169.254'],
  ['host', '203.0.113.9'],
  ['host', '0.0.0.0'],
  ['host', '[::1]'],
  ['host', '[fd00::7]'],
  ['host', '[::ffff:127.0.0.1]'],
  ['host', '127.1'],
  ['host', '2130706433'],
  ['host', '0x7f000001'],
  ['host', 'localhost'],
  ['host', 'may-chu'],
  ['backups', ['sip2.mot.vn', '10.0.0.7:5060']],
  ['backups', ['[::1]:5060']],
  ['addresses', ['127.0.0.1']],
  ['addresses', ['10.0.0.0/24']],
  ['addresses', ['fe80::/64']],
])('nobody sends to, or takes calls from, what is not of the internet: %s %j', async (field, value) => {
  const [status, fields] = await refusal(mine, { [field]: value });
  expect([status, Object.keys(fields)]).toEqual([422, [field]]);
  expect(fields[field]).toContain('không phải là một địa chỉ trên Internet');
});

test.each([['0.0.0.0/0'], ['::/0'], ['113.160.0.0/16'], ['113.160.0.0/23'], ['2400:cb00::/32'], ['2400:cb00::/47']])(
  'a network as wide as %s is no carrier’s',
  async (network) => {
    const [status, fields] = await refusal(mine, { addresses: [network] });
    expect([status, fields]).toEqual([422, { addresses: expect.stringContaining('Dải mạng quá rộng') }]);
  },
);

test('SIP is on no port below 1024', async () => {
  expect(await refusal(mine, { port: 25 })).toEqual([422, { port: expect.stringContaining('1024') }]);
  expect(await refusal(mine, { backups: ['sip2.mot.vn:22'] })).toEqual([
    422,
    { backups: expect.stringContaining('1024') },
  ]);
});

test('what a network of the internet has at its edges is taken', async () => {
  const addresses = ['113.160.7.0/24', '113.160.8.9', '2400:cb00:7::/48'];
  const made = await add(mine, { host: 'bien.mot.vn', addresses, backups: ['113.160.9.1:5080'] });
  expect([made.statusCode, made.json().addresses]).toEqual([200, addresses]);
});

test('a carrier is the first company’s that names it, in every spelling and place, until it is given up', async () => {
  const { id } = (
    await add(mine, { host: 'sip.mot.vn', backups: ['[2400:cb00::9]:5080'], addresses: ['113.161.4.0/24'] })
  ).json();
  const theirs = { host: expect.stringContaining('đang thuộc doanh nghiệp khác') };
  for (const body of [
    { host: 'SIP.mot.vn' },
    { host: 'sip.mot.vn', port: 5080, kind: 'registration', username: 'x' },
    { host: 'sip.hai.vn', backups: ['sip.mot.vn:5070'] },
    { host: '[2400:cb00:0::9]' },
    { host: '113.161.4.77' },
  ]) {
    expect([body, await refusal(other, body)]).toEqual([body, [409, theirs]]);
  }
  const within = await refusal(other, { host: 'sip.hai.vn', addresses: ['113.161.4.200'] });
  expect(within).toEqual([409, { addresses: theirs.host }]);
  expect(JSON.stringify(within)).not.toContain('mot');
  // Whoever tries is seen: once, however often they do.
  const tried = await app.db.inTenant(other.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'refused')
      .where('subject', '=', 'trunk')
      .select('after')
      .orderBy('at')
      .execute(),
  );
  expect(tried.map(({ after }) => after)).toEqual([
    { code: 'duplicate', fields: theirs },
    { code: 'duplicate', fields: { addresses: theirs.host } },
  ]);
  // A change is looked at like what is new, and what stays as it was is not.
  const own = (await add(other, { host: 'sip.hai.vn' })).json();
  const change = (body: object) => other.admin.call('PUT', `//telephony/partner/trunk/${own.id}`, { ...own, ...body });
  expect((await change({ host: 'sip.mot.vn' })).statusCode).toBe(409);
  expect((await change({ name: 'Khác' })).statusCode).toBe(200);
  await mine.admin.call('DELETE', `//telephony/partner/trunk/${id}`);
  expect((await add(other, { host: 'sip.mot.vn' })).statusCode).toBe(200);
});

test('of two companies that name a carrier at the same moment one has it', async () => {
  const both = await Promise.all([mine, other].map((tenant) => add(tenant, { host: 'sip.chung.vn' })));
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 409]);
});

test('what the operator assigns is the company’s wherever it is and whoever has it, for as long', async () => {
  await add(mine, { host: 'sip.viettel.vn' });
  expect((await assign(other, ['sip.viettel.vn', '10.20.0.0/16', '127.0.0.1'])).json().carriers).toEqual([
    '10.20.0.0/16',
    '127.0.0.1',
    'sip.viettel.vn',
  ]);
  const shared = await add(other, { host: 'sip.viettel.vn', addresses: ['10.20.3.0/24'] });
  expect(shared.statusCode).toBe(200);
  expect((await add(other, { host: '127.0.0.1', port: 15_060 })).statusCode).toBe(200);
  expect((await add(mine, { host: '127.0.0.1' })).statusCode).toBe(422);
  const { trunks } = await loadTelephonyConfig(app.db.inTenant, other.id);
  expect(trunks.find(({ trunk }) => trunk === shared.json().id)).toMatchObject({ inside: ['0.0.0.0/0', '::/0'] });
  const trail = await app.db.inTenant(other.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'tenant').select('after').execute(),
  );
  expect(trail.at(-1)?.after).toMatchObject({ carriers: expect.arrayContaining(['sip.viettel.vn']) });

  const wrong = await assign(other, ['http://x']);
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([422, ['carriers.0']]);
  await assign(other, []);
  expect((await add(other, { host: 'sip.viettel.vn' })).statusCode).toBe(409);
});

test('names of a company without an assignment lead nowhere inside', async () => {
  const { id } = (await add(mine, { host: 'ten.mot.vn' })).json();
  const { trunks } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  expect(trunks.find(({ trunk }) => trunk === id)).toMatchObject({ inside: [] });
});
