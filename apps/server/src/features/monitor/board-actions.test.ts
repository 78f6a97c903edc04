import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, TenantId, TrunkId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { testTelephony } from '../../../testing/telephony.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Telephony } from '../../telephony/telephony.ts';

let app: TestApp;
let folder: string;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let hoa: TestPerson;
let leader: TestPerson;
let lan: TestPerson;
let minh: TestPerson;
const trunk = newId() as TrunkId; // the row's id
const number = '+842873001234';
const [sales, support] = [newId(), newId()];

/** Customers come to a queue of 101; another one is of 102. Hoa sees everybody, the leader a team without them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-board-actions-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const company = await app.tenant('san-lam-viec');
  tenant = company.id as TenantId; // the row's id
  const extensions = ['101', '102', '103', '104'].map((one) => ({ id: newId(), number: one, name: `Máy ${one}` }));
  await app.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('extension').values(extensions).execute();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    const service = newId();
    await trx.insertInto('service_number').values({ id: service, number, name: 'Hotline', trunk_id: trunk }).execute();
    const queue = (id: string, name: string) => ({ id, name, strategy: 'ring-all', ring_seconds: 20 }) as const;
    await trx
      .insertInto('queue')
      .values([queue(sales, 'Bán hàng'), queue(support, 'Hỗ trợ')])
      .execute();
    const member = (queue_id: string, of: number) => ({
      id: newId(),
      queue_id,
      position: 0,
      extension_id: extensions[of]?.id ?? '',
    });
    await trx
      .insertInto('queue_member')
      .values([member(sales, 0), member(support, 1)])
      .execute();
    const leads = { destination_kind: 'queue', destination_value: sales } as const;
    await trx
      .insertInto('inbound_rule')
      .values({ id: newId(), name: 'Vào hàng đợi', service_number_id: service, ...leads })
      .execute();
  });
  lan = await company.person('lan', [], '101');
  minh = await company.person('minh', [], '102');
  const rights = ['monitor.view', 'monitor.status', 'monitor.sign-out', 'monitor.move'] as const;
  hoa = await company.person('hoa', rights, '103');
  leader = await company.person('truong-nhom', rights, '104');
  await app.db.inTenant(tenant, async (trx) => {
    const [department, team] = [newId(), newId()];
    await trx.insertInto('department').values({ id: department, name: 'Khác', branch_id: null }).execute();
    await trx.insertInto('team').values({ id: team, name: 'Khác', department_id: department }).execute();
    await trx.updateTable('account').set({ team_id: team }).where('extension', '=', '104').execute();
    const scope = (name: string, to: 'all' | 'team') =>
      trx.updateTable('role').set({ scope: to }).where('name', '=', `Vai trò của ${name}`).execute();
    await scope('hoa', 'all');
    await scope('truong-nhom', 'team');
  });
  app.bus.publish('rights-changed', tenant, [hoa.accountId, leader.accountId]);
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

async function customerCalls(): Promise<CallId> {
  const call = engine.customerCalls(tenant, trunk, '0901234567', number, '');
  await telephony.settled();
  return call;
}

const agentNow = async (extension: string) => {
  const { agents } = (await hoa.call('GET', '/monitor')).json();
  return agents.find((one: { extension: string }) => one.extension === extension);
};
const callNow = async (id: string) => {
  const { calls } = (await hoa.call('GET', '/monitor')).json();
  return calls.find((one: { id: string }) => one.id === id);
};
const trailOf = (subject: string) =>
  app.db.inTenant(tenant, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', subject)
      .where('action', 'in', ['set-status', 'sign-out', 'move-call'])
      .select(['action', 'account_id', 'after'])
      .orderBy('id')
      .execute(),
  );

test('somebody’s status is set: the board, the calls and they themselves hear at once, and by whom', async () => {
  const told = await listenLive(app, lan, ['me']);
  const set = await hoa.call('PUT', '/monitor/agents/101/status', { status: 2, reason: 'Họp' });
  expect(set.json()).toMatchObject({ status_activity: 2, status_reason: 'Họp' });
  await expect.poll(() => told.events.map(({ type }) => type)).toContain('me-changed');
  const me = async () => (await lan.call('GET', '/me')).json();
  expect(await me()).toMatchObject({ status_activity: 2, status_reason: 'Họp', status_by: 'hoa' });
  expect(await agentNow('101')).toMatchObject({ state: 'paused', note: 'Họp' });
  // No call of the queue rings at who is on a break.
  const call = await customerCalls();
  expect(await agentNow('101')).toMatchObject({ state: 'paused' });
  await hoa.call('PUT', '/monitor/agents/101/status', { status: 1 });
  await telephony.settled();
  expect(await agentNow('101')).toMatchObject({ state: 'ringing' });
  engine.ends(call, 'caller');
  expect(await trailOf(lan.accountId)).toMatchObject([
    { action: 'set-status', account_id: hoa.accountId, after: { name: 'lan', status: 2, reason: 'Họp' } },
    { action: 'set-status', account_id: hoa.accountId, after: { status: 1 } },
  ]);
  await lan.call('PUT', '/update-activity-status', { status: 1 });
  expect(await me()).toMatchObject({ status_by: '' });
  told.socket.terminate();
});

test('nobody does anything to people and calls whom they do not see, or without the right', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await telephony.settled();
  const move = { agent: '101', to: { number: '102' } };
  const asked = async (by: TestPerson) =>
    [
      await by.call('PUT', '/monitor/agents/101/status', { status: 2 }),
      await by.call('POST', '/monitor/agents/101/sign-out'),
      await by.call('POST', `/monitor/calls/${call}/move`, move),
    ].map(({ statusCode }) => statusCode);
  expect(await asked(minh)).toEqual([403, 403, 403]);
  expect(await asked(leader)).toEqual([404, 404, 404]);
  expect((await agentNow('101')).state).toBe('talking');
  const nowhere = await hoa.call('POST', `/monitor/calls/${call}/move`, { agent: '101' });
  expect(nowhere.json().fields).toEqual({ to: 'Chọn nơi chuyển tới: một người, một số hoặc một hàng đợi' });
  engine.ends(call, 'caller');
});

test('a conversation is moved: who had it is told by whom and where to, who gets it hears who sent it', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await telephony.settled();
  const refused = await hoa.call('POST', `/monitor/calls/${call}/move`, { agent: '101', to: { number: '199' } });
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Số không tồn tại']);
  const moved = await hoa.call('POST', `/monitor/calls/${call}/move`, { agent: '101', to: { number: '102' } });
  expect([moved.statusCode, moved.json()]).toEqual([200, { call_id: call, slot: null }]);
  await telephony.settled();
  const { data, taken_over: taken } = (await lan.call('GET', '/my-calls')).json();
  expect([data, taken]).toMatchObject([[], { call_id: call, by: 'hoa', to: 'minh · 102' }]);
  expect((await minh.call('GET', '/my-calls')).json().ringing).toMatchObject([
    { id: call, handed_over: { by: 'hoa' } },
  ]);
  expect(await trailOf(call)).toMatchObject([
    { action: 'move-call', after: { agent: '101', to: '199' } },
    { action: 'move-call', account_id: hoa.accountId, after: { agent: '101', to: '102' } },
  ]);
  engine.ends(call, 'caller');
});

test('who waits is moved to another queue, and stays where nobody could take them', async () => {
  const call = await customerCalls();
  expect(await callNow(call)).toMatchObject({ waits: true, queue: { name: 'Bán hàng' } });
  const move = (to: object) => hoa.call('POST', `/monitor/calls/${call}/move`, { to });
  engine.register(tenant, '102', 0);
  expect((await move({ number: '102' })).json().message).toBe('Máy nhánh 102: điện thoại chưa đăng ký');
  engine.register(tenant, '102');
  expect((await move({ queue: support })).statusCode).toBe(200);
  await telephony.settled();
  await expect
    .poll(() => callNow(call))
    .toMatchObject({ waits: true, queue: { name: 'Hỗ trợ' }, agents: [{ extension: '102' }] });
  expect((await move({ queue: newId() })).json().fields).toEqual({ to: 'Hàng đợi này không còn nữa' });
  expect((await trailOf(call)).at(-1)).toMatchObject({ after: { agent: '', to: 'Hỗ trợ' } });
  engine.ends(call, 'caller');
});

test('somebody is signed out everywhere, and told by whom', async () => {
  const told = await listenLive(app, minh, ['me']);
  expect((await hoa.call('POST', '/monitor/agents/102/sign-out')).json()).toEqual({ ended: 1 });
  await expect.poll(() => told.events.find(({ type }) => type === 'session-ended')?.data).toEqual({ by: 'hoa' });
  expect((await minh.call('GET', '/me')).statusCode).toBe(401);
  expect(await trailOf(minh.accountId)).toMatchObject([{ action: 'sign-out', account_id: hoa.accountId }]);
});
