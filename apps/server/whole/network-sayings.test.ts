import type { CallId, LegId, TrunkId } from '@alo/call-core';
import type { ContactRow, NetworkMeaning, NetworkSaying, Permission } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { sayingHearer } from '../src/features/network-sayings/hear-sayings.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** What carriers say instead of an answer: heard, named once, and believed by the history and by campaigns. */
let company: CampaignCompany;
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let agent: TestPerson;
let hearer: ReturnType<typeof sayingHearer>;
const caller: readonly Permission[] = ['campaign.call', 'customer.update', 'customer.view'];

beforeAll(async () => {
  company = await campaignCompany();
  ({ app, tenant, admin } = company);
  agent = await tenant.person('goi', caller, '171');
  hearer = sayingHearer({
    db: app.db,
    onError: (error) => expect.unreachable(String(error)),
    now: () => app.clock.now,
  });
});
beforeEach(() => {
  app.clock.now = ten;
});
afterAll(async () => {
  await hearer.close();
  await company.close();
});

let made = 0;
const phone = () => `09${String(40_000_000 + (made += 1))}`;

/** The print of an announcement: the same seed is the same. */
function printOf(seed: number): string {
  let state = seed * 7919 + 1;
  const bytes = Array.from({ length: 150 }, () => {
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16;
    return [next() & 0xff, next() & 0xff, 150];
  });
  return Buffer.from(bytes.flat()).toString('base64');
}

const e164 = (number: string) => `+84${number.slice(1)}`;

/** Nobody answers a call out, and the carrier says something; the call's row comes before or after what is heard of it. */
async function unanswered(
  seed: number,
  number: string,
  { of = tenant, purpose = 'people' as 'people' | 'campaign' } = {},
) {
  const call = await storeCall(app.db, of.id, {
    direction: 'outbound',
    purpose,
    status: 'no_answer',
    from_extension: '171',
    to_extension: '',
    outside_number: e164(number),
    started_at: new Date(app.clock.now + 1_000),
  });
  await app.db.inTenant(of.id, (trx) =>
    trx
      .insertInto('leg')
      .values({
        call_id: call.id,
        call_started_at: new Date(app.clock.now + 1_000),
        id: `${call.id}/2`,
        position: 1,
        side: 'dialled',
        extension: '',
        number: e164(number),
        name: '',
        trunk_id: '',
        started_at: new Date(app.clock.now + 1_000),
        cause: 'no-answer',
      })
      .execute(),
  );
  await heard(call.id, seed, number, of);
  return call.id;
}

async function heard(call: string, seed: number, number: string, of = tenant): Promise<void> {
  hearer.hear(of.id, {
    what: 'said',
    call: call as CallId,
    leg: `${call}/2` as LegId,
    at: app.clock.now + 5_000,
    trunk: newId() as TrunkId,
    number: e164(number),
    print: printOf(seed),
    like: 'speech',
    ms: 4_800,
    sound: Buffer.alloc(8_000, 0xd5).toString('base64'),
  });
  await hearer.close();
}

const sayings = async (of = admin): Promise<readonly NetworkSaying[]> =>
  (await of.call('GET', '//telephony/partner/network-sayings')).json().data;
const name = (saying: NetworkSaying, meaning: NetworkMeaning | null) =>
  admin.call('PUT', `//telephony/partner/network-sayings/${saying.id}`, { version: saying.version, meaning });
const latest = async () => {
  const all = await sayings();
  const found = all.toSorted((a, b) => b.first_at.localeCompare(a.first_at) || b.id.localeCompare(a.id))[0];
  if (found === undefined) return expect.unreachable('nothing was heard');
  return found;
};
const inHistory = async (id: string) => (await admin.call('GET', `/histories-call/${id}`)).json().network_said;

test('what was heard twice is listed, can be listened to once three numbers had it, and is named for all its calls', async () => {
  const first = phone();
  await unanswered(1, first);
  expect(await sayings()).toEqual([]);
  const again = await unanswered(1, first);
  expect(await sayings()).toMatchObject([{ heard: 2, numbers: 1, meaning: null, has_sound: false }]);
  await unanswered(1, phone());
  expect(await sayings()).toMatchObject([{ numbers: 2, has_sound: false }]);
  await unanswered(1, phone());
  const saying = await latest();
  expect(saying).toMatchObject({ heard: 4, numbers: 3, has_sound: true, seconds: 4.8 });
  expect(saying.examples.join()).not.toContain(first.slice(1));
  const sound = await admin.call('GET', `//telephony/partner/network-sayings/${saying.id}/sound`);
  expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/wav']);

  expect(await inHistory(again)).toBeNull();
  expect((await name(saying, 'unreachable')).json()).toMatchObject({ meaning: 'unreachable' });
  expect(await inHistory(again)).toBe('unreachable');
  const found = (await admin.call('GET', '/histories-call?network_said=unreachable')).json();
  expect(found.total).toBe(4);
  expect((await admin.call('GET', '/histories-call?network_said=suspended')).json().total).toBe(0);
  // From now on, too; and nobody names it over somebody else's word.
  expect(await inHistory(await unanswered(1, phone()))).toBe('unreachable');
  expect((await name(saying, 'busy')).statusCode).toBe(409);
});

test('music in place of ringing is no word of the network', async () => {
  const number = phone();
  await unanswered(2, number);
  const call = await unanswered(2, number);
  await name(await latest(), 'music');
  expect(await inHistory(call)).toBeNull();
});

test('another company has announcements of its own, and sees and changes none of these', async () => {
  const other = await app.tenant('hai');
  const saying = await latest();
  expect(await sayings(other.admin)).toEqual([]);
  const path = `//telephony/partner/network-sayings/${saying.id}`;
  expect((await other.admin.call('GET', `${path}/sound`)).statusCode).toBe(404);
  expect((await other.admin.call('PUT', path, { version: saying.version, meaning: 'busy' })).statusCode).toBe(404);
  await unanswered(1, phone(), { of: other });
  const call = await unanswered(1, phone(), { of: other });
  expect(await sayings(other.admin)).toMatchObject([{ heard: 2, meaning: null }]);
  expect((await other.admin.call('GET', `/histories-call/${call}`)).json().network_said).toBeNull();
});

/** A campaign whose customer has these numbers, one after the other. */
async function campaignOf(numbers: readonly string[], given: object = {}) {
  const campaign = await company.add('/campaign', {
    name: crypto.randomUUID(),
    kind: 'care',
    status: 'running',
    calls_from: '00:00',
    calls_to: '24:00',
    max_attempts: 5,
    pause_minutes: 240,
    ...given,
  });
  const [first = '', ...phones] = numbers;
  const customer = await company.add('/customer', {
    name: crypto.randomUUID(),
    phone: first,
    phones,
    status: company.status,
  });
  await company.put(campaign.id, [customer.id]);
  return campaign.id as string;
}
const contactOf = async (campaign: string): Promise<ContactRow> =>
  (await admin.call('GET', `/campaign/${campaign}/contacts`)).json().data[0];

/** An agent takes the customer, calls, and goes on without a word. */
async function callsInVain(campaign: string, seed: number, number: string): Promise<void> {
  const { contact } = (await agent.call('POST', `/campaign/${campaign}/next`)).json();
  expect((await agent.call('POST', `/campaign-contact/${contact.id}/call`)).json().outcome).toBe('placed');
  await unanswered(seed, number, { purpose: 'campaign' });
  await agent.call('POST', `/campaign-contact/${contact.id}/release`);
}

test('a number that is none is not called again, also where that is known only later', async () => {
  const known = phone();
  const campaign = await campaignOf([known]);
  await callsInVain(campaign, 3, known);
  expect(await contactOf(campaign)).toMatchObject({ state: 'missed' });
  await unanswered(3, phone());
  await name(await latest(), 'wrong-number');
  await expect.poll(() => contactOf(campaign)).toMatchObject({ state: 'wrong-number' });

  const next = phone();
  const later = await campaignOf([next]);
  await callsInVain(later, 3, next);
  await expect.poll(() => contactOf(later)).toMatchObject({ state: 'wrong-number' });
});

test('a rule of the campaign for it leads to another number of the customer', async () => {
  const numbers = [phone(), phone()];
  const retries = [{ result: 'wrong_number', step: 'other-number', minutes: 30, most: 2 }];
  const campaign = await campaignOf(numbers, { retries });
  await callsInVain(campaign, 3, numbers[0] ?? '');
  await expect.poll(() => contactOf(campaign)).toMatchObject({ state: 'missed', phone: numbers[1] });
});
