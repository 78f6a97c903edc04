import { type ContactRow, contactStates, type Permission, type ResultBy, resultsBy } from '@alo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { keysOfPage } from '../src/features/campaigns/find-contacts.ts';
import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** Who is in a campaign, how far it has come with each, and what came of it. */
let company: CampaignCompany;
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let status: string;
const caller: readonly Permission[] = ['campaign.call', 'campaign.view', 'customer.update', 'customer.view'];

beforeAll(async () => {
  company = await campaignCompany();
  ({ app, tenant, admin, status } = company);
});
beforeEach(() => {
  app.clock.now = ten;
});
afterAll(() => company.close());

let made = 0;
const word = () => `K${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
const add = (path: string, body: object) => company.add(path, body);
const ended: CampaignCompany['ended'] = (answer) => company.ended(answer);
const campaignOf = (given: object = {}) =>
  add('/campaign', { name: word(), kind: 'care', status: 'running', ...given });
const put = (campaign: string, ids: readonly string[]) => company.put(campaign, ids);
async function filled(many: number, given: object = {}, of: object = {}) {
  const campaign = await campaignOf(given);
  const customers: { id: string; name: string; phone: string }[] = [];
  for (let n = 0; n < many; n += 1) {
    const name = word();
    customers.push(await add('/customer', { name, phone: `09${String(20_000_000 + made)}`, status, ...of }));
  }
  await put(
    campaign.id,
    customers.map(({ id }) => id),
  );
  return { campaign, customers };
}
interface Listed {
  data: ContactRow[];
  total: number;
}
const listed = async (id: string, query = '', who = admin): Promise<Listed> => {
  const answer = await who.call(
    'GET',
    `/campaign/${id}/contacts?${query.includes('per_page') ? '' : 'per_page=100&'}${query}`,
  );
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
};
const next = async (who: TestPerson, id: string) => (await who.call('POST', `/campaign/${id}/next`)).json();
const keep = (who: TestPerson, customer: string, outcome: string) =>
  who.call('POST', `/customer/${customer}/disposition`, { outcome });
/** Takes the next one, calls them, and says what came of it, if anything. */
async function called(who: TestPerson, campaign: string, outcome?: string) {
  const { contact } = await next(who, campaign);
  expect((await who.call('POST', `/campaign-contact/${contact.id}/call`)).json().outcome).toBe('placed');
  if (outcome !== undefined) await keep(who, contact.customer_id, outcome);
  return contact as { id: string; customer_id: string; phone: string };
}
const moved = async (id: string, move: object, wanted: object) =>
  ended(await admin.call('POST', `/campaign/${id}/contacts/move`, { ...move, wanted }));

/** The filter of the list that a group of the results opens. */
const filterOf: Readonly<Record<ResultBy, string>> = {
  outcome: 'outcome',
  agent: 'called_by',
  hour: 'hour',
  list: 'list',
  attempt: 'nth',
  shown: 'shown',
  heard: 'heard',
  pressed: 'pressed',
};

test('counts at the top are the rows of each state, and each result opens as many customers as it says', async () => {
  const source = await add('/data-source', { name: word() });
  const { campaign, customers } = await filled(9, { pause_minutes: 1 }, { data_source_id: source.id });
  const more = await filled(2);
  await put(
    campaign.id,
    more.customers.map(({ id }) => id),
  );
  for (const outcome of ['interested', 'agreed', 'agreed', 'declined', 'wrong-number', 'no-disposition']) {
    await called(admin, campaign.id, outcome);
  }
  // Nobody's session ends of it.
  for (let quarter = 0; quarter < 5; quarter += 1) {
    app.clock.now += 15 * 60_000;
    expect((await admin.call('GET', '/me')).statusCode).toBe(200);
  }
  const lan = await tenant.person('ket-qua', caller);
  // Whoever was not reached comes behind those who were never called.
  for (const outcome of ['interested', 'no-disposition', 'agreed', 'interested', 'other', 'agreed']) {
    await called(lan, campaign.id, outcome);
  }
  const counts = (await admin.call('GET', `/campaign/${campaign.id}/contact-counts`)).json();
  expect(counts).toMatchObject({ campaign: { name: campaign.name }, total: customers.length + 2 });
  expect((await listed(campaign.id)).total).toBe(counts.total);
  for (const state of Object.keys(contactStates)) {
    const { total, data } = await listed(campaign.id, `state=${state}`);
    expect([state, total, data.length]).toEqual([state, counts.states[state], total]);
  }
  const row = (await admin.call('GET', `/campaign/${campaign.id}`)).json();
  expect(row.contacts).toBe(counts.total);

  for (const by of Object.keys(resultsBy) as ResultBy[]) {
    const { total, data } = (await admin.call('GET', `/campaign/${campaign.id}/results?by=${by}`)).json();
    expect(total).toMatchObject({ calls: 12, customers: 11 });
    const calls = data.reduce((sum: number, { calls: its }: { calls: number }) => sum + its, 0);
    expect([by, calls]).toEqual([by, 12]);
    // Nobody was shown a number of the campaign's own, nor heard a message.
    expect(data.length).toBeGreaterThan(['shown', 'heard', 'pressed'].includes(by) ? 0 : 1);
    for (const { key, customers: its } of data) {
      const { total: found } = await listed(campaign.id, `${filterOf[by]}=${key}`);
      expect([by, key, found]).toEqual([by, key, its]);
    }
  }
  const byAgent = (await admin.call('GET', `/campaign/${campaign.id}/results?by=agent`)).json().data;
  expect(byAgent).toMatchObject([
    { calls: 6, reached: 4, success: 2 },
    { calls: 6, reached: 5, success: 2 },
  ]);
  // Two of one call, not one of each.
  const both = await listed(campaign.id, `called_by=${lan.accountId}&outcome=declined`);
  expect(both.total).toBe(0);
});

test('a row tells how far it has come, with whom, what came of it and when it goes on; it is found by name, number and sorted', async () => {
  const { campaign, customers } = await filled(3);
  const { customer_id: id } = await called(admin, campaign.id, 'no-disposition');
  const [first] = (await listed(campaign.id)).data;
  expect(first).toMatchObject({
    customer_id: id,
    state: 'missed',
    attempts: 1,
    outcome: 'no-disposition',
    outcome_name: 'Không gặp',
    next_at: new Date(ten + 240 * 60_000).toISOString(),
    next_why: 'pause',
    call_id: null,
  });
  const name = customers[2]?.name ?? '';
  expect((await listed(campaign.id, `search=${encodeURIComponent(name)}`)).data).toMatchObject([{ name }]);
  expect((await listed(campaign.id, `search=${customers[1]?.phone}`)).data).toMatchObject([
    { name: customers[1]?.name },
  ]);
  const byNext = (await listed(campaign.id, 'sort=-next_at')).data.map(({ customer_id }) => customer_id);
  expect(byNext[0]).toBe(id);
  expect((await admin.call('GET', `/campaign/${campaign.id}/contacts?sort=name`)).statusCode).toBe(400);
  // Whatever the last page shows is none of the others.
  const pages = await Promise.all([1, 2].map((page) => listed(campaign.id, `per_page=2&page=${page}`)));
  expect(new Set(pages.flatMap(({ data }) => data.map((row) => row.id))).size).toBe(3);
});

test('the conversation that a call became is known by its number and who placed it, and nobody else’s is taken for it', async () => {
  const { campaign } = await filled(2);
  const lan = await tenant.person('noi-may', caller, '171');
  const contact = await called(lan, campaign.id);
  const of = {
    direction: 'outbound',
    purpose: 'campaign',
    outside_number: `+84${contact.phone.slice(1)}`,
    to_extension: '',
    started_at: new Date(ten + 2_000),
  } as const;
  await storeCall(app.db, tenant.id, { ...of, from_extension: '172' });
  const { id: callId } = await storeCall(app.db, tenant.id, { ...of, from_extension: '171' });
  // By the same person, for nothing.
  await storeCall(app.db, tenant.id, { ...of, from_extension: '171', purpose: 'people' });
  const row = (await listed(campaign.id)).data.find(({ id }) => id === contact.id);
  expect(row?.call_id).toBe(callId);
});

test('who may not see numbers in full sees none, who sees their own customers sees those alone, and another company nothing', async () => {
  const { campaign, customers } = await filled(3);
  const own = await tenant.person('chi-cua-minh', caller);
  await app.db.inTenant(tenant.id, async (trx) => {
    await trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của chi-cua-minh').execute();
    await trx
      .updateTable('customer')
      .set({ user_id: own.accountId })
      .where('id', '=', customers[0]?.id ?? '')
      .execute();
  });
  await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const seen = await listed(campaign.id, '', own);
  expect(seen).toMatchObject({
    total: 1,
    data: [{ customer_id: customers[0]?.id, phone: expect.stringContaining('*') }],
  });
  expect((await own.call('GET', `/campaign/${campaign.id}/contact-counts`)).json().total).toBe(1);
  const file = await own.call('GET', `/campaign/${campaign.id}/contacts/export?format=csv`);
  expect(file.statusCode).toBe(403);
  const whole = await admin.call('GET', `/campaign/${campaign.id}/contacts/export?format=csv`);
  expect(whole.statusCode).toBe(200);
  for (const { name } of customers) expect(whole.payload).toContain(name);
  const other = await app.tenant('hai');
  for (const path of ['contacts', 'contact-counts', 'results']) {
    expect((await other.admin.call('GET', `/campaign/${campaign.id}/${path}`)).statusCode).toBe(404);
  }
  const move = { move: 'take-out', wanted: {} };
  expect((await other.admin.call('POST', `/campaign/${campaign.id}/contacts/move`, move)).statusCode).toBe(404);
  expect((await listed(campaign.id)).total).toBe(3);
});

test('customers who are kept for one person are offered to nobody else, until that person is gone', async () => {
  const { campaign } = await filled(2);
  const [lan, minh] = [await tenant.person('giao-cho', caller), await tenant.person('khong-giao', caller)];
  await moved(campaign.id, { move: 'assign', account_id: lan.accountId }, {});
  expect((await listed(campaign.id, `assigned_to=${lan.accountId}`)).total).toBe(2);
  expect(await next(minh, campaign.id)).toMatchObject({ contact: null, why: ['Đã giao cho người khác: 2 khách'] });
  expect((await next(lan, campaign.id)).contact).not.toBeNull();
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('account').set({ active: false }).where('id', '=', lan.accountId).execute(),
  );
  expect((await next(minh, campaign.id)).contact).not.toBeNull();
  const refused = await admin.call('POST', `/campaign/${campaign.id}/contacts/move`, {
    move: 'assign',
    account_id: lan.accountId,
    wanted: {},
  });
  expect([refused.statusCode, refused.json().fields]).toMatchObject([422, { account_id: expect.anything() }]);
});

test('who is called from the start again has all their calls before them; who is being called stays; who is taken out of one campaign stays in others', async () => {
  const { campaign, customers } = await filled(3, { max_attempts: 1 });
  const others = [await campaignOf(), await campaignOf()];
  for (const { id } of others) {
    await put(
      id,
      customers.map((each) => each.id),
    );
  }
  const over = await called(admin, campaign.id, 'no-disposition');
  const lan = await tenant.person('dang-goi-day', caller);
  const busy = await called(lan, campaign.id);
  // The worker's clock is not the test's.
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .updateTable('campaign_contact')
      .set({ claimed_until: new Date(Date.now() + 86_400_000) })
      .where('id', '=', busy.id)
      .execute(),
  );
  expect((await listed(campaign.id, 'state=exhausted')).total).toBe(1);
  expect((await moved(campaign.id, { move: 'call-again' }, {})).report).toMatchObject({ moved: 2 });
  const byId = new Map((await listed(campaign.id)).data.map((row) => [row.id, row]));
  expect(byId.get(over.id)).toMatchObject({ state: 'new', attempts: 0, next_why: 'now', outcome: 'no-disposition' });
  expect(byId.get(busy.id)).toMatchObject({ state: 'calling', attempts: 1 });
  await moved(campaign.id, { move: 'take-out' }, { ids: [over.id, busy.id] });
  expect((await listed(campaign.id)).data.map(({ id }) => id)).not.toContain(over.id);
  expect((await listed(campaign.id)).total).toBe(2);
  for (const { id } of others) expect((await listed(id)).total).toBe(3);
  const trail = (await admin.call('GET', '/activity-user-tenant?per_page=5')).json().data;
  expect(trail[0]).toMatchObject({ action: 'update', subject: 'campaign', subject_id: campaign.id });
});

test('an empty campaign has an empty list, nothing to count, and no results', async () => {
  const campaign = await campaignOf();
  expect(await listed(campaign.id)).toMatchObject({ data: [], total: 0 });
  expect((await admin.call('GET', `/campaign/${campaign.id}/results`)).json()).toMatchObject({
    total: { calls: 0, reached: 0, success: 0, customers: 0 },
    data: [],
  });
  expect((await moved(campaign.id, { move: 'take-out' }, {})).report).toEqual({ moved: 0 });
});

test('of a long list with many dead numbers a page is read where it stands, and the dead ones are taken out at once', async () => {
  const campaign = await campaignOf();
  const rows = 5_000;
  await app.db.inTenant(tenant.id, async (trx) => {
    await sql`with added as (
        insert into customer (id, name, status, numbers)
          select gen_random_uuid(), 'Khách ' || n, ${status}, array['+8436' || (1000000 + n)] from generate_series(1, ${rows}) as n
          returning id)
      insert into campaign_contact (id, campaign_id, customer_id, state, attempts, last_at, next_at)
        select gen_random_uuid(), ${campaign.id}, id, case when n % 5 < 2 then 'wrong-number' else 'missed' end, 1,
            now() - n * interval '1 second', now() + n * interval '1 second'
          from (select id, row_number() over () as n from added) as their`.execute(trx);
  });
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query('analyze campaign_contact');
  await owner.end();
  const plans = await app.db.inTenant(tenant.id, async (trx) => {
    const planOf = async (sort: string | undefined, more = sql``) => {
      const wanted = sql`campaign_contact as contact where contact.campaign_id = ${campaign.id} ${more}`;
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
        ${keysOfPage(wanted, sort, { skip: 1_000, perPage: 10 })}`.execute(trx);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    };
    return [
      await planOf(undefined),
      await planOf('last_at'),
      await planOf('next_at'),
      await planOf('-next_at'),
      await planOf(undefined, sql`and contact.state = 'wrong-number'`),
    ];
  });
  for (const plan of plans) {
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  }
  expect(await listed(campaign.id, 'state=wrong-number&page=20')).toMatchObject({
    total: 2_000,
    data: { length: 100 },
  });
  const job = await moved(campaign.id, { move: 'take-out' }, { filters: { state: 'wrong-number' } });
  expect(job.report).toMatchObject({ moved: 2_000 });
  const counts = (await admin.call('GET', `/campaign/${campaign.id}/contact-counts`)).json();
  expect(counts).toMatchObject({ total: 3_000, states: { 'wrong-number': 0, missed: 3_000 } });
});
