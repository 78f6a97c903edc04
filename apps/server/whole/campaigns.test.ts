import type { Job, Permission } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';

/** People call customers of a campaign one after the other: whom they are offered, what is let through, and what comes of it. */
let company: CampaignCompany;
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let status: string;
const caller: readonly Permission[] = ['campaign.call', 'customer.update', 'customer.view'];
const hourMs = 3_600_000;

beforeAll(async () => {
  company = await campaignCompany();
  ({ app, tenant, admin, status } = company);
});
beforeEach(() => {
  app.clock.now = ten;
});
afterAll(() => company.close());

let made = 0;
const word = () => `C${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
const add = (path: string, body: object) => company.add(path, body);
const campaignOf = (given: object = {}) =>
  add('/campaign', { name: word(), kind: 'care', status: 'running', ...given });
const customersOf = (
  many: number,
  given: object = {},
): Promise<{ id: string; version: number; name: string; phone: string }[]> =>
  Promise.all(
    Array.from({ length: many }, () => {
      const name = word();
      return add('/customer', { name, phone: `09${String(10_000_000 + made)}`, status, ...given });
    }),
  );

const ended: CampaignCompany['ended'] = (answer) => company.ended(answer);
const put = (campaign: string, ids: readonly string[], off?: boolean) => company.put(campaign, ids, off);
const undone = async ({ id }: Pick<Job, 'id'>) => ended(await admin.call('POST', `/bulk/${id}/undo`));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
async function filled(many: number, given: object = {}) {
  const [campaign, customers] = [await campaignOf(given), await customersOf(many)];
  await put(campaign.id, idsOf(customers));
  return { campaign, customers };
}
/** Time goes by, and nobody's session ends of it. */
async function later(ms: number): Promise<void> {
  const until = app.clock.now + ms;
  while (app.clock.now < until) {
    app.clock.now = Math.min(app.clock.now + hourMs / 4, until);
    expect((await admin.call('GET', '/me')).statusCode).toBe(200);
  }
}
const next = async (who: TestPerson, id: string) => (await who.call('POST', `/campaign/${id}/next`)).json();
const place = async (who: TestPerson, contact: string) =>
  (await who.call('POST', `/campaign-contact/${contact}/call`)).json();
const keep = (who: TestPerson, customer: string, outcome: string, more: object = {}) =>
  who.call('POST', `/customer/${customer}/disposition`, { outcome, ...more });
const rowOf = async (id: string) => (await admin.call('GET', `/campaign/${id}`)).json();
const contactsOf = (campaign: string) =>
  app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('campaign_contact').where('campaign_id', '=', campaign).orderBy('id').selectAll().execute(),
  );

test('people who ask at the same moment get a customer each, and nobody is called by two', async () => {
  const { campaign } = await filled(24);
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => tenant.person(`goi-${n}`, caller)));
  const called: string[] = [];
  const work = async (who: TestPerson): Promise<void> => {
    // Two tabs of one person ask at once: they have one customer.
    const [one, other] = await Promise.all([next(who, campaign.id), next(who, campaign.id)]);
    expect(other.contact?.id).toBe(one.contact?.id);
    if (one.contact === null) return;
    expect((await place(who, one.contact.id)).outcome).toBe('placed');
    called.push(one.contact.customer_id);
    expect((await keep(who, one.contact.customer_id, 'other')).statusCode).toBe(200);
    return work(who);
  };
  await Promise.all(people.map(work));
  expect(new Set(called).size).toBe(called.length);
  expect(called).toHaveLength(24);
  expect(await rowOf(campaign.id)).toMatchObject({ contacts: 24, called: 24, reached: 24, finished: 24 });
  const [first] = people;
  expect((await next(first ?? admin, campaign.id)).why).toEqual(['Đã xong: 24 khách']);
});

test('promises that are due come first, then who was never called, then who was not reached and has had their pause', async () => {
  const { campaign } = await filled(4, { pause_minutes: 60 });
  const [missed, promised] = await contactsOf(campaign.id);
  const say = async (contact: { id: string; customer_id: string } | undefined, outcome: string, more: object = {}) => {
    const taken = await next(admin, campaign.id);
    expect(taken.contact.id).toBe(contact?.id);
    await place(admin, taken.contact.id);
    await keep(admin, taken.contact.customer_id, outcome, more);
  };
  await say(missed, 'no-disposition');
  await say(promised, 'call-again', { next_call_at: new Date(ten + 30 * 60_000).toISOString() });
  const third = await next(admin, campaign.id);
  await admin.call('POST', `/campaign-contact/${third.contact.id}/release`, { later: true });
  const fourth = await next(admin, campaign.id);
  expect(fourth.contact.id).not.toBe(third.contact.id);
  await place(admin, fourth.contact.id);
  await keep(admin, fourth.contact.customer_id, 'agreed');
  const nobody = await next(admin, campaign.id);
  expect([nobody.contact, nobody.ready]).toEqual([null, 0]);
  expect(nobody.why).toEqual(['Chưa đến giờ gọi lại: 3 khách, sớm nhất 10:10', 'Đã xong: 1 khách']);
  await later(2 * hourMs);
  for (const expected of [promised, third.contact, missed]) await say(expected, 'interested');
});

test('what is kept of a conversation moves the customer on, wherever it is kept, and only for who called', async () => {
  const outcomes = {
    interested: 'done',
    agreed: 'done',
    other: 'done',
    declined: 'declined',
    'wrong-number': 'wrong-number',
    'no-disposition': 'missed',
    'call-again': 'call-again',
  } as const;
  const { campaign } = await filled(Object.keys(outcomes).length);
  const bystander = await tenant.person('nguoi-khac', caller);
  for (const [outcome, state] of Object.entries(outcomes)) {
    const { contact } = await next(admin, campaign.id);
    await place(admin, contact.id);
    const at = outcome === 'call-again' ? { next_call_at: new Date(ten + 5 * hourMs).toISOString() } : {};
    expect((await keep(bystander, contact.customer_id, 'agreed')).statusCode).toBe(200);
    expect((await admin.call('GET', `/campaign/${campaign.id}/calling`)).json().contact.state).toBe('calling');
    await keep(admin, contact.customer_id, outcome, at);
    const kept = (await contactsOf(campaign.id)).find(({ id }) => id === contact.id);
    expect([outcome, kept?.state, kept?.claimed_by]).toEqual([outcome, state, null]);
    const its = (await admin.call('GET', `/customer/${contact.customer_id}/campaigns`)).json().data;
    expect(its).toMatchObject([{ name: campaign.name, state, attempts: 1 }]);
    const told = (await admin.call('GET', `/customer/${contact.customer_id}/timeline`)).json().data;
    expect(told[0].disposition).toMatchObject({ outcome, campaign_name: campaign.name });
    expect(told[1].disposition).toMatchObject({ outcome: 'agreed', campaign_name: null });
  }
  expect(await rowOf(campaign.id)).toMatchObject({ contacts: 7, called: 7, reached: 5, finished: 5 });
});

test('who was not reached so often is left alone, and goes on once the campaign allows more', async () => {
  const { campaign } = await filled(1, { max_attempts: 2, pause_minutes: 1 });
  for (const state of ['missed', 'exhausted']) {
    const { contact } = await next(admin, campaign.id);
    await place(admin, contact.id);
    await keep(admin, contact.customer_id, 'no-disposition');
    expect((await contactsOf(campaign.id))[0]?.state).toBe(state);
    app.clock.now += 2 * 60_000;
  }
  expect((await next(admin, campaign.id)).why).toEqual(['Đã xong: 1 khách']);
  const row = await rowOf(campaign.id);
  await admin.call('PUT', `/campaign/${campaign.id}`, { ...row, max_attempts: 3 });
  expect((await next(admin, campaign.id)).contact.attempts).toBe(2);
});

test('the gate is in the way of every call, says so in words and counts it; an attempt is counted when it lets one through', async () => {
  const { campaign, customers } = await filled(1, { kind: 'advertising' });
  const { contact } = await next(admin, campaign.id);
  app.clock.now = ten + 2 * 60_000;
  await admin.call('PUT', `/campaign/${campaign.id}`, { ...(await rowOf(campaign.id)), status: 'paused' });
  expect(await place(admin, contact.id)).toMatchObject({ outcome: 'refused', reason: 'not-running' });
  await admin.call('PUT', `/campaign/${campaign.id}`, { ...(await rowOf(campaign.id)), status: 'running' });
  const customer = (await admin.call('GET', `/customer/${customers[0]?.id}`)).json();
  await admin.call('PUT', `/customer/${customer.id}`, { ...customer, do_not_call: true });
  const refused = await place(admin, contact.id);
  expect(refused).toEqual({
    outcome: 'refused',
    reason: 'refuses-advertising',
    words: 'Khách từ chối quảng cáo (Nghị định 91/2020, Điều 13)',
  });
  expect(await rowOf(campaign.id)).toMatchObject({ called: 0, refused: 2 });
  const again = (await admin.call('GET', `/customer/${customer.id}`)).json();
  await admin.call('PUT', `/customer/${customer.id}`, { ...again, do_not_call: false });
  expect(await place(admin, contact.id)).toEqual({ outcome: 'placed', dial: `campaign/${customer.id}`, attempts: 1 });
  expect(await place(admin, contact.id)).toMatchObject({ outcome: 'refused', reason: 'not-yet' });
  expect(await rowOf(campaign.id)).toMatchObject({ called: 1, refused: 3 });
});

test('one number has one advertising call in 24 hours, whichever campaign asks, also at the same moment', async () => {
  const { customers, campaign: one } = await filled(1, { kind: 'advertising' });
  const other = await campaignOf({ kind: 'advertising' });
  await put(other.id, idsOf(customers));
  const second = await tenant.person('goi-hai', caller);
  const taken = [await next(admin, one.id), await next(second, other.id)].map(({ contact }) => contact.id);
  const said = await Promise.all([place(admin, taken[0]), place(second, taken[1])]);
  expect(new Set(said.map(({ outcome }) => outcome))).toEqual(new Set(['placed', 'refused']));
  expect(said.find(({ outcome }) => outcome === 'refused')).toMatchObject({ reason: 'advertised-today' });
  const third = await campaignOf({ kind: 'advertising' });
  await put(third.id, idsOf(customers));
  expect((await next(admin, third.id)).why).toEqual([
    'Đã được gọi quảng cáo trong 24 giờ qua (Nghị định 91/2020, Điều 13): 1 khách',
  ]);
  const dayBefore = new Date(app.clock.now - 24 * hourMs);
  await app.db.inTenant(tenant.id, (trx) => trx.updateTable('advertised_number').set({ at: dayBefore }).execute());
  expect((await next(admin, third.id)).contact).toMatchObject({ customer_id: customers[0]?.id });
});

test('outside its hours a campaign offers nobody and says so', async () => {
  const { campaign } = await filled(1, { kind: 'advertising' });
  await later(8 * hourMs);
  expect(await next(admin, campaign.id)).toMatchObject({
    contact: null,
    ready: 0,
    why: ['Ngoài giờ gọi quảng cáo 08:00–17:00 (Nghị định 91/2020, Điều 13)'],
  });
});

test('a customer who is taken comes back when they are given back, and after minutes of nothing', async () => {
  const { campaign } = await filled(1);
  const second = await tenant.person('goi-ba', caller);
  const { contact } = await next(admin, campaign.id);
  expect((await next(second, campaign.id)).why).toEqual(['Đang do người khác giữ: 1 khách']);
  app.clock.now += 4 * 60_000;
  expect((await admin.call('POST', `/campaign-contact/${contact.id}/keep`)).statusCode).toBe(200);
  app.clock.now += 4 * 60_000;
  expect((await next(second, campaign.id)).contact).toBeNull();
  await admin.call('POST', `/campaign-contact/${contact.id}/release`, {});
  expect((await next(second, campaign.id)).contact.id).toBe(contact.id);
  expect((await admin.call('POST', `/campaign-contact/${contact.id}/call`)).statusCode).toBe(409);
  await place(second, contact.id);
  app.clock.now += 6 * 60_000;
  // Nobody said what came of it: nobody was reached, until somebody says otherwise after all.
  expect((await next(admin, campaign.id)).contact).toBeNull();
  expect((await contactsOf(campaign.id))[0]).toMatchObject({ state: 'missed', attempts: 1 });
  await keep(second, contact.customer_id, 'agreed');
  expect((await contactsOf(campaign.id))[0]?.state).toBe('done');
});

test('the last customer, whose caller is gone without a word, is offered again after the pause, and done with after the last try', async () => {
  const { campaign } = await filled(1, { max_attempts: 2, pause_minutes: 10 });
  for (const [ready, why] of [
    [1, []],
    [0, ['Đã xong: 1 khách']],
  ] as const) {
    expect((await place(admin, (await next(admin, campaign.id)).contact.id)).outcome).toBe('placed');
    app.clock.now += 11 * 60_000;
    const seen = (await admin.call('GET', `/campaign/${campaign.id}/calling`)).json();
    expect(seen).toMatchObject({ contact: null, ready, why });
  }
  expect(await rowOf(campaign.id)).toMatchObject({ called: 1, finished: 1 });
});

test('who was left by whoever called them is called by the next one, of whom nothing of that call is asked', async () => {
  const { campaign } = await filled(1, { pause_minutes: 10 });
  const gone = await tenant.person('bo-do', caller);
  await place(gone, (await next(gone, campaign.id)).contact.id);
  app.clock.now += 11 * 60_000;
  const { contact } = await next(admin, campaign.id);
  expect(contact).toMatchObject({ state: 'missed', attempts: 1, awaits_outcome: false });
  expect(await place(admin, contact.id)).toMatchObject({ outcome: 'placed', attempts: 2 });
  expect((await next(admin, campaign.id)).contact).toMatchObject({ id: contact.id, awaits_outcome: true });
  await keep(admin, contact.customer_id, 'agreed');
  expect((await contactsOf(campaign.id))[0]?.state).toBe('done');
});

test('an open page keeps nobody for ever: a quarter of an hour who is not called, two hours who is', async () => {
  const { campaign } = await filled(1);
  const { contact } = await next(admin, campaign.id);
  const kept = async (minutes: number) => {
    const until = app.clock.now + minutes * 60_000;
    let last = 200;
    while (app.clock.now < until && last === 200) {
      app.clock.now += 3 * 60_000;
      last = (await admin.call('POST', `/campaign-contact/${contact.id}/keep`)).statusCode;
    }
    return last;
  };
  expect([await kept(12), await kept(6)]).toEqual([200, 409]);
  // Whoever is back asks for the next one, and has as long again.
  expect((await next(admin, campaign.id)).contact.id).toBe(contact.id);
  expect(await kept(12)).toBe(200);
  await place(admin, contact.id);
  expect([await kept(117), await kept(6)]).toEqual([200, 409]);
});

test('whoever loses a customer whom they call takes nobody by it, before it is said what came of that', async () => {
  const { campaign } = await filled(2);
  const { contact } = await next(admin, campaign.id);
  await place(admin, contact.id);
  app.clock.now += 6 * 60_000;
  const after = async () => (await admin.call('POST', `/campaign/${campaign.id}/next`, { after: contact.id })).json();
  expect(await after()).toMatchObject({ contact: null, ready: 1 });
  await keep(admin, contact.customer_id, 'agreed');
  expect((await after()).contact).toMatchObject({ state: 'new' });
});

test('where a campaign asks what came of each call, whoever has not said it goes on to nobody, and is told whose call it was', async () => {
  const { campaign } = await filled(3, { outcome_required: true });
  const lan = await tenant.person('bat-buoc', caller);
  const { contact } = await next(lan, campaign.id);
  // Before the call nothing is owed.
  expect((await lan.call('POST', `/campaign-contact/${contact.id}/release`, {})).statusCode).toBe(200);
  await next(lan, campaign.id);
  await place(lan, contact.id);
  const words = `Chiến dịch này bắt buộc ghi kết quả: hãy ghi kết quả cuộc gọi với ${contact.name} trước`;
  const refused = async (path: string) => {
    const answer = await lan.call('POST', path, {});
    const { code, message } = answer.json();
    expect([path, answer.statusCode, code, message]).toEqual([path, 409, 'call_refused', words]);
  };
  const goOn = [`/campaign/${campaign.id}/next`, `/campaign-contact/${contact.id}/release`];
  for (const path of [...goOn, `/campaign-contact/${contact.id}/call`]) await refused(path);
  const seen = async () => (await lan.call('GET', `/campaign/${campaign.id}/calling`)).json();
  expect(await seen()).toMatchObject({ contact: { id: contact.id, awaits_outcome: true }, owes: null });

  // Their page was closed, and the customer is theirs no more: what came of the call still is to be said.
  app.clock.now += 6 * 60_000;
  await refused(`/campaign/${campaign.id}/next`);
  const { customer_id, name, status: profile } = contact;
  expect(await seen()).toMatchObject({ contact: null, owes: { customer_id, name, status: profile } });
  const after = await lan.call('POST', `/campaign/${campaign.id}/next`, { after: contact.id });
  expect([after.statusCode, after.json().contact]).toEqual([200, null]);
  // Nobody else is kept by it.
  expect((await next(admin, campaign.id)).contact.id).not.toBe(contact.id);

  await keep(lan, customer_id, 'agreed');
  expect((await next(lan, campaign.id)).contact.id).not.toBe(contact.id);
  expect((await seen()).owes).toBeNull();
});

test('nobody is kept from a campaign by what they cannot say any more, may not say, or need not', async () => {
  const { campaign } = await filled(4, { outcome_required: true });
  const without = await tenant.person('khong-ghi', ['campaign.call', 'customer.view']);
  const first = (await next(without, campaign.id)).contact;
  await place(without, first.id);
  expect((await without.call('POST', `/campaign-contact/${first.id}/release`, {})).statusCode).toBe(200);
  expect((await next(without, campaign.id)).contact.id).not.toBe(first.id);

  const minh = await tenant.person('hom-sau', caller);
  const { contact } = await next(minh, campaign.id);
  await place(minh, contact.id);
  const nextOf = async () => (await minh.call('POST', `/campaign/${campaign.id}/next`)).statusCode;
  expect(await nextOf()).toBe(409);
  const other = (await filled(1, { outcome_required: true })).campaign;
  expect((await minh.call('POST', `/campaign/${other.id}/next`)).statusCode).toBe(200);
  const set = async (outcome_required: boolean) =>
    admin.call('PUT', `/campaign/${campaign.id}`, { ...(await rowOf(campaign.id)), outcome_required });
  await set(false);
  expect(await nextOf()).toBe(200);
  await set(true);
  expect(await nextOf()).toBe(409);
  // As long as what is kept of a conversation still reaches the campaign.
  const dayBefore = new Date(app.clock.now - 24 * hourMs);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('campaign_contact').set({ last_at: dayBefore }).where('id', '=', contact.id).execute(),
  );
  expect(await nextOf()).toBe(200);
});

test('whoever looks at a campaign is told when a call is placed, of what came of it, and of who is given back', async () => {
  const { campaign } = await filled(3);
  let told: string[] = [];
  app.bus.subscribe('resource-changed', (tenantId, [subject, ...ids]) => {
    if (tenantId === tenant.id && subject === 'campaign') told.push(...ids);
  });
  const tells = async (what: string, work: () => Promise<unknown>) => {
    told = [];
    await work();
    await expect.poll(() => told, { message: what }).toEqual([campaign.id]);
  };
  const taken = async () => (await next(admin, campaign.id)).contact;
  const called = await taken();
  await tells('placed', () => place(admin, called.id));
  await tells('said', () => keep(admin, called.customer_id, 'agreed'));
  const skipped = await taken();
  await tells('skipped', () => admin.call('POST', `/campaign-contact/${skipped.id}/release`, { later: true }));
  await place(admin, (await taken()).id);
  app.clock.now += 6 * 60_000;
  await tells('left', () => admin.call('GET', `/campaign/${campaign.id}/calling`));
});

test('who is no member any more has nobody of it, but for whom they are calling', async () => {
  const { campaign } = await filled(2);
  const [waiting, busy] = [await tenant.person('cho-goi', caller), await tenant.person('dang-goi', caller)];
  const members = async (...people: TestPerson[]) => {
    const member_ids = people.map(({ accountId }) => accountId);
    const row = await rowOf(campaign.id);
    expect((await admin.call('PUT', `/campaign/${campaign.id}`, { ...row, member_ids })).statusCode).toBe(200);
  };
  await members(waiting, busy);
  const [taken, called] = [(await next(waiting, campaign.id)).contact, (await next(busy, campaign.id)).contact];
  await place(busy, called.id);
  await members(admin);
  expect((await next(admin, campaign.id)).contact.id).toBe(taken.id);
  const kept = await Promise.all([
    waiting.call('POST', `/campaign-contact/${taken.id}/keep`),
    busy.call('POST', `/campaign-contact/${called.id}/keep`),
  ]);
  expect(kept.map(({ statusCode }) => statusCode)).toEqual([409, 200]);
  expect((await keep(busy, called.customer_id, 'agreed')).statusCode).toBe(200);
  expect((await contactsOf(campaign.id)).find(({ id }) => id === called.id)?.state).toBe('done');
});

test('customers are put on a campaign once, without those who refuse its advertising; it is taken back where nobody has called', async () => {
  const campaign = await campaignOf({ kind: 'advertising' });
  const customers = await customersOf(4);
  const [refusing] = await customersOf(1, { do_not_call: true });
  const [there] = customers;
  await put(campaign.id, [there?.id ?? '']);
  const job = await put(campaign.id, idsOf([...customers, ...(refusing ? [refusing] : [])]));
  expect(job).toMatchObject({ title: `Thêm Khách hàng vào ${campaign.name}` });
  expect(job.report).toMatchObject({
    action: 'put',
    counts: { rows: 5, done: 3, same: 1, kept: 1, gone: 0 },
    kept: [{ id: refusing?.id, reason: 'Khách từ chối quảng cáo (Nghị định 91/2020, Điều 13)' }],
  });
  const found = (await admin.call('GET', `/get-data-filter?campaign_id=${campaign.id}`)).json();
  expect([found.total, idsOf(found.data).toSorted()]).toEqual([4, idsOf(customers).toSorted()]);

  // The first in line was there before; the second came with the others.
  const first = await next(admin, campaign.id);
  expect(first.contact.customer_id).toBe(there?.id);
  await admin.call('POST', `/campaign-contact/${first.contact.id}/release`, { later: true });
  await place(admin, (await next(admin, campaign.id)).contact.id);
  expect((await undone(job)).report).toMatchObject({ undone: { restored: 2, kept: 1 } });
  expect((await rowOf(campaign.id)).contacts).toBe(2);
});

test('all that a list finds is taken off a campaign, and comes back as far as it had come', async () => {
  const { campaign } = await filled(3);
  const { contact } = await next(admin, campaign.id);
  await place(admin, contact.id);
  await keep(admin, contact.customer_id, 'declined');
  const before = await contactsOf(campaign.id);
  const wanted = { search: '', filters: { campaign_id: campaign.id } };
  const job = await ended(
    await admin.call('POST', '/customers/put-all', { list: 'campaign', id: campaign.id, off: true, wanted }),
  );
  expect(job.report).toMatchObject({ action: 'take-off', counts: { rows: 3, done: 3, same: 0 } });
  expect((await rowOf(campaign.id)).contacts).toBe(0);
  expect((await undone(job)).report).toMatchObject({ undone: { restored: 3, kept: 0 } });
  expect(await contactsOf(campaign.id)).toEqual(before);
});

test('nobody puts customers on a campaign that is not there, without the right to change it, or without the licence', async () => {
  const { campaign, customers } = await filled(1);
  const body = { list: 'campaign', id: campaign.id, wanted: { ids: idsOf(customers) } };
  const lan = await tenant.person('lan', ['customer.view', 'customer.update', 'campaign.view']);
  expect((await lan.call('POST', '/customers/put-all', body)).statusCode).toBe(403);
  const nowhere = await admin.call('POST', '/customers/put-all', { ...body, id: crypto.randomUUID() });
  expect(nowhere.statusCode).toBe(422);
  const poor = await app.tenant('ngheo', ['popupcustomer']);
  for (const [method, path] of [
    ['GET', '/campaigns'],
    ['POST', '/customers/put-all'],
    ['GET', `/campaign/${campaign.id}/calling`],
  ] as const) {
    const answer = await poor.admin.call(method, path, method === 'POST' ? body : undefined);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'not_licensed']);
  }
});

test('a customer who is deleted takes along how far campaigns had come with them, and brings it back', async () => {
  const { campaign, customers } = await filled(2);
  const { contact } = await next(admin, campaign.id);
  await place(admin, contact.id);
  await keep(admin, contact.customer_id, 'agreed');
  const before = await contactsOf(campaign.id);
  const wanted = { search: '', filters: {}, ids: idsOf(customers) };
  const job = await ended(await admin.call('POST', '/customers/delete-all', { wanted }));
  expect(await contactsOf(campaign.id)).toEqual([]);
  await undone(job);
  expect(await contactsOf(campaign.id)).toEqual(before);
});

test('a campaign that is deleted comes back with how far its calls had come, but for who is gone meanwhile', async () => {
  const { campaign, customers } = await filled(3);
  const { contact } = await next(admin, campaign.id);
  await place(admin, contact.id);
  await keep(admin, contact.customer_id, 'agreed');
  const before = await contactsOf(campaign.id);
  const wanted = (id: string) => ({ wanted: { search: '', filters: {}, ids: [id] } });
  const job = await ended(await admin.call('POST', '/campaigns/delete-all', wanted(campaign.id)));
  const [gone] = customers.filter(({ id }) => id !== contact.customer_id);
  const alone = await ended(await admin.call('POST', '/customers/delete-all', wanted(gone?.id ?? '')));
  expect((await undone(job)).report).toMatchObject({ undone: { restored: 1, kept: 0 } });
  expect(await contactsOf(campaign.id)).toEqual(before.filter(({ customer_id: id }) => id !== gone?.id));

  // The other way round: what goes along with the customer has no campaign to come back to.
  await ended(await admin.call('POST', '/campaigns/delete-all', wanted(campaign.id)));
  expect((await undone(alone)).report).toMatchObject({ undone: { restored: 1, kept: 0 } });
});

test('two cards that become one are in each campaign once, and two again as they were', async () => {
  const { campaign: both, customers } = await filled(2);
  const [kept, other] = customers;
  if (kept === undefined || other === undefined) throw new Error('Two were made.');
  const only = await campaignOf();
  await put(only.id, [other.id]);
  const before = [await contactsOf(both.id), await contactsOf(only.id)];
  const merge = await add(`/customer/${kept.id}/merge`, { version: 1, other: { id: other.id, version: 1 } });
  const merged = [...(await contactsOf(both.id)), ...(await contactsOf(only.id))];
  expect(merged.map(({ customer_id: id }) => id)).toEqual([kept.id, kept.id]);
  expect((await admin.call('POST', `/customer-merge/${merge.merge_id}/undo`)).statusCode).toBe(200);
  expect([await contactsOf(both.id), await contactsOf(only.id)]).toEqual(before);
});

test('of two cards that become one the campaign knows how far it has come with either, and with each when they are two again', async () => {
  const { campaign } = await filled(2);
  const [{ contact }, all] = [await next(admin, campaign.id), await contactsOf(campaign.id)];
  await place(admin, contact.id);
  await keep(admin, contact.customer_id, 'declined');
  const other = contact.customer_id;
  const kept = all.find(({ customer_id: id }) => id !== other)?.customer_id;
  const states = async () =>
    (await contactsOf(campaign.id)).map(({ id, customer_id, state, attempts, last_by }) => ({
      id,
      customer_id,
      state,
      attempts,
      last_by,
    }));
  const before = await states();
  const merge = await add(`/customer/${kept}/merge`, { version: 1, other: { id: other, version: 1 } });
  expect(await states()).toMatchObject([{ customer_id: kept, state: 'declined', attempts: 1 }]);
  expect((await next(admin, campaign.id)).why).toEqual(['Đã xong: 1 khách']);
  expect((await admin.call('POST', `/customer-merge/${merge.merge_id}/undo`)).statusCode).toBe(200);
  expect(await states()).toEqual(before);
});

test('what came of a call is of the card that is left, where its customer was taken into another in the campaign meanwhile', async () => {
  const { campaign } = await filled(2);
  const [{ contact }, all] = [await next(admin, campaign.id), await contactsOf(campaign.id)];
  await place(admin, contact.id);
  const kept = all.find(({ customer_id: id }) => id !== contact.customer_id)?.customer_id;
  await add(`/customer/${kept}/merge`, { version: 1, other: { id: contact.customer_id, version: 1 } });
  const seen = (await admin.call('GET', `/campaign/${campaign.id}/calling`)).json();
  expect(seen.contact).toMatchObject({ customer_id: kept, awaits_outcome: true });
  expect((await keep(admin, contact.customer_id, 'agreed')).statusCode).toBe(200);
  expect(await contactsOf(campaign.id)).toMatchObject([{ customer_id: kept, state: 'done', attempts: 1 }]);
});

test('who calls for a campaign is offered any of its customers, hidden as their role hides numbers; who is no member is not', async () => {
  const { campaign, customers } = await filled(1);
  await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const own = await tenant.person('cua-minh', caller);
  const stranger = await tenant.person('nguoi-ngoai', caller);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của cua-minh').execute(),
  );
  const row = await rowOf(campaign.id);
  await admin.call('PUT', `/campaign/${campaign.id}`, { ...row, member_ids: [own.accountId] });
  expect((await own.call('GET', `/customer/${customers[0]?.id}`)).statusCode).toBe(404);
  const { contact } = await next(own, campaign.id);
  expect(contact).toMatchObject({ customer_id: customers[0]?.id, phone: expect.stringContaining('*') });
  const placed = await place(own, contact.id);
  // Not any nine digits: ids have such by chance.
  const hidden = customers[0]?.phone.slice(1);
  expect(hidden).toMatch(/^9\d{8}$/);
  expect(JSON.stringify([contact, placed])).not.toContain(hidden);
  expect((await keep(own, contact.customer_id, 'agreed')).statusCode).toBe(200);
  expect((await stranger.call('POST', `/campaign/${campaign.id}/next`)).statusCode).toBe(403);
});

test('whoever calls in a campaign is deleted by nobody unseen', async () => {
  const { role_id } = (await admin.call('GET', `/account/${admin.accountId}`)).json();
  const person = await add('/account', { name: 'Cộng tác viên', email: 'cong-tac@x.vn', role_id });
  const { name } = await campaignOf({ member_ids: [person.id] });
  const answer = await admin.call('DELETE', `/account/${person.id}`);
  expect([answer.statusCode, answer.json().used_by]).toMatchObject([409, [{ kind: 'Chiến dịch gọi ra', name }]]);
});

test('a campaign is told in its form, and as it is kept, why it could call nobody', async () => {
  const company = await app.tenant('ba');
  const { admin: boss } = company;
  const post = async (path: string, body: object) => {
    const answer = await boss.call('POST', path, body);
    expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
    return answer.json();
  };
  const evening = { kind: 'advertising', calls_from: '20:00', calls_to: '22:00' };
  const faultsOf = async (body: object): Promise<string[]> =>
    (await post('/campaign-faults', body)).data.map(({ fault }: { fault: string }) => fault);
  expect(await faultsOf(evening)).toEqual(['no-lawful-hour', 'nobody-calls', 'no-number']);

  const lan = await company.person('lan', ['campaign.call'], '101');
  const trunk = await post('//telephony/partner/trunk', { name: 'Nhà mạng', host: 'sip.nha-mang.test' });
  const service = { number: '02871000191', name: 'Chiến dịch', trunk_id: trunk.id, callers: 'nobody' };
  const number = await post('//telephony/partner/service-number', service);
  expect(await faultsOf(evening)).toEqual(['no-lawful-hour', 'no-number']);
  const opened = { ...number, callers: 'everybody', expires_on: '2026-01-01' };
  expect((await boss.call('PUT', `//telephony/partner/service-number/${number.id}`, opened)).statusCode).toBe(200);
  expect(await faultsOf({ ...evening, kind: 'care' })).toEqual(['no-outbound']);
  const rule = { name: 'Mọi số', priority: 1, pattern: '*', routes: [{ service_number_id: number.id }] };
  await post('//telephony/partner/outbound', rule);
  expect(await faultsOf({ ...evening, kind: 'care' })).toEqual(['numbers-over']);

  const kept = await post('/campaign', { name: 'Tối', status: 'running', member_ids: [boss.accountId], ...evening });
  // Who runs the company has no extension, and is the only one who is named.
  expect(await faultsOf(kept)).toEqual(['no-lawful-hour', 'no-contacts', 'nobody-calls', 'numbers-over']);
  const named = [boss.accountId, lan.accountId];
  expect(await faultsOf({ ...kept, kind: 'care', member_ids: named })).toContain('some-cannot');

  const { id: mark } = await post('/profile-status', { name: 'Mới', colour: '#2563eb' });
  const [first, second] = ['0977000001', '0977000002'];
  const one = await post('/customer', { name: 'Một', phone: first, status: mark });
  const two = await post('/customer', { name: 'Hai', phone: second, status: mark });
  const body = { list: 'campaign', id: kept.id, off: false, wanted: { ids: [one.id, two.id] } };
  expect((await boss.call('POST', '/customers/put-all', body)).statusCode).toBe(202);
  await expect.poll(async () => (await boss.call('GET', `/campaign/${kept.id}`)).json().contacts).toBe(2);
  const refusing = { ...two, do_not_call: true };
  expect((await boss.call('PUT', `/customer/${two.id}`, refusing)).statusCode).toBe(200);
  expect(await faultsOf({ ...kept, calls_from: '07:00' })).toEqual([
    'nobody-calls',
    'fewer-hours',
    'some-refuse',
    'numbers-over',
  ]);
  for (const value of [first, second])
    await post('//telephony/partner/blocked-out-number', { kind: 'number', value, reason: 'khách yêu cầu' });
  expect(await faultsOf({ ...kept, member_ids: [], kind: 'care' })).toEqual(['all-blocked', 'numbers-over']);

  // Another company's campaign is none.
  const other = await admin.call('POST', '/campaign-faults', { ...evening, id: kept.id });
  expect(other.statusCode).toBe(404);
});

test('a campaign calls once it is approved, by who may, and tells by whom; what was approved is changed by them alone', async () => {
  const builder = await tenant.person('lap-chien-dich', ['campaign.view', 'campaign.create', 'campaign.update']);
  const refusedOf = async (answer: { statusCode: number; json(): { fields: object } }) => [
    answer.statusCode,
    Object.keys(answer.json().fields),
  ];
  const made = { name: word(), kind: 'care' };
  expect(await refusedOf(await builder.call('POST', '/campaign', { ...made, status: 'running' }))).toEqual([
    422,
    ['status'],
  ]);
  const draft = (await builder.call('POST', '/campaign', made)).json();
  expect(draft).toMatchObject({ status: 'draft', approved_name: null, approved_at: null });
  const put = async (who: TestPerson, change: object) =>
    who.call('PUT', `/campaign/${draft.id}`, { ...(await rowOf(draft.id)), ...change });
  expect(await refusedOf(await put(builder, { status: 'approved' }))).toEqual([422, ['status']]);
  expect((await rowOf(draft.id)).status).toBe('draft');
  expect((await put(builder, { script: 'Chào anh chị' })).statusCode).toBe(200);
  expect((await put(admin, { status: 'approved' })).statusCode).toBe(200);
  const { name } = (await admin.call('GET', `/account/${admin.accountId}`)).json();
  expect(await rowOf(draft.id)).toMatchObject({
    status: 'approved',
    approved_name: name,
    approved_at: expect.any(String),
  });
  // Nobody is called before it runs; whoever changes campaigns lets an approved one run.
  expect((await next(admin, draft.id)).why.at(-1)).toContain('Đã phê duyệt');
  expect((await put(builder, { status: 'running' })).statusCode).toBe(200);
  expect(await refusedOf(await put(builder, { script: 'Lời khác', max_attempts: 9 }))).toEqual([
    422,
    ['max_attempts', 'script'],
  ]);
  expect(await refusedOf(await put(admin, { kind: 'advertising' }))).toEqual([422, ['kind']]);
  expect((await put(admin, { max_attempts: 9 })).statusCode).toBe(200);
  const trail = (
    await admin.call('GET', `/activity-user-tenant?subject=campaign&subject_id=${draft.id}&per_page=50`)
  ).json();
  const steps = await Promise.all(
    trail.data.map(async ({ id }: { id: string }) => (await admin.call('GET', `/activity-user-tenant/${id}`)).json()),
  );
  expect(steps.find(({ after }) => after.status === 'approved')).toMatchObject({
    account_id: admin.accountId,
    before: { status: 'draft' },
  });

  expect((await put(builder, { status: 'paused' })).statusCode).toBe(200);
  expect((await put(builder, { status: 'draft' })).statusCode).toBe(200);
  expect(await rowOf(draft.id)).toMatchObject({ approved_name: null, approved_at: null });
  expect((await put(admin, { status: 'ended' })).statusCode).toBe(200);
  expect(await refusedOf(await put(admin, { status: 'running' }))).toEqual([422, ['status']]);
});
