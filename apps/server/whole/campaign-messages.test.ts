import { type CallId, messageHeard, type RequestedAction } from '@alo/call-core';
import type { CampaignDialling, ContactRow, campaignResults, ResultOf } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { companyDataOf } from '../src/compose/company-records.ts';
import { companiesWith } from '../src/domain/companies-with-calls.ts';
import { campaignDialler } from '../src/features/campaigns/dialler.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** Campaigns that call to say a message: what each customer hears, how many are called at once, and what comes of each call. */
let company: CampaignCompany;
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let queue: string;
let dialler: ReturnType<typeof startDialler>;
const onBoard = new Set<string>();
let asked: Extract<RequestedAction, { kind: 'reach' }>[] = [];

const startDialler = () =>
  campaignDialler({
    db: app.db,
    bus: app.bus,
    now: () => app.clock.now,
    // It looks when a test says so.
    tickMs: 3_600_000,
    runsHere: () => [tenant.id],
    floorOf: () => ({
      freeIn: () => [],
      soonFreeIn: () => 0,
      stageOf: (call) => (onBoard.has(call) ? 'called' : undefined),
    }),
    async request(_, { id, what }) {
      if (what.kind !== 'reach') throw new Error('Something else was asked for.');
      asked.push(what);
      onBoard.add(what.call);
      return { id, ok: true, call: what.call };
    },
    onError: () => undefined,
  });

beforeAll(async () => {
  company = await campaignCompany();
  ({ app, tenant, admin } = company);
  await tenant.person('nhan', ['campaign.call', 'customer.view'], '171');
  queue = newId();
  await app.db.inTenant(tenant.id, (trx) =>
    trx.insertInto('queue').values({ id: queue, name: 'Chăm sóc', strategy: 'linear' }).execute(),
  );
  await company.add('/customer-field', { name: 'Số tiền', kind: 'number' });
});
beforeEach(async () => {
  await dialler?.close();
  app.clock.now = ten;
  asked = [];
  onBoard.clear();
  await app.db.inTenant(tenant.id, (trx) => trx.updateTable('campaign').set({ status: 'ended' }).execute());
  dialler = startDialler();
});
afterAll(async () => {
  await dialler?.close();
  await company.close();
});

let made = 0;
const word = () => `M${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
const keys = [
  { key: '1', does: 'queue', to_queue_id: '' },
  { key: '2', does: 'stop' },
  { key: '9', does: 'again' },
];
async function campaignOf(many: number, given: object = {}, about: object = {}) {
  const { id } = await company.add('/campaign', {
    name: word(),
    kind: 'care',
    mode: 'broadcast',
    calls_from: '00:00',
    calls_to: '24:00',
    pause_minutes: 60,
    message: [{ kind: 'words', words: 'Chào {ten}. Xin cảm ơn.' }],
    message_keys: keys.map((one) => (one.does === 'queue' ? { ...one, to_queue_id: queue } : one)),
    ...given,
  });
  const customers: { id: string; phone: string; name: string }[] = [];
  for (let n = 0; n < many; n += 1) {
    const phone = `09${String(60_000_000 + (made += 1))}`;
    customers.push(await company.add('/customer', { name: word(), phone, status: company.status, ...about }));
  }
  if (many > 0) {
    await company.put(
      id,
      customers.map((one) => one.id),
    );
  }
  return { campaign: id as string, customers };
}
async function run(campaign: string): Promise<void> {
  const row = (await admin.call('GET', `/campaign/${campaign}`)).json();
  const answer = await admin.call('PUT', `/campaign/${campaign}`, { ...row, status: 'running' });
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  await dialler.settled();
}
/** As time goes on it looks again until so many were asked for. */
async function looksUntil(calls: number): Promise<void> {
  await expect
    .poll(async () => {
      await looks();
      app.clock.now += 61_000;
      return asked.length;
    })
    .toBe(calls);
}
async function looks(): Promise<void> {
  dialler.look(tenant.id);
  await dialler.settled();
}
const dialling = async (id: string): Promise<CampaignDialling> =>
  (await admin.call('GET', `/campaign/${id}/dialling`)).json();
const said = async (id: string) => (await dialling(id)).decisions[0]?.words;
const contactsOf = async (id: string, query = ''): Promise<ContactRow[]> =>
  (await admin.call('GET', `/campaign/${id}/contacts?per_page=100${query}`)).json().data;
const resultsOf = async (id: string, by = 'heard'): Promise<ResultOf<typeof campaignResults>> =>
  (await admin.call('GET', `/campaign/${id}/results?by=${by}`)).json();

/** How a call ended in which so much was heard, as the history has it. */
async function ends(call: string | undefined, heard: readonly [string, number, string?][], by = '') {
  const at = app.clock.now;
  await storeCall(app.db, tenant.id, {
    id: call ?? '',
    direction: 'outbound',
    purpose: 'campaign',
    status: heard.length === 0 ? 'no_answer' : 'answered',
    to_extension: '',
    agent_extension: by,
    started_at: new Date(at),
    answered_at: new Date(at),
    ended_at: new Date(at + 30_000),
    trace: JSON.stringify(
      heard.map(([does, seconds, key]) => ({
        at: at + seconds * 1_000,
        kind: 'destination',
        text: does,
        detail: { [messageHeard]: does, ...(key === undefined ? {} : { key }) },
      })),
    ),
  });
  onBoard.delete(call ?? '');
}

test('customers are called by lines, each hears their own words, and keys lead where the campaign says', async () => {
  const { campaign, customers } = await campaignOf(5, { lines: 2 });
  await run(campaign);
  await looksUntil(2);
  const known = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('spoken_words').select(['words', 'audio_id']).execute(),
  );
  const soundOf = (words: string | undefined) =>
    `company/${tenant.id}/${known.find((one) => one.words === words)?.audio_id}.wav`;
  for (const { number, then, purpose } of asked) {
    const customer = customers.find(({ phone }) => `+84${phone.slice(1)}` === number);
    expect([purpose, then]).toEqual([
      'campaign',
      {
        kind: 'broadcast',
        message: ['Chào', customer?.name, 'Xin cảm ơn.'].map(soundOf),
        keys: { 1: { does: 'queue', queue }, 2: { does: 'stop' }, 9: { does: 'again' } },
      },
    ]);
  }
  expect(await said(campaign)).toBe('đang gọi 2 trên 2 đường');
  // One that is over has its line for the next.
  await ends(asked[0]?.call, []);
  await looksUntil(3);
  expect(new Set(asked.map(({ number }) => number)).size).toBe(3);
});

test('what was heard and pressed is what the call came to, and results, list and file say so', async () => {
  const { campaign } = await campaignOf(6, { lines: 6 });
  await run(campaign);
  await looksUntil(6);
  const [whole, part, stop, led, vain, none] = asked.map(({ call }) => call);
  await ends(whole, [
    ['began', 0],
    ['again', 5, '9'],
    ['whole', 12],
  ]);
  await ends(part, [['began', 22]]);
  await ends(stop, [
    ['began', 0],
    ['stop', 4, '2'],
  ]);
  await ends(
    led,
    [
      ['began', 0],
      ['queue', 6, '1'],
    ],
    '171',
  );
  await ends(vain, [
    ['began', 0],
    ['queue', 3, '1'],
  ]);
  await ends(none, []);
  await looks();
  const rows = await contactsOf(campaign);
  const of = (call: string | undefined) => rows.find((row) => row.call_id === call);
  expect(of(whole)).toMatchObject({ state: 'done', heard: 'whole', heard_seconds: 12, pressed: '' });
  expect(of(part)).toMatchObject({ state: 'done', heard: 'part', heard_seconds: 8 });
  expect(of(stop)).toMatchObject({ state: 'declined', heard: 'part', heard_seconds: 4, pressed: '2' });
  // Whoever took the call has the customer; whoever asked and got nobody is called again.
  expect(of(led)).toMatchObject({ state: 'calling', last_by_name: 'nhan', pressed: '1' });
  expect(of(vain)).toMatchObject({ state: 'missed', heard: 'part', pressed: '1' });
  expect(of(none)).toMatchObject({ state: 'missed', heard: null, heard_seconds: null });
  const results = await resultsOf(campaign);
  expect(results.message).toEqual({ picked_up: 5, whole: 1, pressed: 3, to_queue: 2, to_survey: 0, refused: 1 });
  expect(results.data.map(({ key, calls }) => `${key} ${calls}`).toSorted()).toEqual(['none 1', 'part 4', 'whole 1']);
  expect((await resultsOf(campaign, 'pressed')).data.map(({ key, calls }) => `${key} ${calls}`).toSorted()).toEqual([
    '1 2',
    '2 1',
    'none 3',
  ]);
  const found = (await contactsOf(campaign, '&heard=part&pressed=1')).map((row) => row.call_id);
  expect([found.length, new Set(found)]).toEqual([2, new Set([led, vain])]);
  const file = await admin.call('GET', `/campaign/${campaign}/contacts/export?format=csv`);
  expect(file.payload).toContain('Nghe thông điệp');
  expect(file.payload).toMatch(/Nghe hết,12/);
});

test('a rule of the campaign calls whoever heard only a part again', async () => {
  const { campaign } = await campaignOf(1, { retries: [{ result: 'part', step: 'again', minutes: 30, most: 2 }] });
  await run(campaign);
  await looksUntil(1);
  await ends(asked[0]?.call, [['began', 0]]);
  expect(await contactsOf(campaign)).toMatchObject([{ state: 'missed', next_why: 'pause' }]);
});

test('an hour has no more calls than the campaign lets, and it is said', async () => {
  const { campaign } = await campaignOf(4, { lines: 10, calls_per_hour: 3 });
  await run(campaign);
  await looksUntil(3);
  await looks();
  expect(asked).toHaveLength(3);
  for (const { call } of asked) await ends(call, [['began', 0]]);
  await looks();
  expect(await said(campaign)).toBe('chưa gọi thêm: một giờ qua đã gọi 3, nhiều nhất 3');
  app.clock.now += 3_600_000;
  await looksUntil(4);
});

test('whoever refuses by a key is called for no message any more, and the ledger has the call', async () => {
  const { campaign, customers } = await campaignOf(1);
  await run(campaign);
  await looksUntil(1);
  const data = companyDataOf({ db: app.db, bus: app.bus, matches: async () => false });
  const call = asked[0]?.call ?? ('' as CallId);
  const told = { kind: 'refused-by-key', call, number: asked[0]?.number ?? '', key: '2' } as const;
  await data.keep(tenant.id, told);
  await data.keep(tenant.id, told);
  const [customer] = customers;
  expect((await admin.call('GET', `/customer/${customer?.id}`)).json().do_not_call).toBe(true);
  const { consents } = (await admin.call('GET', `/customer/${customer?.id}/privacy`)).json();
  expect(consents).toMatchObject([{ purpose: 'marketing', given: false, way: 'key', evidence: 'Khách bấm phím 2' }]);
  await ends(call, [
    ['began', 0],
    ['stop', 2, '2'],
  ]);
  const other = await campaignOf(0);
  await company.put(other.campaign, [customer?.id ?? '']);
  await run(other.campaign);
  asked = [];
  await looks();
  expect([asked, await said(other.campaign)]).toEqual([[], 'chưa gọi: lúc này không còn khách nào gọi được']);
});

test('whoever agrees by a key may be called again, and the ledger has the call and the moment', async () => {
  const { campaign, customers } = await campaignOf(1, {
    message_keys: [
      { key: '2', does: 'stop' },
      { key: '5', does: 'agree' },
    ],
  });
  await run(campaign);
  await looksUntil(1);
  const [customer] = customers;
  const row = (await admin.call('GET', `/customer/${customer?.id}`)).json();
  await admin.call('PUT', `/customer/${customer?.id}`, { ...row, do_not_call: true });
  const data = companyDataOf({ db: app.db, bus: app.bus, matches: async () => false });
  const call = asked[0]?.call ?? ('' as CallId);
  await data.keep(tenant.id, {
    kind: 'agreed-by-key',
    call,
    number: asked[0]?.number ?? '',
    key: '5',
    at: ten + 9_000,
  });
  expect((await admin.call('GET', `/customer/${customer?.id}`)).json().do_not_call).toBe(false);
  const [line] = (await admin.call('GET', `/consents?search=${customer?.phone}&way=key`)).json().data;
  expect(line).toMatchObject({ given: true, call_id: call, sound: 'waiting', played: 'Chào {ten}. Xin cảm ơn.' });
  const said = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('consent').where('id', '=', line.id).select('said_at').executeTakeFirst(),
  );
  expect(said?.said_at?.getTime()).toBe(ten + 9_000);
  await ends(call, [
    ['began', 0],
    ['agree', 9, '5'],
  ]);
  expect(await contactsOf(campaign)).toMatchObject([{ state: 'done', pressed: '5' }]);
});

test('whose card lacks what the message names is not called with a hole in it, and is counted before and after', async () => {
  const named = [{ kind: 'words', words: 'Số tiền là {rieng:Số tiền|tiền}' }];
  const { campaign } = await campaignOf(2, { message: named });
  const seen = (await admin.call('GET', `/campaign/${campaign}/message`)).json();
  expect(seen).toMatchObject({ without: 2, missing: ['Số tiền'] });
  await run(campaign);
  await expect
    .poll(async () => {
      await looks();
      app.clock.now += 61_000;
      return (await contactsOf(campaign)).map(({ state, attempts }) => `${state} ${attempts}`);
    })
    .toEqual(['exhausted 0', 'exhausted 0']);
  expect(asked).toEqual([]);
  expect((await admin.call('GET', `/campaign/${campaign}`)).json().refused).toBe(2);
});

test('one customer’s message is read and heard before the start', async () => {
  const { data } = (await admin.call('GET', '/customer-fields')).json();
  const { campaign, customers } = await campaignOf(
    1,
    { message: [{ kind: 'words', words: 'Chào {ten}, còn {rieng:số tiền|tiền}' }] },
    { own: { [data[0].id]: 1_500_000 } },
  );
  const path = `/campaign/${campaign}/message`;
  expect((await admin.call('GET', path)).json()).toMatchObject({
    customer: { name: customers[0]?.name },
    parts: [{ text: 'Chào' }, { text: customers[0]?.name }, { text: 'còn' }, { text: '1.500.000 đồng' }],
    missing: [],
    without: 0,
  });
  const spoken = (await admin.call('POST', `${path}/speech`, {})).json();
  expect(spoken).toMatchObject({ silent: 0 });
  // Three pieces of a second each, and the exchange's own sounds.
  expect(spoken.duration_ms).toBeGreaterThan(3_000);
  const file = await admin.call('GET', `${path}/file`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'audio/wav']);
  expect(file.rawPayload.length).toBeGreaterThan(3 * 16_000);
  // Another company has no such campaign.
  const stranger = await app.tenant(`la-${(made += 1)}`);
  expect((await stranger.admin.call('GET', path)).statusCode).toBe(404);
});

test('a message says something, to machines too, and advertising has a key by which it is refused', async () => {
  const given = { name: word(), kind: 'care', mode: 'broadcast' };
  expect((await admin.call('POST', '/campaign', given)).json().fields).toHaveProperty('message');
  const message = [{ kind: 'words', words: 'Chào anh chị' }];
  const advertising = { ...given, kind: 'advertising', message, message_keys: [{ key: '9', does: 'again' }] };
  expect((await admin.call('POST', '/campaign', advertising)).json().fields).toHaveProperty('message_keys');
  // Whom a machine answers hears it as anybody does: nobody's call ends before it was said.
  const hangsUp = { ...given, message, machines: 'hang-up' };
  expect((await admin.call('POST', '/campaign', hangsUp)).json().fields).toHaveProperty('machines');
  expect((await admin.call('POST', '/campaign', { ...hangsUp, machines: 'talk' })).statusCode).toBe(200);
  const faults = await admin.call('POST', '/campaign-faults', { kind: 'care', mode: 'broadcast' });
  expect(faults.json().data.map(({ fault }: { fault: string }) => fault)).not.toContain('nobody-calls');
});

test('a process that begins looks at companies that have calls to place, and at no other', async () => {
  const { campaign } = await campaignOf(1, { message_keys: [] });
  const due = async () => (await companiesWith(app.db, 'campaigns')).has(tenant.id);
  await expect.poll(due).toBe(false);
  await run(campaign);
  await expect.poll(due).toBe(true);
  await looksUntil(1);
  await dialler.close();
  // What was begun is waited for, though the campaign is over.
  await app.db.inTenant(tenant.id, (trx) => trx.updateTable('campaign').set({ status: 'ended' }).execute());
  expect(await due()).toBe(true);
  onBoard.clear();
  dialler = startDialler();
  dialler.lookAtAll();
  await dialler.settled();
  expect(await due()).toBe(false);
  expect(await contactsOf(campaign)).toMatchObject([{ state: 'missed', attempts: 1 }]);
});
