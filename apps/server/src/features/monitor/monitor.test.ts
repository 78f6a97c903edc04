import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, TenantId, TrunkId } from '@alo/call-core';
import type { monitor, ResultOf } from '@alo/contract';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { newId } from '../../kernel/new-id.ts';
import { createTelephony, type Telephony } from '../../telephony/telephony.ts';
import { telephonyStore } from '../../telephony/telephony-store.ts';
import { testSealer } from '../../telephony/test-sealer.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../test-app.ts';
import { storeCustomer } from '../../test-calls.ts';
import { listenLive } from '../../test-listener.ts';

let app: TestApp;
let folder: string;
let company: TestTenant;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let hoa: TestPerson;
let leader: TestPerson;
let minh: TestPerson;
let trunk: TrunkId;
const number = '+842873001234';
const queue = newId();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Calls come to a queue whose only member is 101, who is in the first team; 102 is in the second one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-monitor-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => {
      telephony = createTelephony({
        ...{ engine, store: telephonyStore(db), holder: 'monitor', log, sealer: testSealer },
        dataFolder: join(folder, 'data'),
        measure: () => Promise.resolve(null),
        secretsOf: () => Promise.resolve([]),
      });
      return telephony;
    },
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  company = await app.tenant('giam-sat');
  tenant = company.id as TenantId; // the row's id
  trunk = newId() as TrunkId; // the row's id
  const extensions = ['101', '102', '103', '104'].map((one) => ({ id: newId(), number: one, name: `Máy ${one}` }));
  await app.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('extension').values(extensions).execute();
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: 'Nhà mạng', host: '203.0.113.9', addresses: ['203.0.113.9'] })
      .execute();
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
  await company.person('lan', [], '101');
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
afterEach(() => telephony.settled());
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

type Board = ResultOf<typeof monitor>;
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
      ...{ id: call, direction: 'inbound', name: 'Phạm Thị Hoa', number: customer, stage: 'ringing' },
      ...{ doing: 'Chờ trong hàng đợi “Hỗ trợ”', dialled: '02873001234', dialled_name: 'Hỗ trợ' },
      queue: { id: queue, name: 'Hỗ trợ' },
      agents: [{ extension: '101', name: 'lan', state: 'ringing' }],
    },
  ]);
  expect(ringing.queues).toMatchObject([{ id: queue, waiting: 1, ready: 0, busy: 1, level_seconds: 20 }]);
  expect(ringing.queues[0]?.longest_since).not.toBeNull();
  expect(agentOn(ringing, '101')).toMatchObject({
    ...{ name: 'lan', state: 'ringing', team: { name: 'Nhóm một' }, department: { name: 'Chăm sóc' } },
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

test('it takes the permission and the company’s licence', async () => {
  expect((await minh.call('GET', '/monitor')).json()).toMatchObject({ code: 'forbidden' });
  const without = await app.tenant('khong-giam-sat', []);
  expect((await without.admin.call('GET', '/monitor')).json()).toMatchObject({ code: 'not_licensed' });
  expect((await without.admin.call('POST', `/calls/${newId()}/listen`, { agent: '1' })).json()).toMatchObject({
    code: 'not_licensed',
  });
});

test('whoever watches is told that something happened, and nobody else', async () => {
  const [watching, other] = [await listenLive(app, hoa, ['monitor']), await listenLive(app, minh, ['monitor'])];
  const call = await customerCalls();
  await expect.poll(() => watching.events.length).toBeGreaterThan(0);
  expect(watching.events[0]).toMatchObject({ topic: 'monitor', type: 'board-changed', data: {} });
  expect(other.events).toEqual([]);
  engine.ends(call, 'caller');
  watching.socket.terminate();
  other.socket.terminate();
});
