import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, TenantId, TrunkId } from '@alo/call-core';
import type { BoardChanges, WatchedBoard } from '@alo/contract';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive, settled } from '../../../testing/live-listener.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { testTelephony } from '../../../testing/telephony.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Telephony } from '../../telephony/telephony.ts';

let app: TestApp;
let folder: string;
let company: TestTenant;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let hoa: TestPerson;
let leader: TestPerson;
let lan: TestPerson;
let minh: TestPerson;
let trunk: TrunkId;
const number = '+842873001234';
const queue = newId();

/** Calls come to a queue whose only member is 101, who is in the first team; 102 is in the second one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-monitor-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  company = await app.tenant('giam-sat');
  tenant = company.id as TenantId; // the row's id
  trunk = newId() as TrunkId; // the row's id
  const extensions = ['101', '102', '103', '104'].map((one) => ({ id: newId(), number: one, name: `Máy ${one}` }));
  await app.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('extension').values(extensions).execute();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    const service = newId();
    await trx.insertInto('service_number').values({ id: service, number, name: 'Hỗ trợ', trunk_id: trunk }).execute();
    const strategy = { strategy: 'ring-all', ring_seconds: 20 } as const;
    await trx
      .insertInto('queue')
      .values({ id: queue, name: 'Hỗ trợ', ...strategy })
      .execute();
    await trx
      .insertInto('queue_member')
      .values({ id: newId(), queue_id: queue, position: 0, extension_id: extensions[0]?.id ?? '' })
      .execute();
    const leads = { destination_kind: 'queue', destination_value: queue } as const;
    await trx
      .insertInto('inbound_rule')
      .values({ id: newId(), name: 'Vào hàng đợi', service_number_id: service, ...leads })
      .execute();
    await trx.insertInto('system_setting').values({ hidden_phone_customer: 1 }).execute();
  });
  lan = await company.person('lan', [], '101');
  minh = await company.person('minh', ['customer.view'], '102');
  hoa = await company.person(
    'hoa',
    ['monitor.view', 'monitor.listen', 'monitor.take-over', 'monitor.hang-up', 'customer.full-phone'],
    '103',
  );
  leader = await company.person('truong-nhom', ['monitor.view'], '104');
  await inTeams();
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  for (const one of ['101', '102', '103', '104']) engine.register(tenant, one);
  await telephony.settled();
});
afterEach(async () => {
  for (const { id } of (await boardOf(hoa)).calls) engine.ends(id as CallId, 'caller'); // the board's own
  await telephony.settled();
});
afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** Lan has a team and the second leader has another, with Minh in it; Hoa sees everybody. */
async function inTeams(): Promise<void> {
  await app.db.inTenant(tenant, async (trx) => {
    const department = newId();
    await trx.insertInto('department').values({ id: department, name: 'Chăm sóc', branch_id: null }).execute();
    const [first, second] = [newId(), newId()];
    await trx
      .insertInto('team')
      .values([
        { id: first, name: 'Nhóm một', department_id: department },
        { id: second, name: 'Nhóm hai', department_id: department },
      ])
      .execute();
    const place = (extension: string, team: string) =>
      trx
        .updateTable('account')
        .set({ team_id: team, department_id: department })
        .where('extension', '=', extension)
        .execute();
    await place('101', first);
    await place('102', second);
    await place('104', second);
    const scope = (name: string, to: 'all' | 'team') =>
      trx.updateTable('role').set({ scope: to }).where('name', '=', `Vai trò của ${name}`).execute();
    await scope('hoa', 'all');
    await scope('truong-nhom', 'team');
  });
  app.bus.publish('rights-changed', tenant, [hoa.accountId, leader.accountId]);
}

type Board = WatchedBoard;
const boardOf = async (person: TestPerson): Promise<Board> => (await person.call('GET', '/monitor')).json();
const agentOn = (board: Board, extension: string) => board.agents.find((one) => one.extension === extension);
const customer = '0901234567';
async function customerCalls(): Promise<CallId> {
  const call = engine.customerCalls(tenant, trunk, customer, number, '');
  await telephony.settled();
  return call;
}

test('a call is seen while it waits, rings and is talked in, with who has it and since when', async () => {
  await storeCustomer(app.db, tenant, { name: 'Phạm Thị Hoa', e164: '+84901234567' });
  const call = await customerCalls();
  const ringing = await boardOf(hoa);
  expect(ringing.calls).toMatchObject([
    {
      id: call,
      direction: 'inbound',
      name: 'Phạm Thị Hoa',
      number: customer,
      stage: 'ringing',
      doing: 'Chờ trong hàng đợi “Hỗ trợ”',
      dialled: '02873001234',
      dialled_name: 'Hỗ trợ',
      queue: { id: queue, name: 'Hỗ trợ' },
      agents: [{ extension: '101', name: 'lan', state: 'ringing' }],
    },
  ]);
  expect(ringing.queues).toMatchObject([{ id: queue, waiting: 1, ready: 0, busy: 1, level_seconds: 20 }]);
  expect(ringing.queues[0]?.longest_since).not.toBeNull();
  expect(agentOn(ringing, '101')).toMatchObject({
    name: 'lan',
    state: 'ringing',
    team: { name: 'Nhóm một' },
    department: { name: 'Chăm sóc' },
    call: { id: call, name: 'Phạm Thị Hoa', number: customer, hotline: '02873001234', supervising: false },
    queue_ids: [queue],
  });

  engine.answers(call, '101');
  await telephony.settled();
  const talking = await boardOf(hoa);
  expect(talking.calls).toMatchObject([{ stage: 'talking', agents: [{ extension: '101', state: 'talking' }] }]);
  expect(talking.queues).toMatchObject([{ waiting: 0, longest_since: null, answered: 1, in_time: 1, abandoned: 0 }]);
  expect(agentOn(talking, '101')).toMatchObject({ state: 'talking' });

  await hoa.call('POST', `/calls/${call}/listen`, { agent: '101' });
  await telephony.settled();
  engine.answers(call, '103');
  await telephony.settled();
  const watched = await boardOf(hoa);
  expect(agentOn(watched, '101')?.supervisors).toEqual([{ extension: '103', name: 'hoa', mode: 'listen' }]);
  expect(agentOn(watched, '103')).toMatchObject({
    state: 'talking',
    note: 'Đang nghe cùng',
    call: { supervising: true, name: 'lan' },
  });
  expect(watched.calls[0]?.agents).toHaveLength(1);

  expect((await hoa.call('POST', `/calls/${call}/end`, { agent: '102' })).statusCode).toBe(404);
  expect((await hoa.call('POST', `/calls/${call}/end`, { agent: '101' })).statusCode).toBe(200);
  await telephony.settled();
  expect((await boardOf(hoa)).calls).toEqual([]);
});

test('a call that sounds poor for a while is marked, and whoever talks in it is told what is wrong with whose line', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await telephony.settled();
  const [watching, talking] = [await watch(hoa), await listenLive(app, lan, ['me'])];
  const measured = async (who: string, lossPercent: number) => {
    engine.on(call, who, { type: 'quality', lossPercent, farLossPercent: 0, jitterMs: 3, roundTripMs: 40 });
    await telephony.settled();
  };
  await measured('caller', 20);
  expect((await boardOf(hoa)).calls).toMatchObject([{ poor_sound: [] }]);
  await measured('caller', 20);
  for (const loss of [7, 7]) await measured('101', loss);
  await expect
    .poll(() => watching.board()?.calls)
    .toMatchObject([{ poor_sound: [{ extension: '', name: '', wrong: 'loss', figure: 20 }] }]);
  await expect.poll(() => talking.events.filter(({ type }) => type === 'my-calls-changed').length).toBeGreaterThan(0);
  expect((await lan.call('GET', '/my-calls')).json().data).toMatchObject([
    {
      own_sound: { level: 'fair', wrong: 'loss', figure: 7 },
      parties: [{ kind: 'customer', sound: { level: 'poor', wrong: 'loss', figure: 20 } }],
    },
  ]);
  for (const loss of [0, 0, 0]) await measured('caller', loss);
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ poor_sound: [] }]);
  for (const { socket } of [watching, talking]) socket.terminate();
  engine.ends(call, 'caller');
});

test('everybody is there, with what they chose and why', async () => {
  await minh.call('PUT', '/update-activity-status', { status: 2, reason: 'Ăn trưa' });
  const { agents } = await boardOf(hoa);
  expect(agents.map(({ extension, state, note }) => [extension, state, note])).toEqual([
    ['103', 'ready', ''],
    ['101', 'ready', ''],
    ['102', 'paused', 'Ăn trưa'],
    ['104', 'ready', ''],
  ]);
  await minh.call('PUT', '/update-activity-status', { status: 1, reason: '' });
});

test('who would be heard by nobody, or has no telephone, is so wherever that is shown, to them and to others', async () => {
  const shown = async () => {
    await telephony.settled();
    const { agents } = (await company.admin.call('GET', '/dashboard')).json();
    const its = agents.find(({ extension }: { extension: string }) => extension === '101');
    const colleague = (await company.admin.call('GET', '/colleagues')).json().data;
    const own = (await lan.call('GET', '/my-calls')).json();
    return {
      everywhere: [
        ...new Set([
          its.state,
          agentOn(await boardOf(hoa), '101')?.state,
          colleague.find(({ extension }: { extension: string }) => extension === '101').state,
        ]),
      ],
      notes: [...new Set([its.note, agentOn(await boardOf(hoa), '101')?.note])],
      own: [own.phones, own.lacks],
      why: (await lan.call('GET', '/my-queues')).json().why,
    };
  };
  const told = await listenLive(app, lan, ['presence', 'me']);
  const heard = (type: string) => told.events.findLast((event) => event.type === type);
  expect(await shown()).toEqual({ everywhere: ['ready'], notes: [''], own: [1, null], why: '' });

  engine.register(tenant, '101', 1, 0, 1);
  expect(await shown()).toEqual({
    everywhere: ['no-microphone'],
    notes: ['trình duyệt không có micro dùng được'],
    own: [1, 'microphone'],
    why: 'trình duyệt không có micro dùng được',
  });
  await expect.poll(() => heard('presence-changed')?.data).toMatchObject({ extension: '101', state: 'no-microphone' });
  await expect.poll(() => heard('my-calls-changed')).toBeDefined();
  await expect.poll(() => heard('my-queues-changed')).toBeDefined();
  // A desk phone beside the browser is enough.
  engine.register(tenant, '101', 2, 0, 1);
  expect(await shown()).toMatchObject({ everywhere: ['ready'], own: [2, null] });

  engine.register(tenant, '101', 0);
  expect(await shown()).toMatchObject({ everywhere: ['offline'], own: [0, null] });
  const desk = { voice_over_internet_protocol: 3 };
  await company.admin.call('PUT', '/update-system-setting', desk);
  await telephony.configChanged(tenant);
  expect(await shown()).toMatchObject({
    everywhere: ['no-telephone'],
    notes: ['máy bàn chưa đăng ký'],
    own: [0, 'telephone'],
  });
  await company.admin.call('PUT', '/update-system-setting', { voice_over_internet_protocol: 1 });
  await telephony.configChanged(tenant);
  engine.register(tenant, '101');
  expect(await shown()).toMatchObject({ everywhere: ['ready'], own: [1, null] });
  told.socket.terminate();
});

test('whom a queue calls no more is paused wherever that is shown, with the queue, and nobody is by one of several', async () => {
  const shown = async () => {
    await telephony.settled();
    const { agents } = (await company.admin.call('GET', '/dashboard')).json();
    const its = agents.find(({ extension }: { extension: string }) => extension === '101');
    const watched = agentOn(await boardOf(hoa), '101');
    return [its.state, its.note, watched?.state, watched?.note];
  };
  const pauses = async (on: boolean) => {
    const what = { kind: 'queue-pause', extension: '101', queue: null, on, reason: on ? 'Họp' : '' } as const;
    await telephony.request(tenant, { id: newId(), by: '101', what });
  };
  const told = await listenLive(app, company.admin, ['presence']);
  await pauses(true);
  expect(await shown()).toEqual(['queues-paused', 'Hỗ trợ: Họp', 'queues-paused', 'Hỗ trợ: Họp']);
  await expect
    .poll(() => told.events.findLast(({ type }) => type === 'presence-changed')?.data)
    .toMatchObject({ extension: '101', state: 'queues-paused', note: 'Hỗ trợ: Họp' });
  await pauses(false);
  expect(await shown()).toEqual(['ready', '', 'ready', '']);
  told.socket.terminate();
});

test('whoever sees a team sees its people, its calls and its queues, and hidden numbers hidden', async () => {
  const call = await customerCalls();
  const { agents, calls, queues } = await boardOf(leader);
  expect(agents.map(({ extension }) => extension)).toEqual(['102', '104']);
  expect([calls, queues]).toEqual([[], []]);
  engine.ends(call, 'caller');

  const own = engine.customerCalls(tenant, trunk, customer, number, '');
  await telephony.settled();
  engine.answers(own, '101');
  await telephony.settled();
  await app.db.inTenant(tenant, (trx) =>
    trx.updateTable('role').set({ scope: 'department' }).where('name', '=', 'Vai trò của truong-nhom').execute(),
  );
  app.bus.publish('rights-changed', tenant, [leader.accountId]);
  const wider = await boardOf(leader);
  expect(wider.calls).toMatchObject([{ id: own, number: '090****567', name: 'Phạm Thị Hoa' }]);
  expect(agentOn(wider, '101')?.call).toMatchObject({ number: '090****567' });
  engine.ends(own, 'caller');
});

test('a call says over whose lines it goes: by what its trunk is called, its host, and the network of its number', async () => {
  const call = await customerCalls();
  const watching = await watch(hoa);
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, carriers: ['Nhà mạng'] }]);
  expect((await boardOf(hoa)).carriers).toEqual(['Nhà mạng']);

  const named = (host: string, carrier: string) =>
    app.db.inTenant(tenant, async (trx) => {
      await trx.updateTable('trunk').set({ host }).where('id', '=', trunk).execute();
      await trx.updateTable('service_number').set({ carrier }).where('number', '=', number).execute();
    });
  await named('sip.ETelecom.test', 'Vĩnh Phúc');
  app.bus.publish('resource-changed', tenant, ['trunks']);
  const both = ['eTelecom', 'Nhà mạng', 'Vĩnh Phúc'];
  await expect
    .poll(() => watching.board())
    .toMatchObject({ carriers: both, calls: [{ id: call, carriers: both.toSorted() }] });
  expect((await boardOf(hoa)).carriers).toEqual(both);
  // As the history has it.
  const found = async (carrier: string) =>
    (await company.admin.call('GET', `/histories-call?carrier=${encodeURIComponent(carrier)}`)).json().data.length > 0;
  engine.ends(call, 'caller');
  await telephony.settled();
  for (const carrier of both) await expect.poll(() => found(carrier)).toBe(true);
  expect(await found('Viettel')).toBe(false);

  await named('sip.test', '');
  app.bus.publish('resource-changed', tenant, ['trunks']);
  await expect.poll(() => watching.board()?.carriers).toEqual(['Nhà mạng']);
  watching.socket.terminate();
});

test('it takes the permission and the company’s licence', async () => {
  expect((await minh.call('GET', '/monitor')).json()).toMatchObject({ code: 'forbidden' });
  const without = await app.tenant('khong-giam-sat', []);
  expect((await without.admin.call('GET', '/monitor')).json()).toMatchObject({ code: 'not_licensed' });
  expect((await without.admin.call('POST', `/calls/${newId()}/listen`, { agent: '1' })).json()).toMatchObject({
    code: 'not_licensed',
  });
});

test('whoever watches is told the board whole and then what becomes of it, and nobody else is', async () => {
  const [watching, other] = [await watch(hoa), await listenLive(app, minh, ['monitor'])];
  await expect.poll(watching.wholes).toBe(1);
  const call = await customerCalls();
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, stage: 'ringing' }]);
  expect(new Set(watching.types().slice(1))).toEqual(new Set(['board-changed']));
  engine.ends(call, 'caller');
  await expect.poll(() => watching.board()?.calls).toEqual([]);
  expect(other.events).toEqual([]);
  for (const { socket } of [watching, other]) socket.terminate();
});

test('what is told is what is read, for everybody who watches', async () => {
  const watchers = [
    { person: hoa, told: await watch(hoa) },
    { person: leader, told: await watch(leader) },
  ];
  const isAsRead = async () => {
    await telephony.settled();
    for (const { person, told } of watchers) {
      await expect.poll(async () => told.board()).toEqual(inOrder(await boardOf(person)));
    }
  };
  await isAsRead();
  const call = engine.customerCalls(tenant, trunk, '0912345678', number, 'Anh Bình');
  await isAsRead();
  engine.answers(call, '101');
  await isAsRead();
  await hoa.call('POST', `/calls/${call}/listen`, { agent: '101' });
  await telephony.settled();
  engine.answers(call, '103');
  await isAsRead();
  engine.on(call, '101', { type: 'held', on: true });
  await isAsRead();
  await minh.call('PUT', '/update-activity-status', { status: 2, reason: 'Họp' });
  await isAsRead();
  engine.register(tenant, '102', 0);
  await isAsRead();
  engine.ends(call, 'caller');
  await isAsRead();
  engine.register(tenant, '102');
  await minh.call('PUT', '/update-activity-status', { status: 1, reason: '' });
  await isAsRead();
  for (const { told } of watchers) told.socket.terminate();
});

test('who asks again, as after a gap, is told the whole again', async () => {
  const watching = await watch(hoa);
  await expect.poll(watching.wholes).toBe(1);
  watching.socket.send(JSON.stringify({ type: 'subscribe', topics: ['monitor'] }));
  await expect.poll(watching.wholes).toBe(2);
  expect(watching.events.map(({ seq }) => seq)).toEqual(watching.events.map((_, place) => place + 1));
  watching.socket.send(JSON.stringify({ type: 'unsubscribe', topics: ['monitor'] }));
  await settled(watching.socket);
  const told = watching.events.length;
  const other = await watch(hoa);
  const call = await customerCalls();
  await expect.poll(() => other.board()?.calls).toHaveLength(1);
  await settled(watching.socket);
  expect(watching.events).toHaveLength(told);
  engine.ends(call, 'caller');
  for (const { socket } of [watching, other]) socket.terminate();
});

test('a customer is called by name a moment later, and by another one where they are given that', async () => {
  const watching = await watch(hoa);
  const call = engine.customerCalls(tenant, trunk, '0933333333', number, '');
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, name: '' }]);
  await storeCustomer(app.db, tenant, { name: 'Vũ Thị Mai', e164: '+84933333333' });
  // Nobody tells that a customer was added: it is looked for every few seconds, and when people change.
  await minh.call('PUT', '/update-activity-status', { status: 1, reason: '' });
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, name: 'Vũ Thị Mai' }]);
  await expect.poll(() => watching.agent('101')?.call).toMatchObject({ id: call, name: 'Vũ Thị Mai' });
  engine.ends(call, 'caller');
  watching.socket.terminate();
});

test('a number that is hidden from somebody is hidden in all that they are told, from the moment on in which the company hides it', async () => {
  const watching = await watch(leader);
  const hides = async (hidden: 0 | 1) => {
    const answer = await company.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: hidden });
    expect(answer.statusCode).toBe(200);
  };
  await expect.poll(() => watching.board()).toBeDefined();
  const call = await customerCalls();
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, number: '090****567' }]);
  expect(JSON.stringify(watching.events)).not.toContain(customer);
  await hides(0);
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, number: customer }]);
  await hides(1);
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, number: '090****567' }]);
  const told = watching.events.length;
  engine.answers(call, '101');
  await expect.poll(() => watching.board()?.calls).toMatchObject([{ id: call, stage: 'talking' }]);
  expect(JSON.stringify(watching.events.slice(told))).not.toContain(customer);
  engine.ends(call, 'caller');
  watching.socket.terminate();
});

test('another target is told to those who watch', async () => {
  const watching = await watch(hoa);
  await expect.poll(() => watching.board()?.level_percent).toBe(80);
  await company.admin.call('PUT', '/update-system-setting', { service_level_percent: 90 });
  await expect.poll(() => watching.board()?.level_percent).toBe(90);
  await company.admin.call('PUT', '/update-system-setting', { service_level_percent: 80 });
  await expect.poll(() => watching.board()?.level_percent).toBe(80);
  watching.socket.terminate();
});

test('a call that begins while the day is counted for somebody who has just come is on their board', async () => {
  const before = await watch(hoa);
  await expect.poll(before.wholes).toBe(1);
  before.socket.terminate();
  // Counted while nobody watches the day is forgotten; what was shown is not, as nothing happens. After that the next count waits.
  for (const pauseMs of [400, 400, 0]) {
    await sleep(pauseMs);
    app.bus.publish('calls-written', tenant, []);
  }
  const watching = await watch(hoa);
  const call = await customerCalls();
  await expect.poll(watching.wholes).toBe(1);
  // Whatever is told after that: the first one is there as soon as the second is.
  const second = await customerCalls();
  const seen = () => watching.board()?.calls.map(({ id }) => id);
  await expect.poll(seen).toContain(second);
  expect(seen()).toContain(call);
  for (const one of [call, second]) engine.ends(one, 'caller');
  watching.socket.terminate();
});

test('who is moved to another team is gone from the board of the one and comes onto that of the other', async () => {
  const scope = (to: 'team' | 'department') =>
    app.db.inTenant(tenant, (trx) =>
      trx.updateTable('role').set({ scope: to }).where('name', '=', 'Vai trò của truong-nhom').execute(),
    );
  const move = (extension: string, team: string) =>
    app.db.inTenant(tenant, (trx) =>
      trx
        .updateTable('account')
        .set((row) => ({ team_id: row.selectFrom('team').where('name', '=', team).select('id') }))
        .where('extension', '=', extension)
        .execute(),
    );
  const changed = () => app.bus.publish('rights-changed', tenant, [leader.accountId]);
  await scope('team');
  changed();
  const watching = await watch(leader);
  const seen = () => watching.board()?.agents.map(({ extension }) => extension);
  await expect.poll(seen).toEqual(['102', '104']);
  await move('101', 'Nhóm hai');
  changed();
  await expect.poll(seen).toEqual(['101', '102', '104']);
  // The queue comes along, in which they are.
  await expect.poll(() => watching.board()?.queues).toMatchObject([{ id: queue }]);
  await move('101', 'Nhóm một');
  changed();
  await expect.poll(seen).toEqual(['102', '104']);
  expect(watching.board()?.queues).toEqual([]);
  const told = watching.events.length;
  const call = await customerCalls();
  engine.ends(call, 'caller');
  await telephony.settled();
  await settled(watching.socket);
  expect(JSON.stringify(watching.events.slice(told))).not.toContain(call);

  await scope('department');
  changed();
  await expect.poll(seen).toEqual(['101', '102', '104']);
  watching.socket.terminate();
});

test('who may watch no more is told nothing that happens from then on, and who may again the whole', async () => {
  const [watching, other] = [await watch(leader), await watch(hoa)];
  const permit = (permissions: string[]) =>
    app.db.inTenant(tenant, (trx) =>
      trx.updateTable('role').set({ permissions }).where('name', '=', 'Vai trò của truong-nhom').execute(),
    );
  await expect.poll(watching.wholes).toBe(1);
  await permit([]);
  app.bus.publish('rights-changed', tenant, [leader.accountId]);
  // It happens before anybody has looked up what they may.
  const call = await customerCalls();
  await expect.poll(() => other.board()?.calls).toHaveLength(1);
  await settled(watching.socket);
  expect(watching.wholes()).toBe(1);
  expect(JSON.stringify(watching.events)).not.toContain(call);
  await permit(['monitor.view']);
  app.bus.publish('rights-changed', tenant, [leader.accountId]);
  await expect.poll(watching.wholes).toBe(2);
  expect(watching.board()?.calls).toMatchObject([{ id: call, number: '090****567' }]);
  engine.ends(call, 'caller');
  for (const { socket } of [watching, other]) socket.terminate();
});

test('a bot that tries a queue is no customer of its day', async () => {
  const tried = await app.tenant('khach-thu');
  await telephony.open({ id: tried.id as TenantId, sip_domain: 'khach-thu.alo.local' }); // the row's id
  const came = (outcome: 'answered' | 'abandoned', counts: boolean) => ({
    queue_id: queue,
    outcome,
    wait_ms: outcome === 'answered' ? 4_000 : 60_000,
    counts,
  });
  const now = new Date(app.clock.now);
  await storeCall(app.db, tried.id, { started_at: now, purpose: 'test', stays: [came('abandoned', false)] });
  await storeCall(app.db, tried.id, { started_at: now, purpose: 'test', stays: [came('answered', false)] });
  await storeCall(app.db, tried.id, { started_at: now, status: 'abandoned', stays: [came('abandoned', true)] });
  const board: Board = (await tried.admin.call('GET', '/monitor')).json();
  expect(board.today).toEqual({ answered: 0, in_time: 0, abandoned: 1, abandoned_soon: 0 });
});

test('another company’s watchers are told nothing of it', async () => {
  const others = await app.tenant('cong-ty-khac');
  const watching = await watch(others.admin);
  const own = await watch(hoa);
  const call = await customerCalls();
  await expect.poll(() => own.board()?.calls).toHaveLength(1);
  await settled(watching.socket);
  expect(JSON.stringify(watching.events)).not.toContain(call);
  expect(watching.board()?.agents ?? []).toEqual([]);
  engine.ends(call, 'caller');
  for (const { socket } of [watching, own]) socket.terminate();
});

/** A console that shows the board: what it was told, and how that looks. */
async function watch(person: TestPerson) {
  const { events, socket } = await listenLive(app, person, ['monitor']);
  const board = () => {
    let shown: Board | undefined;
    for (const event of events) {
      if (event.type === 'board') shown = event.data;
      else if (event.type === 'board-changed' && shown !== undefined) shown = laidOver(shown, event.data);
    }
    return shown && inOrder(shown);
  };
  return {
    events,
    socket,
    board,
    types: () => events.map(({ type }) => type),
    /** How often all of it was told. What came of earlier calls may be told of at any time. */
    wholes: () => events.filter(({ type }) => type === 'board').length,
    agent: (extension: string) => board()?.agents.find((one) => one.extension === extension),
  };
}

function laidOver(board: Board, { gone, today, ...changed }: BoardChanges): Board {
  const merged = <Row>(rows: Row[], others: Row[], away: string[], idOf: (row: Row) => string) =>
    [...new Map([...rows, ...others].map((row) => [idOf(row), row])).values()].filter(
      (row) => !away.includes(idOf(row)),
    );
  return {
    ...board,
    agents: merged(board.agents, changed.agents, gone.agents, ({ extension }) => extension),
    calls: merged(board.calls, changed.calls, gone.calls, ({ id }) => id),
    queues: merged(board.queues, changed.queues, gone.queues, ({ id }) => id),
    today: today ?? board.today,
  };
}

/** When it was told, and in which order things stand, does not matter. */
const inOrder = ({ agents, calls, queues, level_percent, carriers, today }: Board) => ({
  level_percent,
  carriers,
  today,
  agents: agents.toSorted((a, b) => a.extension.localeCompare(b.extension)),
  calls: calls
    .map((call) => ({ ...call, carriers: call.carriers.toSorted() }))
    .toSorted((a, b) => a.id.localeCompare(b.id)),
  queues: queues.toSorted((a, b) => a.id.localeCompare(b.id)),
});
