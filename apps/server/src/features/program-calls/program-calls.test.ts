import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallId, getFrom, type TenantId } from '@alo/call-core';
import type { Permission } from '@alo/contract';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { dropOperator, makeOperator } from '../../../testing/operator-company.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';
import { testTelephony } from '../../../testing/telephony.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Telephony } from '../../telephony/telephony.ts';

const rights = ['create', 'update', 'move', 'hang-up', 'listen'].map(
  (action) => `program-calls.${action}` as Permission,
);

let app: TestApp;
let demo: TestTenant;
let folder: string;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let lan: TestPerson;
let secret: string;
let trunk: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-program-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  demo = await app.tenant('chuong-trinh');
  tenant = demo.id as TenantId; // the row's id
  await app.db.inTenant(tenant, async (trx) => {
    const extension = (number: string) => ({ id: newId(), number, name: `Máy ${number}` });
    await trx.insertInto('extension').values(['101', '102', '103'].map(extension)).execute();
    const limits = JSON.stringify({ extension_calls_per_second: null });
    await trx.insertInto('telephony_setting').values({ limits }).execute();
    const [number, rule] = [newId(), newId()];
    trunk = newId();
    const address = '113.160.0.9';
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: 'Nhà mạng', host: address, addresses: [address] })
      .execute();
    const service = { id: number, number: '+842871000111', name: 'Tổng đài', trunk_id: trunk };
    await trx.insertInto('service_number').values(service).execute();
    await trx.insertInto('outbound_rule').values({ id: rule, name: 'Ra ngoài', pattern: '09x*' }).execute();
    const route = { id: newId(), outbound_rule_id: rule, service_number_id: number };
    await trx.insertInto('outbound_route').values(route).execute();
  });
  lan = await demo.person('lan', [], '101');
  await demo.person('minh', ['monitor.listen'], '102');
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  for (const number of ['101', '102', '103']) engine.register(tenant, number);
  await telephony.settled();
  secret = await keyOf(demo.admin, rights);
});
afterEach(() => telephony.settled());
afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

async function keyOf(by: TestPerson, scopes: readonly Permission[], more: object = {}): Promise<string> {
  const { id } = (await by.call('POST', '/api-key', { name: `khoá ${randomUUID()}`, scopes, ...more })).json();
  return (await by.call('POST', `/api-key/${id}/secret`)).json().secret;
}

const ask = (path: string, payload: object, { key = secret, headers = {} } = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/api/chuong-trinh/program${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload,
  });
const boardCall = (id: string) => getFrom(telephony.boardOf(tenant)?.calls ?? { size: 0, root: null }, id);
const legOf = (id: string, party: string) =>
  boardCall(id)?.legs.find(
    (leg) => (leg.party.kind === 'extension' ? leg.party.extension : leg.party.number) === party,
  );

async function placed(body: object): Promise<CallId> {
  const answer = await ask('/calls', body);
  expect(answer.json()).toMatchObject({ call_id: expect.any(String) });
  await telephony.settled();
  return answer.json().call_id;
}

/** Lan talks with a customer, as the program asked. */
async function talked(number: string): Promise<CallId> {
  const call = await placed({ agent: '101', to: number });
  engine.answers(call, '101');
  await telephony.settled();
  engine.answers(call, trunk);
  await telephony.settled();
  return call;
}

test('a program calls a customer for somebody: their phone rings first, and asking again with one key calls nobody twice', async () => {
  const headers = { 'idempotency-key': `don-${randomUUID()}` };
  const body = { agent: '101', to: '0901 234 567' };
  const [first, again] = [await ask('/calls', body, { headers }), await ask('/calls', body, { headers })];
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');
  const { call_id: call } = first.json();
  await telephony.settled();
  expect(boardCall(call)).toMatchObject({ direction: 'outbound', dialled: '0901234567', stage: 'open' });
  expect(legOf(call, '101')).toMatchObject({ side: 'dialled' });
  expect(legOf(call, '+84901234567')).toBeUndefined();
  engine.answers(call, '101');
  await telephony.settled();
  expect(legOf(call, '+84901234567')).toMatchObject({ side: 'dialled' });
  expect((await ask(`/calls/${call}/hang-up`, {})).json()).toMatchObject({ call_id: call });
  await telephony.settled();
  expect(boardCall(call)?.stage ?? 'ended').not.toBe('open');
  const trail = await app.db.inTenant(tenant, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', call).select(['action', 'account_id']).orderBy('at').execute(),
  );
  expect(trail.map(({ action }) => action)).toEqual(['program-call', 'program-hang-up']);
  expect(new Set(trail.map(({ account_id: by }) => by)).has(lan.accountId)).toBe(false);
});

test('a program holds, presses keys, has somebody listen, parks and sends on what an agent talks', async () => {
  const call = await talked('0901234568');
  expect((await ask(`/calls/${call}/hold`, { agent: '101', on: true })).statusCode).toBe(200);
  await telephony.settled();
  expect(legOf(call, '101')?.holds).toBe(true);
  await ask(`/calls/${call}/hold`, { agent: '101', on: false });
  expect((await ask(`/calls/${call}/keys`, { agent: '101', digits: '12#' })).statusCode).toBe(200);
  expect((await ask(`/calls/${call}/listen`, { agent: '101', supervisor: '103' })).statusCode).toBe(422);
  const listens = await ask(`/calls/${call}/listen`, { agent: '101', supervisor: '102' });
  expect(listens.json()).toMatchObject({ call_id: call });
  await telephony.settled();
  expect(legOf(call, '102')?.state).toBe('new');
  expect((await ask(`/calls/${call}/park`, { agent: '101' })).json()).toMatchObject({ slot: expect.any(String) });
  await telephony.settled();
  const other = await talked('0901234569');
  const sent = await ask(`/calls/${other}/transfer`, { agent: '101', to: '102' });
  expect(sent.json()).toMatchObject({ call_id: other });
  await telephony.settled();
  expect(boardCall(other)?.trace.map(({ text }) => text)).toContain('Máy nhánh 101 chuyển cuộc gọi');
  for (const one of [call, other]) await ask(`/calls/${one}/hang-up`, {});
});

test('a program connects two numbers outside, by the rules that are for everybody', async () => {
  const answer = await ask('/calls/between', { from: '0901234570', to: '0901234571' });
  const { call_id: call } = answer.json();
  await telephony.settled();
  expect(legOf(call, '+84901234570')).toMatchObject({ side: 'dialled' });
  engine.answers(call, trunk);
  await telephony.settled();
  expect(legOf(call, '+84901234571')).toMatchObject({ side: 'dialled' });
  await ask(`/calls/${call}/hang-up`, {});
  const refused = await ask('/calls/between', { from: '0901234570', to: '101' });
  expect(refused.json()).toMatchObject({ code: 'invalid_input', fields: { to: 'Hãy nhập một số bên ngoài' } });
  expect((await ask('/calls/between', { from: '0812345670', to: '0901234571' })).json().code).toBe('call_refused');
  const foreign = { from: '0901234570', to: '0901234571', showing: '0287999999' };
  expect((await ask('/calls/between', foreign)).json().fields).toHaveProperty('showing');

  // Where somebody runs the installation for others, a number is shown once it is proven.
  const operators = await app.tenant('van-hanh');
  await makeOperator(app, operators);
  const unproven = { from: '0901234570', to: '0901234571', showing: '02871000111' };
  expect((await ask('/calls/between', unproven)).json().fields).toEqual({
    showing: 'Đầu số này chưa được xác minh là của công ty',
  });
  await dropOperator(app, operators);
});

test('a program may what its key says, with the calls of whom its person sees, and no more than they may', async () => {
  const weak = await keyOf(demo.admin, ['program-calls.create']);
  const call = await placed({ agent: '101', to: '102' });
  expect((await ask(`/calls/${call}/hang-up`, {}, { key: weak })).statusCode).toBe(403);
  expect((await ask('/calls', { agent: '999', to: '102' })).json().fields).toHaveProperty('agent');
  expect((await ask(`/calls/${randomUUID()}/hold`, { agent: '101', on: true })).statusCode).toBe(404);
  // What is theirs alone is asked of them.
  expect((await ask(`/calls/${call}/hold`, { agent: '103', on: true })).json().fields).toHaveProperty('agent');
  expect((await ask(`/calls/${call}/hold`, { agent: '102', on: true })).json().code).toBe('call_refused');
  const hung = await demo.person('hung', ['api-keys.create', 'api-keys.update', ...rights], '103');
  await app.db.inTenant(tenant, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của hung').execute(),
  );
  const own = await keyOf(hung, rights);
  expect((await ask(`/calls/${call}/hang-up`, {}, { key: own })).statusCode).toBe(404);
  expect((await ask('/calls', { agent: '101', to: '102' }, { key: own })).json().fields).toHaveProperty('agent');
  await ask(`/calls/${call}/hang-up`, {});
  expect((await ask('/calls', { agent: '101', to: 'abc' })).json().fields).toHaveProperty('to');
  // Numbers that the company may not call are refused in words.
  expect((await ask('/calls', { agent: '101', to: '0812345678' })).json()).toMatchObject({ code: 'call_refused' });
});

test('who refuses advertising is called by a program only where its key may say that it is for something else', async () => {
  const customer = await storeCustomer(app.db, tenant, { name: 'Chị Hoa', e164: '+84901234599' });
  await app.db.inTenant(tenant, (trx) =>
    trx.updateTable('customer').set({ do_not_call: true }).where('id', '=', customer).execute(),
  );
  const body = { agent: '101', to: customer };
  expect((await ask('/calls', body)).json()).toMatchObject({ code: 'refuses_advertising', current: { may: false } });
  const may = await keyOf(demo.admin, [...rights, 'customer.call-anyway']);
  expect((await ask('/calls', body, { key: may })).json()).toMatchObject({ current: { may: true } });
  const called = await ask('/calls', { ...body, anyway: true }, { key: may });
  expect(called.json()).toMatchObject({ call_id: expect.any(String) });
  await ask(`/calls/${called.json().call_id}/hang-up`, {});
});

test('a program that is tried out calls bots in the place of customers, and has no part in calls of people', async () => {
  const wanted = { name: 'CRM thử', sandbox: true, scopes: [...rights, 'customer.update', 'messages.create'] };
  const refused = (await demo.admin.call('POST', '/api-key', wanted)).json();
  expect(refused.fields.scopes).toContain('Khách hàng: Sửa; Tin nhắn cho khách: Gửi tin');
  const key = await keyOf(demo.admin, [...rights, 'customer.view', 'voice-otp.create'], { sandbox: true });
  const asTried = (path: string, payload: object) => ask(path, payload, { key });

  const peoples = await talked('0901234575');
  expect((await asTried(`/calls/${peoples}/hold`, { agent: '101', on: true })).statusCode).toBe(404);
  expect((await asTried(`/calls/${peoples}/hang-up`, {})).statusCode).toBe(404);
  await ask(`/calls/${peoples}/hang-up`, {});
  await telephony.settled();

  engine.performed.length = 0;
  const { call_id: call } = (await asTried('/calls', { agent: '101', to: '0901234576' })).json();
  await telephony.settled();
  engine.answers(call, '101');
  await telephony.settled();
  expect(engine.performed).toContain(`dial ${trunk} for a bot`);
  engine.answers(call, trunk);
  await telephony.settled();
  expect(boardCall(call)).toMatchObject({ purpose: 'test', toBots: true });
  expect((await asTried(`/calls/${call}/hold`, { agent: '101', on: true })).statusCode).toBe(200);
  await asTried(`/calls/${call}/hang-up`, {});
  await telephony.settled();

  engine.performed.length = 0;
  const between = (await asTried('/calls/between', { from: '0901234577', to: '0901234578' })).json();
  await telephony.settled();
  engine.answers(between.call_id, trunk);
  await telephony.settled();
  expect(engine.performed.filter((done) => done.startsWith('dial'))).toEqual(Array(2).fill(`dial ${trunk} for a bot`));
  await ask(`/calls/${between.call_id}/hang-up`, {});
  await telephony.settled();
});
