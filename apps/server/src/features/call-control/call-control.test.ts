import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallId, getFrom, type TenantId, type TrunkId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';
import { testTelephony } from '../../../testing/telephony.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { sealNumber } from '../../storage/sealed-number.ts';
import type { Telephony } from '../../telephony/telephony.ts';

let app: TestApp;
let folder: string;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let lan: TestPerson;
let minh: TestPerson;
let guest: TestPerson;
const trunks: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-control-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  const demo = await app.tenant('dieu-khien');
  tenant = demo.id as TenantId; // the row's id
  await app.db.inTenant(tenant, async (trx) => {
    const extension = (number: string) => ({ id: newId(), number, name: `Máy ${number}` });
    await trx.insertInto('extension').values(['101', '102', '103'].map(extension)).execute();
    // A test calls faster than people do.
    const limits = JSON.stringify({ extension_calls_per_second: null });
    await trx.insertInto('telephony_setting').values({ limits }).execute();
  });
  lan = await demo.person('lan', ['customer.view'], '101');
  minh = await demo.person('minh', ['monitor.listen', 'customer.view'], '102');
  guest = await demo.person('khach', []);
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  for (const number of ['101', '102', '103']) engine.register(tenant, number);
  await telephony.settled();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => telephony.settled());
afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

async function lanTalksTo(number: string): Promise<CallId> {
  const call = engine.extensionCalls(tenant, '101', number);
  await telephony.settled();
  engine.answers(call, number);
  await telephony.settled();
  return call;
}

/** From 101 to such numbers, through a carrier of its own. */
async function mayCallOut(pattern: string): Promise<string> {
  const [trunk, number, rule] = [newId(), newId(), newId()];
  await app.db.inTenant(tenant, async (trx) => {
    const address = `113.160.0.${trunks.push(trunk)}`;
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: `Nhà mạng ${address}`, host: address, addresses: [address] })
      .execute();
    const service = { id: number, number: `+8428710001${10 + trunks.length}`, name: 'Tổng đài', trunk_id: trunk };
    await trx.insertInto('service_number').values(service).execute();
    await trx
      .insertInto('outbound_rule')
      .values({ id: rule, name: `Ra ngoài ${pattern}`, pattern, extensions: ['101'] })
      .execute();
    const route = { id: newId(), outbound_rule_id: rule, service_number_id: number };
    await trx.insertInto('outbound_route').values(route).execute();
  });
  await telephony.configChanged(tenant);
  return trunk;
}

const stageOf = (call: string) => getFrom(telephony.boardOf(tenant)?.calls ?? { size: 0, root: null }, call)?.stage;

test('somebody calls by the API: the own phone rings, and asking twice with one id calls once', async () => {
  const body = { to: '103', request_id: randomUUID() };
  const first = await lan.call('POST', '/calls', body);
  const again = await lan.call('POST', '/calls', body);
  expect([first.statusCode, first.json()]).toEqual([200, { call_id: body.request_id, slot: null }]);
  expect(again.json()).toEqual(first.json());
  expect(engine.performed.filter((what) => what === 'dial 101')).toHaveLength(1);
  await lan.call('POST', `/calls/${body.request_id}/hang-up`, {});
  await telephony.settled();
  expect(stageOf(body.request_id)).toBe('ended');
});

test('who may not see a number calls it by what stands for it', async () => {
  const trunk = await mayCallOut('08x*');
  const request_id = randomUUID();
  const to = sealNumber(app.serverKey, tenant, '+84812345678');
  expect((await lan.call('POST', '/calls', { to, request_id })).statusCode).toBe(200);
  await telephony.settled();
  engine.answers(request_id as CallId, '101');
  await telephony.settled();
  expect(engine.performed.at(-1)).toBe(`dial ${trunk}`);
  await lan.call('POST', `/calls/${request_id}/hang-up`, {});
});

test('somebody on the way is called at their mobile first, where they may call it', async () => {
  const body = { to: '103', phone: '0912345678', request_id: randomUUID() };
  expect((await lan.call('POST', '/calls', body)).statusCode).toBe(403);
  const trunk = await mayCallOut('09x*');
  const request_id = randomUUID();
  const called = await lan.call('POST', '/calls', { ...body, request_id });
  expect([called.statusCode, called.json().call_id]).toEqual([200, request_id]);
  expect(engine.performed.at(-1)).toBe(`dial ${trunk}`);
  await lan.call('POST', `/calls/${request_id}/hang-up`, {});
});

test('who talks may hold, send on and end the conversation; nobody else may', async () => {
  const call = await lanTalksTo('103');
  expect((await minh.call('POST', `/calls/${call}/hold`, { on: true })).statusCode).toBe(409);
  expect((await lan.call('POST', `/calls/${call}/hold`, { on: true })).statusCode).toBe(200);
  expect((await lan.call('POST', `/calls/${call}/hold`, { on: false })).statusCode).toBe(200);
  expect((await lan.call('POST', `/calls/${call}/transfer`, { to: '102' })).statusCode).toBe(200);
  await telephony.settled();
  expect(engine.performed).toContain('dial 102');
  engine.ends(call, '103');
  await telephony.settled();
  expect(stageOf(call)).toBe('ended');
});

test('a refusal says why, in words for whoever asked', async () => {
  const call = await lanTalksTo('103');
  const refused = await lan.call('POST', `/calls/${call}/transfer`, { to: '999' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'call_refused']);
  expect(refused.json().message).toMatch(/\p{Lu}.*\s/u);
  engine.ends(call, '103');
});

test('listening needs its permission, is audited, and somebody without a phone cannot ask for anything', async () => {
  const call = await lanTalksTo('103');
  expect((await lan.call('POST', `/calls/${call}/listen`, { agent: '103' })).statusCode).toBe(403);
  expect((await minh.call('POST', `/calls/${call}/barge`, { agent: '103' })).statusCode).toBe(403);
  const listened = await minh.call('POST', `/calls/${call}/listen`, { agent: '103' });
  expect(listened.statusCode).toBe(200);
  const trail = await app.db.inTenant(tenant, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', call)
      .select(['action', 'account_id'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  expect(trail).toEqual([{ action: 'supervise-listen', account_id: minh.accountId }]);
  expect((await guest.call('POST', `/calls/${call}/hold`, { on: true })).statusCode).toBe(422);

  // Whoever listens is told so, and the others are told of nobody.
  await telephony.settled();
  engine.answers(call, '102');
  await telephony.settled();
  const ofMinh = (await minh.call('GET', '/my-calls')).json();
  expect(ofMinh).toMatchObject({ phone: 'talking', data: [{ id: call, supervising: { mode: 'listen' } }] });
  expect(ofMinh.data[0].supervising.agent.number).toBe('103');
  const [ofLan] = (await lan.call('GET', '/my-calls')).json().data;
  expect([ofLan.supervising, ofLan.parties.length]).toEqual([null, 1]);
  engine.ends(call, '103');
});

test('nobody listens to those whose calls they do not see', async () => {
  const call = await lanTalksTo('103');
  const scope = async (of: 'own' | 'all') => {
    await app.db.inTenant(tenant, (trx) =>
      trx.updateTable('role').set({ scope: of }).where('name', '=', 'Vai trò của minh').execute(),
    );
    app.bus.publish('rights-changed', tenant, []);
  };
  const listen = async () => (await minh.call('POST', `/calls/${call}/listen`, { agent: '101' })).statusCode;
  await scope('own');
  expect(await listen()).toBe(404);
  await scope('all');
  expect(await listen()).toBe(200);
  engine.ends(call, '103');
});

test('a conversation that is not going on is not there', async () => {
  expect((await lan.call('POST', `/calls/${randomUUID()}/hold`, { on: true })).statusCode).toBe(404);
});

test('a call window learns who is in the conversation, who is consulted and who waits, and whether it is recorded', async () => {
  const mine = async (who: TestPerson) => (await who.call('GET', '/my-calls')).json().data;
  const names = (parties: { number: string; state: string }[]) =>
    parties.map(({ number, state }) => `${number} ${state}`);
  expect(await mine(lan)).toEqual([]);
  const phoneOf = async (who: TestPerson) => (await who.call('GET', '/my-calls')).json().phone;
  expect(await phoneOf(lan)).toBe('idle');
  const call = await lanTalksTo('103');
  expect([await phoneOf(lan), await phoneOf(guest)]).toEqual(['talking', 'idle']);
  const [alone] = await mine(lan);
  expect(alone).toMatchObject({ id: call, direction: 'internal', consulting: false, waiting: [], recording: 'on' });
  const held = [alone.on_hold];
  for (const on of [true, false]) {
    await lan.call('POST', `/calls/${call}/hold`, { on });
    await telephony.settled();
    held.push((await mine(lan))[0].on_hold);
  }
  expect(held).toEqual([false, true, false]);
  expect(names(alone.parties)).toEqual(['103 talking']);

  await lan.call('POST', `/calls/${call}/consult`, { to: '102' });
  await telephony.settled();
  const [asking] = await mine(lan);
  expect([asking.consulting, names(asking.parties), names(asking.waiting)]).toEqual([
    true,
    ['102 ringing'],
    ['103 waiting'],
  ]);
  expect(await phoneOf(minh)).toBe('ringing');
  const { ringing } = (await minh.call('GET', '/my-calls')).json();
  expect(ringing).toMatchObject([{ id: call, party: { kind: 'colleague', number: '101' }, hotline: '', path: [] }]);
  engine.answers(call, '102');
  await telephony.settled();
  expect(names((await mine(lan))[0].parties)).toEqual(['102 talking']);
  expect(names((await mine(minh))[0].parties)).toEqual(['101 talking']);

  await lan.call('POST', `/calls/${call}/merge`, {});
  await lan.call('POST', `/calls/${call}/pause-recording`, { on: true });
  await telephony.settled();
  const [all] = await mine(lan);
  expect([all.consulting, names(all.parties), all.recording]).toEqual([
    false,
    ['103 talking', '102 talking'],
    'paused',
  ]);
  const { leg_id: minhs } = all.parties[1];
  await lan.call('POST', `/calls/${call}/remove`, { leg_id: minhs });
  await telephony.settled();
  expect(names((await mine(lan))[0].parties)).toEqual(['103 talking']);
  expect(await mine(minh)).toEqual([]);
  expect(await mine(guest)).toEqual([]);
  await lan.call('POST', `/calls/${call}/hang-up`, {});
  await telephony.settled();
  expect(await mine(lan)).toEqual([]);
});

test('a customer in the conversation, or waiting for one, has the name that they are known by, and another one where that was said', async () => {
  const trunk = await mayCallOut('03x*');
  const mai = await storeCustomer(app.db, tenant, { name: 'Lê Thị Mai', e164: '+84381234567' });
  const binh = await storeCustomer(app.db, tenant, { name: 'Lê Văn Bình', e164: '+84381234568' });
  await app.db.inTenant(tenant, (trx) =>
    trx.updateTable('customer').set({ zalo: '0381 234 567' }).where('id', '=', binh).execute(),
  );
  const call = engine.extensionCalls(tenant, '101', '0381234567');
  await telephony.settled();
  const mine = async () => (await lan.call('GET', '/my-calls')).json().data[0];
  expect((await mine()).parties).toMatchObject([{ kind: 'customer', name: 'Lê Thị Mai', number: '0381234567' }]);
  engine.answers(call, trunk);
  await telephony.settled();
  await lan.call('POST', `/calls/${call}/consult`, { to: '102' });
  await telephony.settled();
  expect((await mine()).waiting).toMatchObject([{ kind: 'customer', name: 'Lê Thị Mai', state: 'waiting' }]);
  const asked = { by: 'lan', about: [{ kind: 'customer', name: 'Lê Thị Mai', number: '0381234567' }] };
  const byMinh = async () => (await minh.call('GET', '/my-calls')).json();
  const waits = { ...asked, since: expect.any(String) };
  expect((await byMinh()).ringing).toMatchObject([{ id: call, consulted: waits }]);
  // Whose customers they are else: whoever is asked about them has their card.
  const card = await minh.call('GET', '/customer-by-phone?phone=0381234567');
  expect(card.json()).toMatchObject({ customer: { id: mai }, may_follow: false });

  const choose = (customer_id: string) =>
    app.db.inTenant(tenant, (trx) =>
      trx
        .insertInto('call_customer')
        .values({ call_id: call, customer_id, chosen_by: lan.accountId })
        .onConflict((row) => row.columns(['tenant_id', 'call_id']).doUpdateSet({ customer_id }))
        .execute(),
    );
  await choose(binh);
  expect((await mine()).waiting).toMatchObject([{ name: 'Lê Văn Bình' }]);
  await choose(mai);
  engine.answers(call, '102');
  await telephony.settled();
  expect((await byMinh()).data).toMatchObject([{ id: call, customer_id: mai, consulted: waits }]);
  await lan.call('POST', `/calls/${call}/swap`, {});
  await telephony.settled();
  // Lan talks with them meanwhile.
  expect((await byMinh()).data).toMatchObject([{ id: call, consulted: { ...asked, since: null } }]);
  expect((await mine()).consulted).toBeUndefined();
  await lan.call('POST', `/calls/${call}/merge`, {});
  await telephony.settled();
  expect((await byMinh()).data[0].consulted).toBeUndefined();
  const names = (await mine()).parties.map(({ name }: { name: string }) => name);
  expect(names).toContain('Lê Thị Mai');
  expect(names).toHaveLength(2);
  engine.ends(call, 'caller');
  engine.ends(call, '102');
});

test('everybody with a phone is told who waits in a parking place, as far as they may see the number', async () => {
  const trunk = await mayCallOut('07x*');
  await storeCustomer(app.db, tenant, { name: 'Đỗ Thị Cúc', e164: '+84781234567' });
  const { events, socket } = await listenLive(app, minh, ['me']);
  const told = () => events.filter(({ type }) => type === 'parked-changed').length;
  const parked = async (who: TestPerson) => (await who.call('GET', '/parked')).json().data;
  const call = engine.extensionCalls(tenant, '101', '0781234567');
  await telephony.settled();
  engine.answers(call, trunk);
  await telephony.settled();
  expect([await parked(minh), told()]).toEqual([[], 0]);

  expect((await lan.call('POST', `/calls/${call}/park`, {})).json()).toEqual({ call_id: call, slot: '701' });
  await telephony.settled();
  await expect.poll(told).toBe(1);
  const hidden = (trx: Trx) => trx.insertInto('system_setting').values({ hidden_phone_customer: 1 }).execute();
  await app.db.inTenant(tenant, hidden);
  const [one] = await parked(minh);
  expect(one).toMatchObject({ slot: '701', call_id: call, by: { extension: '101' }, customer_id: null });
  expect(one.party).toMatchObject({ kind: 'customer', name: 'Đỗ Thị Cúc', number: '078****567', state: 'waiting' });
  expect(await parked(guest)).toEqual([]);
  await app.db.inTenant(tenant, (trx) => trx.deleteFrom('system_setting').execute());

  expect((await minh.call('POST', '/parked/701/fetch', {})).statusCode).toBe(200);
  engine.answers(call, '102');
  await telephony.settled();
  await expect.poll(told).toBe(2);
  expect(await parked(minh)).toEqual([]);
  expect((await minh.call('GET', '/my-calls')).json().data).toMatchObject([
    { id: call, parties: [{ name: 'Đỗ Thị Cúc' }] },
  ]);
  await minh.call('POST', `/calls/${call}/hang-up`, {});
  socket.close();
});

test('whom a call is with is said from its first moment on, however far the history is behind', async () => {
  const trunk = await mayCallOut('05x*');
  const hoa = await storeCustomer(app.db, tenant, { name: 'Phạm Thị Hoa', e164: '+84581234567' });
  const call = await app.db.inTenant(tenant, async (trx) => {
    // Whoever writes the history waits for this; whoever reads it does not.
    await sql`lock table call in exclusive mode`.execute(trx);
    const begun = engine.extensionCalls(tenant, '101', '0581234567');
    await telephony.acted();
    engine.answers(begun, trunk);
    await telephony.acted();
    const choose = (by: TestPerson) => by.call('PUT', `/my-calls/${begun}/customer`, { customer_id: hoa });
    expect((await choose(minh)).statusCode).toBe(404);
    expect((await choose(lan)).statusCode).toBe(200);
    const tags = (by: TestPerson) => by.call('GET', `/histories-call/${begun}/tags`);
    expect([(await tags(lan)).json(), (await tags(minh)).statusCode]).toEqual([{ tags: [] }, 404]);
    engine.ends(begun, 'caller');
    await telephony.acted();
    // It is over, and still has no row.
    expect((await choose(lan)).statusCode).toBe(200);
    return begun;
  });
  await telephony.settled();
  expect((await lan.call('GET', '/my-calls/last')).json()).toMatchObject({ call: { id: call }, chosen: hoa });
});

test('whoever looks for somebody to send a caller to sees everybody with an extension and what they do', async () => {
  expect((await guest.call('GET', '/colleagues')).json()).toEqual({
    data: [
      { name: 'lan', extension: '101', state: 'ready' },
      { name: 'minh', extension: '102', state: 'ready' },
    ],
  });
});

test('whoever takes calls of a queue is told why none comes, and of each change; who chooses to be ready is so', async () => {
  const queue = newId();
  await app.db.inTenant(tenant, async (trx) => {
    const kept = { joining: 'by-request', rest_seconds: 1, wrap_up_seconds: 600, pause_after_missed: 1 } as const;
    await trx
      .insertInto('queue')
      .values({ id: queue, name: 'Chăm sóc', number: '601', ...kept })
      .execute();
    const { id } = await trx.selectFrom('extension').where('number', '=', '101').select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('queue_member')
      .values({ id: newId(), queue_id: queue, extension_id: id, position: 0 })
      .execute();
  });
  await telephony.configChanged(tenant);
  const { events, socket } = await listenLive(app, lan, ['me']);
  const seen = async (who: TestPerson) => (await who.call('GET', '/my-queues')).json();
  const phone = async () => (await lan.call('GET', '/my-calls')).json().phone;
  const stateOfLan = async () => {
    const { data } = (await lan.call('GET', '/colleagues')).json();
    return data.find(({ extension }: { extension: string }) => extension === '101')?.state;
  };
  const isReady = () => lan.call('PUT', '/update-activity-status', { status: 1 });
  let heard = 0;
  const told = async () => {
    const now = () => events.filter(({ type }) => type === 'my-queues-changed').length;
    await expect.poll(now).toBeGreaterThan(heard);
    heard = now();
  };
  const mine = { id: queue, name: 'Chăm sóc' };
  expect(await seen(guest)).toMatchObject({ wrap_up_until: null, why: '', data: [] });
  expect(await seen(lan)).toMatchObject({
    wrap_up_until: null,
    why: '',
    data: [{ ...mine, joined: false, pause: null, free: false, why: 'chưa vào hàng đợi' }],
  });
  await lan.call('POST', '/queue/join', { queue });
  await told();
  expect(await seen(lan)).toMatchObject({ data: [{ ...mine, joined: true, free: true }] });

  const call = engine.extensionCalls(tenant, '103', '601');
  await expect.poll(phone).toBe('ringing');
  engine.ends(call, '101', 'rejected');
  await telephony.settled();
  await told();
  const pause = { reason: '', by_itself: true };
  const why = 'tự động tạm dừng sau 1 cuộc không nghe';
  expect(await seen(lan)).toMatchObject({ why: '', data: [{ ...mine, joined: true, pause, free: false, why }] });
  await isReady();
  await told();
  expect((await seen(lan)).data).toMatchObject([{ joined: true, pause: null }]);

  // The moment of rest after a call that was not taken is over by itself.
  await expect.poll(phone).toBe('ringing');
  engine.answers(call, '101');
  engine.ends(call, 'caller');
  await telephony.settled();
  const writing = await seen(lan);
  expect(writing).toMatchObject({ why: 'đang xử lý sau cuộc gọi', data: [{ free: false }] });
  expect(Date.parse(writing.wrap_up_until)).toBeGreaterThan(Date.parse(writing.at));
  expect(await stateOfLan()).toBe('wrapping-up');
  await isReady();
  expect(await seen(lan)).toMatchObject({ wrap_up_until: null, why: '', data: [{ free: true }] });
  expect(await stateOfLan()).toBe('ready');
  // Ready anew since then, not since the status was chosen.
  const idle = Date.parse((await lan.call('GET', '/my-calls')).json().idle_since);
  expect(idle).toBeGreaterThanOrEqual(Date.parse(writing.at));
  expect((await guest.call('GET', '/my-calls')).json().idle_since).toBeNull();
  socket.close();
});

test('whoever is called sees the name that the carrier sent, and not where it is a number that is hidden from them, asked for or told', async () => {
  const trunk = (await mayCallOut('02x*')) as TrunkId; // the row's id
  const number = await app.db.inTenant(tenant, async (trx) => {
    const service = await trx
      .selectFrom('service_number')
      .where('trunk_id', '=', trunk)
      .select(['id', 'number'])
      .executeTakeFirstOrThrow();
    const leads = { destination_kind: 'direct', destination_value: '102' } as const;
    await trx
      .insertInto('inbound_rule')
      .values({ id: newId(), name: 'Gọi vào Minh', service_number_id: service.id, ...leads })
      .execute();
    await trx.insertInto('system_setting').values({ hidden_phone_customer: 1 }).execute();
    return service.number;
  });
  await telephony.configChanged(tenant);
  const { events, socket } = await listenLive(app, minh, ['me']);
  const told = () => events.flatMap((event) => (event.type === 'my-calls-changed' ? [event.data.now] : [])).at(-1);
  const shownFor = async (name: string) => {
    const call = engine.customerCalls(tenant, trunk, '0901234567', number, name);
    await telephony.settled();
    const asked = (await minh.call('GET', '/my-calls')).json();
    const { ringing } = asked;
    await expect.poll(told).toEqual(asked);
    engine.ends(call, 'caller');
    await telephony.settled();
    await expect.poll(() => told()?.ringing).toEqual([]);
    return ringing;
  };
  expect(await shownFor('0901 234 567')).toMatchObject([{ party: { name: '', number: '090****567' } }]);
  expect(await shownFor('Anh Đức')).toMatchObject([{ party: { name: 'Anh Đức', number: '090****567' } }]);
  expect(JSON.stringify(events)).not.toContain('1234567');
  socket.close();
});
