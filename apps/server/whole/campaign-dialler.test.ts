import type { CallId, LegId, RequestedAction } from '@alo/call-core';
import type { CampaignDialling, ContactRow, Job } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Trx } from '../src/db/database.ts';
import { campaignDialler } from '../src/features/campaigns/dialler.ts';
import { endMachine } from '../src/features/campaigns/end-machines.ts';
import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { vietnamDay } from '../testing/clock.ts';
import { storeCall } from '../testing/stored-calls.ts';
import { testWorkers } from '../testing/workers.ts';

/** Campaigns that call by themselves: how many customers are called for whom, what each call comes to, and what a death in the middle leaves. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let agent: TestPerson;
let queue: string;
let status: string;
const workers = testWorkers();
const ten = Date.parse(`${vietnamDay(Date.now())}T10:00:00+07:00`);
const minuteMs = 60_000;

/** Call control, as the dialler sees it. */
let free: string[] = [];
let soonFree = 0;
const onBoard = new Map<string, 'called' | 'talking'>();
let asked: { id: string; what: Extract<RequestedAction, { kind: 'reach' }> }[] = [];
let answers: 'begins' | 'has no lines' | 'dies before' = 'begins';
/** Another company, whose calls nobody begins as long as it is held up. */
let beside: { id: string; queue: string; heldUp: Promise<void>; asked: number } | undefined;
let dialler: ReturnType<typeof startDialler>;

const startDialler = () =>
  campaignDialler({
    db: app.db,
    bus: app.bus,
    now: () => app.clock.now,
    // It looks when a test says so.
    tickMs: 60 * minuteMs,
    runsHere: () => [tenant.id],
    floorOf(id) {
      if (id !== tenant.id && id !== beside?.id) return undefined;
      const everybody = Array.from({ length: 100 }, (_, nth) => String(200 + nth));
      return {
        freeIn: (of) => (of === queue ? free : of === beside?.queue ? everybody : []),
        soonFreeIn: () => soonFree,
        stageOf: (call) => onBoard.get(call),
      };
    },
    async request(company, { id, what }) {
      if (company === beside?.id) {
        beside.asked += 1;
        await beside.heldUp;
        return { id, ok: true, call: null };
      }
      if (answers === 'dies before') throw new Error('The process dies here.');
      if (what.kind !== 'reach') throw new Error('Something else was asked for.');
      asked.push({ id, what });
      if (answers === 'has no lines') return { id, ok: false, refused: 'full', words: 'Hết đường gọi' };
      onBoard.set(what.call, 'called');
      return { id, ok: true, call: null };
    },
    onError: () => undefined,
  });

beforeAll(async () => {
  app = await testApp();
  app.clock.now = ten;
  tenant = await app.tenant('mot');
  ({ admin } = tenant);
  agent = await tenant.person('nhan', ['campaign.call', 'campaign.view', 'customer.update', 'customer.view'], '171');
  status = (await admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  queue = newId();
  await app.db.inTenant(tenant.id, (trx) =>
    trx.insertInto('queue').values({ id: queue, name: 'Gọi ra', strategy: 'longest-idle' }).execute(),
  );
  await workers.start(app);
});
beforeEach(async () => {
  await dialler?.close();
  app.clock.now = ten;
  free = [];
  soonFree = 0;
  asked = [];
  answers = 'begins';
  onBoard.clear();
  await app.db.inTenant(tenant.id, async (trx) => {
    await trx.deleteFrom('campaign_attempt').execute();
    await trx.updateTable('campaign').set({ status: 'ended' }).execute();
  });
  dialler = startDialler();
});
afterAll(async () => {
  await dialler.close();
  await workers.kill();
  await app.close();
});

let made = 0;
const word = () => `D${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
async function add(path: string, body: object) {
  const answer = await admin.call('POST', path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}
async function put(campaign: string, ids: readonly string[]): Promise<void> {
  const answer = await admin.call('POST', '/customers/put-all', {
    list: 'campaign',
    id: campaign,
    off: false,
    wanted: { ids },
  });
  const seen = async (): Promise<Job> => (await admin.call('GET', `/job/${answer.json().job_id}`)).json();
  await expect.poll(async () => (await seen()).state).not.toMatch(/queued|running/);
}
/** A campaign that calls for the queue, with so many customers. */
async function campaignOf(many: number, given: object = {}) {
  const { id } = await add('/campaign', {
    name: word(),
    kind: 'care',
    mode: 'progressive',
    queue_id: queue,
    status: 'running',
    calls_from: '00:00',
    calls_to: '24:00',
    pause_minutes: 60,
    ...given,
  });
  const customers: { id: string; phone: string }[] = [];
  for (let n = 0; n < many; n += 1) {
    customers.push(await add('/customer', { name: word(), phone: `09${String(40_000_000 + (made += 1))}`, status }));
  }
  if (many > 0) {
    await put(
      id,
      customers.map((one) => one.id),
    );
  }
  await dialler.settled();
  return { campaign: id as string, customers };
}
async function looks(): Promise<void> {
  dialler.look(tenant.id);
  await dialler.settled();
}
const dialling = async (id: string): Promise<CampaignDialling> =>
  (await admin.call('GET', `/campaign/${id}/dialling`)).json();
const words = async (id: string) => (await dialling(id)).decisions[0]?.words;
const contactsOf = async (id: string): Promise<ContactRow[]> =>
  (await admin.call('GET', `/campaign/${id}/contacts?per_page=100`)).json().data;
const numbers = () => asked.map(({ what }) => what.number);
/** How many others wait for what this transaction holds. */
async function heldUpBy(trx: Trx): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(trx);
  return rows.length;
}
/** How a call ended, as the history has it. */
async function ends(call: string, said: 'no_answer' | 'busy' | 'answered', by = '') {
  await storeCall(app.db, tenant.id, {
    id: call,
    direction: 'outbound',
    purpose: 'campaign',
    status: said,
    to_extension: '',
    agent_extension: by,
    started_at: new Date(app.clock.now),
  });
  onBoard.delete(call);
}
/** Somebody of ours has taken the call, as its row says while it goes on. */
async function takes(call: string, by: string) {
  onBoard.set(call, 'talking');
  free = free.filter((one) => one !== by);
  await storeCall(app.db, tenant.id, {
    id: call,
    direction: 'outbound',
    purpose: 'campaign',
    status: 'in_progress',
    to_extension: '',
    agent_extension: by,
    started_at: new Date(app.clock.now),
  });
}
const over = (call: string) =>
  app.db.inTenant(tenant.id, (trx) =>
    trx
      .updateTable('call')
      .set({
        status: 'answered',
        stage: 'ended',
        ended_at: new Date(app.clock.now),
        cause: 'normal',
        ended_by: 'customer',
      })
      .where('id', '=', call)
      .execute(),
  );

test('one customer is called for one who is free, and nobody more before that is settled', async () => {
  const { campaign, customers } = await campaignOf(5);
  await looks();
  expect([asked, await words(campaign)]).toEqual([[], 'chưa gọi: không ai rảnh']);
  free = ['171', '172'];
  await looks();
  await looks();
  expect(numbers()).toHaveLength(2);
  expect(asked[0]?.what).toMatchObject({
    showing: null,
    purpose: 'campaign',
    then: { kind: 'queue', queue, called: { seconds: 2 } },
  });
  expect(await words(campaign)).toBe('đang gọi 2 vì 2 rảnh');
  expect((await dialling(campaign)).under_way).toBe(2);
  await ends(asked[0]?.what.call ?? '', 'no_answer');
  await ends(asked[1]?.what.call ?? '', 'busy');
  await looks();
  expect(numbers()).toHaveLength(4);
  expect(new Set(numbers()).size).toBe(4);
  const states = (await contactsOf(campaign)).map(({ state }) => state).toSorted();
  expect(states).toEqual(['calling', 'calling', 'missed', 'missed', 'new']);
  expect(customers.map(({ phone }) => `+84${phone.slice(1)}`)).toEqual(expect.arrayContaining(numbers()));
});

test('several lines are for one who is free where the campaign says so, until too many customers wait in vain', async () => {
  const { campaign } = await campaignOf(12, { mode: 'ratio', lines_per_agent: 2 });
  free = ['171', '172'];
  await looks();
  expect(numbers()).toHaveLength(4);
  expect(await words(campaign)).toBe('đang gọi 4 vì 2 rảnh, 2 đường mỗi người');
  for (const { what } of asked.splice(0)) await ends(what.call, 'answered');
  app.clock.now += 20_000;
  await looks();
  expect(numbers()).toHaveLength(2);
  expect(await words(campaign)).toMatch(/^đang gọi 2 vì 2 rảnh, 100 % khách nghe không ai kịp nói, quá 3 %/);
  const { abandoned } = await dialling(campaign);
  expect(abandoned).toEqual({ n: 4, of: 4 });
  const { data } = (await admin.call('GET', `/campaign/${campaign}/contacts?state=missed`)).json();
  expect(data).toHaveLength(4);
});

test('a campaign that foresees calls more than are free once it knows how many pick up, and for those who are free soon', async () => {
  const { campaign } = await campaignOf(60, { mode: 'predictive', lines_per_agent: 3 });
  free = ['171', '172', '173', '174', '175'];
  // Of nothing nothing is foreseen.
  await looks();
  expect(asked).toHaveLength(5);
  for (let round = 0; round < 4; round += 1) {
    for (const { what } of asked.splice(0)) await ends(what.call, 'no_answer');
    app.clock.now += 20_000;
    await looks();
  }
  // Nobody picks up.
  expect(asked.length).toBeGreaterThan(5);
  expect(await words(campaign)).toMatch(/^đang gọi 1\d vì 5 rảnh, gặp 0 %$/);
  for (const { what } of asked.splice(0)) await ends(what.call, 'no_answer');
  free = [];
  soonFree = 2;
  app.clock.now += 20_000;
  await looks();
  expect(asked.length).toBeGreaterThan(1);
  expect(await words(campaign)).toMatch(/vì 0 rảnh, 2 sắp rảnh, gặp 0 %$/);
});

test('whoever takes the call has the customer, and says what came of it; nobody is given one by hand', async () => {
  const { campaign, customers } = await campaignOf(1);
  free = ['171'];
  await looks();
  const call = asked[0]?.what.call ?? '';
  expect((await agent.call('POST', `/campaign/${campaign}/next`)).json().contact).toBeNull();
  await takes(call, '171');
  const { contact } = (await agent.call('GET', `/campaign/${campaign}/calling`)).json();
  expect(contact).toMatchObject({ customer_id: customers[0]?.id, awaits_outcome: true, state: 'calling' });
  await looks();
  expect(asked).toHaveLength(1);
  onBoard.delete(call);
  await over(call);
  await agent.call('POST', `/customer/${customers[0]?.id}/disposition`, { outcome: 'agreed' });
  expect(await contactsOf(campaign)).toMatchObject([
    { state: 'done', attempts: 1, outcome: 'agreed', last_by_name: 'nhan', call_id: call },
  ]);
  expect((await dialling(campaign)).reached).toEqual({ n: 1, of: 1 });
});

test('whoever is led to a second customer before it is said what came of the first has the second before them', async () => {
  const { campaign, customers } = await campaignOf(2);
  const before: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    free = ['171'];
    await looks();
    const call = asked[n]?.what.call ?? '';
    await takes(call, '171');
    before.push((await agent.call('GET', `/campaign/${campaign}/calling`)).json().contact.customer_id);
    onBoard.delete(call);
    await over(call);
    app.clock.now += 30_000;
  }
  expect(before.toSorted()).toEqual(customers.map(({ id }) => id).toSorted());
});

test('what somebody says of a call and what the history tells of it do not wait for each other', async () => {
  const { campaign, customers } = await campaignOf(1);
  free = ['171'];
  await looks();
  const call = asked[0]?.what.call ?? '';
  await takes(call, '171');
  onBoard.delete(call);
  const told = await app.db.inTenant(tenant.id, async (trx) => {
    // As whoever says it: the customer first, then the call.
    await sql`select from campaign_contact where campaign_id = ${campaign} for update`.execute(trx);
    const ending = over(call);
    await expect.poll(() => heldUpBy(trx)).toBe(1);
    await sql`update campaign_attempt set updated_at = now() where call_id = ${call}`.execute(trx);
    return { ending };
  });
  await told.ending;
  expect(
    (await agent.call('POST', `/customer/${customers[0]?.id}/disposition`, { outcome: 'agreed' })).statusCode,
  ).toBe(200);
  expect(await contactsOf(campaign)).toMatchObject([{ state: 'done', call_id: call }]);
});

test('what network and rules say of calls that nobody takes is what follows', async () => {
  const { campaign } = await campaignOf(2, {
    retries: [
      { result: 'busy', step: 'again', minutes: 5, most: 3 },
      { result: 'abandoned', step: 'stop', minutes: 1, most: 1 },
    ],
  });
  free = ['171', '172'];
  await looks();
  await ends(asked[0]?.what.call ?? '', 'busy');
  await ends(asked[1]?.what.call ?? '', 'answered');
  const rows = await contactsOf(campaign);
  expect(rows.map(({ state, next_why }) => `${state}: ${next_why}`).toSorted()).toEqual([
    'exhausted: stopped',
    'missed: pause',
  ]);
  expect(rows.find(({ state }) => state === 'missed')?.next_at).toBe(new Date(ten + 5 * minuteMs).toISOString());
});

test('who dies between writing and asking has called nobody: they are not called a second time, and it is said', async () => {
  const { campaign } = await campaignOf(3);
  free = ['171'];
  answers = 'dies before';
  await looks();
  expect(asked).toEqual([]);
  await dialler.close();
  answers = 'begins';
  free = [];
  dialler = startDialler();
  await looks();
  const rows = await contactsOf(campaign);
  expect(rows.map(({ state, attempts }) => `${state} ${attempts}`).toSorted()).toEqual(['missed 1', 'new 0', 'new 0']);
  // One that was begun goes on: it is on the board of whoever comes after, and is not begun again.
  free = ['171'];
  await looks();
  await dialler.close();
  dialler = startDialler();
  await looks();
  expect(asked).toHaveLength(1);
});

test('where no call can begin the customer stands as before, and nobody is tried for a while', async () => {
  const { campaign } = await campaignOf(2);
  free = ['171'];
  answers = 'has no lines';
  await looks();
  await looks();
  expect(asked).toHaveLength(1);
  expect(await words(campaign)).toBe('tạm nghỉ: Hết đường gọi');
  expect((await contactsOf(campaign)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['new', 0],
    ['new', 0],
  ]);
  answers = 'begins';
  app.clock.now += 2 * minuteMs;
  await looks();
  expect(asked).toHaveLength(2);
});

test('nobody is called outside the law, and not for two campaigns at once', async () => {
  const first = await campaignOf(1, { kind: 'advertising' });
  const second = await campaignOf(0);
  const [customer] = first.customers;
  await put(second.campaign, [customer?.id ?? '']);
  const refuser = await add('/customer', { name: word(), phone: `09${String(49_000_000 + (made += 1))}`, status });
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('customer').set({ do_not_call: true }).where('id', '=', refuser.id).execute(),
  );
  await put(first.campaign, [refuser.id]);
  free = ['171', '172', '173'];
  app.clock.now = Date.parse(`${vietnamDay(ten)}T07:59:00+07:00`);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('campaign').set({ calls_from: '08:30' }).where('id', '=', second.campaign).execute(),
  );
  await looks();
  expect(asked).toEqual([]);
  const said = (await dialling(first.campaign)).decisions.map((one) => one.words);
  expect(said).toContain('không gọi: Ngoài giờ gọi quảng cáo 08:00–17:00 (Nghị định 91/2020, Điều 13)');
  app.clock.now = ten;
  await looks();
  await looks();
  expect(numbers()).toEqual([`+84${customer?.phone.slice(1)}`]);
  // The other campaign calls them after that; the advertising one has its one call of the day, whatever came of it.
  for (let round = 0; round < 4; round += 1) {
    for (const { what } of asked) if (onBoard.has(what.call)) await ends(what.call, 'no_answer');
    app.clock.now += 70 * minuteMs;
    await looks();
  }
  const calls = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('campaign_attempt').select(['campaign_id', 'customer_id']).execute(),
  );
  expect(calls.filter((one) => one.campaign_id === first.campaign)).toEqual([
    { campaign_id: first.campaign, customer_id: customer?.id },
  ]);
  expect(calls.filter((one) => one.campaign_id === second.campaign).length).toBeGreaterThan(1);
});

/** Another company with so many to call, and people enough. */
async function floodOf(many: number) {
  const { id } = await app.tenant(`dong-${(made += 1)}`);
  const [theirs, campaign, mark] = [newId(), newId(), newId()];
  await app.db.inTenant(id, async (trx) => {
    await trx.insertInto('profile_status').values({ id: mark, name: 'Mới', colour: '#2563eb' }).execute();
    await trx.insertInto('queue').values({ id: theirs, name: 'Gọi ra', strategy: 'linear' }).execute();
    const calling = { kind: 'care', status: 'running', mode: 'progressive', queue_id: theirs } as const;
    const always = { calls_from: '00:00', calls_to: '24:00' };
    await trx
      .insertInto('campaign')
      .values({ id: campaign, name: 'Gọi hết', ...calling, ...always })
      .execute();
    await sql`with added as (
        insert into customer (id, name, status, numbers)
        select gen_random_uuid(), 'Khách ' || n, ${mark}, array['+8498' || (1000000 + n)]
        from generate_series(1, ${many}::integer) as n returning id)
      insert into campaign_contact (id, campaign_id, customer_id) select gen_random_uuid(), ${campaign}, id from added`.execute(
      trx,
    );
  });
  return { id, queue: theirs };
}

test('a company that calls as many as it can, and whose calls are held up, is in no other’s way', async () => {
  const { customers } = await campaignOf(1);
  const held = Promise.withResolvers<void>();
  beside = { ...(await floodOf(300)), heldUp: held.promise, asked: 0 };
  dialler.look(beside.id);
  await expect.poll(() => beside?.asked).toBe(1);
  free = ['171'];
  await looks();
  expect(numbers()).toEqual([`+84${customers[0]?.phone.slice(1)}`]);
  held.resolve();
  // At once it has so many, however many are free.
  await expect.poll(() => beside?.asked).toBe(20);
  beside = undefined;
});

test('a queue that a campaign calls for is not deleted, and such a campaign has one', async () => {
  const { campaign } = await campaignOf(0);
  expect((await admin.call('DELETE', `//telephony/partner/call-queue/${queue}`)).json().code).toBe('in_use');
  const answer = await admin.call('POST', '/campaign', { name: word(), kind: 'care', mode: 'ratio' });
  expect(answer.json().fields).toHaveProperty('queue_id');
  expect((await admin.call('GET', `/campaign/${campaign}`)).json()).toMatchObject({ queue_name: 'Gọi ra' });
  const faults = await admin.call('POST', '/campaign-faults', { kind: 'care', mode: 'progressive', queue_id: queue });
  expect(faults.json().data.map(({ fault }: { fault: string }) => fault)).toContain('nobody-in-queue');
});

/** The engine is sure that a machine has picked up; answers what was asked of call control. */
async function machineHas(call: CallId): Promise<readonly RequestedAction[]> {
  const wanted: RequestedAction[] = [];
  const request = async (_company: string, { id, what }: { id: string; what: RequestedAction }) => {
    wanted.push(what);
    return { id, ok: true, call: null } as const;
  };
  const leg = `${call}/1` as LegId;
  const said = 'lời chào 6,2 giây không dừng, rồi tiếng bíp';
  await endMachine({ db: app.db, request }, tenant.id, { what: 'machine', call, leg, at: app.clock.now, words: said });
  return wanted;
}

test('a call that a machine has ends where the campaign wants that, and nobody was left alone in it', async () => {
  const { campaign } = await campaignOf(2, { machines: 'hang-up' });
  free = ['171', '172'];
  await looks();
  const [machine, person] = asked.map(({ what }) => what.call);
  if (machine === undefined || person === undefined) throw new Error('Two were called.');
  expect(await machineHas(machine)).toEqual([{ kind: 'hang-up', call: machine, leg: null }]);
  // It is told once.
  expect(await machineHas(machine)).toEqual([]);
  await ends(machine, 'answered');
  await ends(person, 'answered');
  const came = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('campaign_attempt').select(['call_id', 'result', 'machine']).execute(),
  );
  expect(came.find((one) => one.call_id === machine)).toMatchObject({
    result: 'machine',
    machine: expect.stringContaining('tiếng bíp'),
  });
  expect(came.find((one) => one.call_id === person)).toMatchObject({ result: 'abandoned', machine: '' });
  expect((await contactsOf(campaign)).map(({ state }) => state)).toEqual(['missed', 'missed']);
  expect((await dialling(campaign)).reached).toEqual({ n: 1, of: 2 });
});

test('a campaign that talks to machines goes on with them', async () => {
  await campaignOf(1);
  free = ['171'];
  await looks();
  const call = asked[0]?.what.call;
  if (call === undefined) throw new Error('One was called.');
  expect(await machineHas(call)).toEqual([]);
});
