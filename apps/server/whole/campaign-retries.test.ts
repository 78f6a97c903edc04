import type { ContactRow, Permission } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { openDialled } from '../src/storage/sealed-number.ts';
import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** What a campaign does after each kind of call, at which number of the customer, and with which number of the company shown. */
let company: CampaignCompany;
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let agent: TestPerson;
let status: string;
const caller: readonly Permission[] = ['campaign.call', 'customer.update', 'customer.view'];
const minuteMs = 60_000;

beforeAll(async () => {
  company = await campaignCompany();
  ({ app, tenant, admin, status } = company);
  agent = await tenant.person('goi', caller, '171');
});
beforeEach(() => {
  app.clock.now = ten;
});
afterAll(() => company.close());

let made = 0;
const word = () => `R${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
const phone = () => `09${String(30_000_000 + (made += 1))}`;
const add = (path: string, body: object) => company.add(path, body);
/** A campaign with one customer, who has these numbers. */
async function campaignOf(numbers: number, given: object) {
  const campaign = await add('/campaign', {
    name: word(),
    kind: 'care',
    status: 'running',
    calls_from: '00:00',
    calls_to: '24:00',
    max_attempts: 5,
    pause_minutes: 240,
    ...given,
  });
  const [first = '', ...phones] = Array.from({ length: numbers }, phone);
  const customer = await add('/customer', { name: word(), phone: first, phones, status });
  await company.put(campaign.id, [customer.id]);
  return { campaign: campaign.id as string, customer: customer.id as string, numbers: [first, ...phones] };
}
const contactOf = async (campaign: string): Promise<ContactRow> => {
  const [row] = (await admin.call('GET', `/campaign/${campaign}/contacts`)).json().data;
  return row;
};
const next = async (campaign: string) => (await agent.call('POST', `/campaign/${campaign}/next`)).json();
/** Takes the customer and calls them; answers what their phone dials. */
async function calls(campaign: string) {
  const { contact } = await next(campaign);
  const placed = (await agent.call('POST', `/campaign-contact/${contact.id}/call`)).json();
  expect(placed.outcome).toBe('placed');
  const prepared = (await agent.call('POST', '/create-histories-call', { phone: placed.dial })).json();
  return { contact: contact.id as string, dialled: openDialled(app.serverKey, tenant.id, prepared.dial) };
}
const says = async (customer: string, outcome: string, more: object = {}) =>
  expect((await agent.call('POST', `/customer/${customer}/disposition`, { outcome, ...more })).statusCode).toBe(200);
/** The network says what came of the call to this number. */
const networkSays = (number: string, said: 'no_answer' | 'busy' | 'failed' | 'cancelled') =>
  storeCall(app.db, tenant.id, {
    direction: 'outbound',
    purpose: 'campaign',
    status: said,
    from_extension: '171',
    to_extension: '',
    outside_number: `+84${number.slice(1)}`,
    started_at: new Date(app.clock.now + 1_000),
  });
const gives = (contact: string) => agent.call('POST', `/campaign-contact/${contact}/release`);
async function later(minutes: number): Promise<void> {
  for (let gone = 0; gone < minutes; gone += 10) {
    app.clock.now += Math.min(10, minutes - gone) * minuteMs;
    for (const one of [admin, agent]) expect((await one.call('GET', '/me')).statusCode).toBe(200);
  }
}
const inMinutes = (minutes: number) => new Date(app.clock.now + minutes * minuteMs).toISOString();
const rule = (result: string, step: string, minutes: number, most: number) => ({ result, step, minutes, most });

test('whoever is busy is called again soon and so often as the rule says, whoever does not answer when theirs says', async () => {
  const { campaign, numbers } = await campaignOf(1, {
    retries: [rule('busy', 'again', 10, 2), rule('no_answer', 'again', 90, 1)],
  });
  const [number = ''] = numbers;
  const { contact } = await calls(campaign);
  await networkSays(number, 'busy');
  await gives(contact);
  expect(await contactOf(campaign)).toMatchObject({ state: 'missed', attempts: 1, next_at: inMinutes(10) });
  expect((await next(campaign)).contact).toBeNull();
  await later(10);
  const again = await calls(campaign);
  // Whoever goes on at once gives the customer back before the network has said anything: a call that was given up is one without answer.
  await gives(again.contact);
  expect((await contactOf(campaign)).next_at).toBe(inMinutes(240));
  await networkSays(number, 'cancelled');
  expect(await contactOf(campaign)).toMatchObject({ state: 'missed', next_at: inMinutes(90) });
  await later(90);
  await calls(campaign);
  await networkSays(number, 'no_answer');
  expect((await contactOf(campaign)).state).toBe('calling');
  await agent.call('POST', `/campaign-contact/${again.contact}/release`);
  // It was the second one without an answer.
  expect(await contactOf(campaign)).toMatchObject({ state: 'exhausted', attempts: 3, next_why: 'stopped' });
  // More calls in all are nothing to whom a rule has stopped.
  const row = (await admin.call('GET', `/campaign/${campaign}`)).json();
  expect((await admin.call('PUT', `/campaign/${campaign}`, { ...row, max_attempts: 9 })).statusCode).toBe(200);
  expect((await contactOf(campaign)).next_why).toBe('stopped');
});

test('a customer of several numbers is called at each of them, and not at one that is said to be wrong', async () => {
  const { campaign, customer, numbers } = await campaignOf(3, {
    retries: [rule('wrong-number', 'other-number', 1, 5), rule('no-disposition', 'other-number', 30, 5)],
  });
  const called: string[] = [];
  const call = async (outcome: string, minutes: number) => {
    const { dialled } = await calls(campaign);
    called.push(dialled?.number ?? '');
    await says(customer, outcome);
    await later(minutes);
  };
  await call('wrong-number', 1);
  expect((await contactOf(campaign)).phone).toBe(numbers[1]);
  await call('no-disposition', 30);
  await call('no-disposition', 30);
  await call('no-disposition', 30);
  expect(called).toEqual([numbers[0], numbers[1], numbers[2], numbers[1]]);
  await call('declined', 0);
  expect(await contactOf(campaign)).toMatchObject({ state: 'declined', attempts: 5 });
});

test('whoever has no other number that is right is done with', async () => {
  const { campaign, customer } = await campaignOf(1, { retries: [rule('wrong-number', 'other-number', 1, 5)] });
  await calls(campaign);
  await says(customer, 'wrong-number');
  expect((await contactOf(campaign)).state).toBe('wrong-number');
});

test('what somebody says outranks the network, a promise outranks every rule, and the most calls in all hold', async () => {
  const { campaign, customer, numbers } = await campaignOf(1, {
    max_attempts: 3,
    retries: [rule('busy', 'stop', 1, 1), rule('no-disposition', 'again', 5, 9), rule('call-again', 'stop', 1, 1)],
  });
  await calls(campaign);
  await networkSays(numbers[0] ?? '', 'busy');
  await says(customer, 'no-disposition');
  expect(await contactOf(campaign)).toMatchObject({ state: 'missed', next_at: inMinutes(5) });
  await later(5);
  await calls(campaign);
  const promised = inMinutes(45);
  await says(customer, 'call-again', { next_call_at: promised });
  expect(await contactOf(campaign)).toMatchObject({ state: 'call-again', next_at: promised });
  await later(45);
  await calls(campaign);
  await says(customer, 'no-disposition');
  expect(await contactOf(campaign)).toMatchObject({ state: 'exhausted', attempts: 3, next_why: 'exhausted' });
});

test('calls show the numbers of the campaign in turn; one that has called often enough rests, and all of them hold up the next call', async () => {
  const pool = await app.db.inTenant(tenant.id, async (trx) => {
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: word(), host: 'x.alo.local' }).execute();
    const rows = ['+842871000201', '+842871000202'].map((number) => ({ id: newId(), number, name: number }));
    await trx
      .insertInto('service_number')
      .values(rows.map((row) => ({ ...row, trunk_id: trunk })))
      .execute();
    return rows;
  });
  const { campaign, customer } = await campaignOf(1, {
    caller_ids: pool.map(({ id }) => id),
    caller_calls: 1,
    caller_minutes: 60,
    max_attempts: 9,
    retries: [rule('no-disposition', 'again', 1, 9)],
  });
  const shown: (string | undefined)[] = [];
  for (let n = 0; n < 2; n += 1) {
    shown.push((await calls(campaign)).dialled?.showing);
    await says(customer, 'no-disposition');
    await later(1);
  }
  expect(shown).toEqual(pool.map(({ number }) => number));
  const { contact } = await next(campaign);
  const refused = (await agent.call('POST', `/campaign-contact/${contact.id}/call`)).json();
  expect(refused).toMatchObject({ outcome: 'refused', reason: 'callers-rest' });
  // What each number came to is told, and opens its customers.
  const { data } = (await admin.call('GET', `/campaign/${campaign}/results?by=shown`)).json();
  expect(data.map(({ key, calls: n }: { key: string; calls: number }) => `${key} ${n}`).toSorted()).toEqual(
    pool.map(({ id }) => `${id} 1`).toSorted(),
  );
  expect((await admin.call('GET', `/campaign/${campaign}/contacts?shown=${pool[0]?.id}`)).json().total).toBe(1);
  // A number that a campaign calls with is not deleted.
  expect((await admin.call('DELETE', `//telephony/partner/service-number/${pool[0]?.id}`)).json().code).toBe('in_use');
  const faults = await admin.call('POST', '/campaign-faults', {
    kind: 'care',
    caller_ids: pool.map(({ id }) => id),
  });
  expect(faults.json().data.map(({ fault }: { fault: string }) => fault)).toContain('no-outbound');
});

test('a rule for what never comes of a call is refused at its place', async () => {
  const rules = [rule('busy', 'again', 5, 1), rule('khong-co', 'again', 5, 1)];
  const answer = await admin.call('POST', '/campaign', { name: word(), kind: 'care', retries: rules });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().fields).toEqual({ 'retries.1.result': expect.anything() });
  const own = await add('/call-outcome', { name: word(), colour: '#2563eb' });
  const { id } = await add('/campaign', { name: word(), kind: 'care', retries: [rule(own.code, 'again', 5, 1)] });
  expect((await admin.call('DELETE', `/call-outcome/${own.id}`)).statusCode).toBe(200);
  expect((await admin.call('GET', `/campaign/${id}`)).json().retries).toEqual([]);
});
