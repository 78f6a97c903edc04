import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, TenantId } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCustomer } from '../../../testing/stored-calls.ts';
import { testTelephony } from '../../../testing/telephony.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Telephony } from '../../telephony/telephony.ts';

/** How a conversation is written up: by the company's rules, through the API, with real call control. */
let app: TestApp;
let folder: string;
let demo: TestTenant;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
let lan: TestPerson;
const number = '+84912345678';
const [trunk, service, rule] = [newId(), newId(), newId()];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-wrap-up-'));
  engine = new ScriptedEngine();
  app = await testApp({
    telephonyOf: (db) => (telephony = testTelephony(db, { engine, dataFolder: join(folder, 'data') })),
  });
  demo = await app.tenant('sau-cuoc-goi');
  tenant = demo.id as TenantId; // the row's id
  await app.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('extension').values({ id: newId(), number: '101', name: 'Lan' }).execute();
    await trx
      .insertInto('telephony_setting')
      .values({ limits: JSON.stringify({ extension_calls_per_second: null }) })
      .execute();
    await trx
      .insertInto('trunk')
      .values({ id: trunk, name: 'Nhà mạng', host: '113.160.0.1', addresses: ['113.160.0.1'] })
      .execute();
    await trx
      .insertInto('service_number')
      .values({ id: service, number: '+842871000110', name: 'Tổng đài', trunk_id: trunk })
      .execute();
    await trx
      .insertInto('outbound_rule')
      .values({ id: rule, name: 'Ra ngoài', pattern: '09x*', extensions: ['101'] })
      .execute();
    await trx
      .insertInto('outbound_route')
      .values({ id: newId(), outbound_rule_id: rule, service_number_id: service })
      .execute();
  });
  lan = await demo.person('lan', ['customer.view', 'customer.update', 'call-history.view'], '101');
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  engine.register(tenant, '101');
  await telephony.settled();
});
afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** Lan calls the customer, who talks with her and hangs up. */
async function called(): Promise<string> {
  const request_id = randomUUID();
  await lan.call('POST', '/calls', { to: '0912345678', request_id });
  await telephony.settled();
  engine.answers(request_id as CallId, '101'); // the id of the request is that of the call
  await telephony.settled();
  engine.answers(request_id as CallId, trunk);
  await telephony.settled();
  await lan.call('POST', `/calls/${request_id}/hang-up`, {});
  await telephony.settled();
  return request_id;
}

const now = async () => {
  const { wrap_up_until: until, wrap_up_required: required } = (await lan.call('GET', '/my-queues')).json();
  return until === null ? 'ready' : required ? 'owes' : 'writes';
};
const setting = (body: object) => demo.admin.call('PUT', '/update-system-setting', body);

test('a company that wants an outcome of calls out has it before the next call: more time is given, readiness is not', async () => {
  const customer = await storeCustomer(app.db, tenant, { name: 'Trần An', e164: number });
  await called();
  expect(await now()).toBe('ready');
  expect((await setting({ wrap_up_outbound: 'required', wrap_up_outbound_seconds: 20 })).statusCode).toBe(200);
  const call = await called();
  expect(await now()).toBe('owes');
  expect((await lan.call('GET', '/my-queues')).json().wrap_up_call).toBe(call);
  const board = (await demo.admin.call('GET', '/monitor')).json();
  expect(board.agents.find(({ extension }: { extension: string }) => extension === '101').state).toBe('wrapping-up');
  const early = await lan.call('POST', '/queue/ready', {});
  expect([early.statusCode, early.json().message]).toEqual([409, 'Hãy lưu kết quả cuộc gọi vừa rồi']);
  expect((await lan.call('POST', '/queue/wrap-up-longer', {})).statusCode).toBe(200);
  const kept = await lan.call('POST', `/customer/${customer}/disposition`, { outcome: 'agreed' });
  expect([kept.statusCode, kept.json().disposition.call_id, await now()]).toEqual([200, call, 'ready']);
  expect((await lan.call('POST', '/queue/wrap-up-longer', {})).statusCode).toBe(409);
});

test('who is thought to owe what they kept, for the calls were away just then, says it again and is ready', async () => {
  await setting({ wrap_up_outbound: 'required', wrap_up_outbound_seconds: 20 });
  const call = await called();
  const id = newId();
  await app.db.inTenant(tenant, (trx) =>
    trx.insertInto('disposition').values({ id, outcome: 'agreed', call_id: call, created_by: lan.accountId }).execute(),
  );
  expect(await now()).toBe('owes');
  const again = await lan.call('PUT', `/disposition/${id}`, { outcome: 'agreed', note: 'đã chốt', version: 1 });
  expect([again.statusCode, await now()]).toEqual([200, 'ready']);
});

test('time that is optional ends as one says that one is ready', async () => {
  await setting({ wrap_up_outbound: 'optional', wrap_up_outbound_seconds: 600 });
  await called();
  expect(await now()).toBe('writes');
  expect((await lan.call('POST', '/queue/ready', {})).statusCode).toBe(200);
  expect(await now()).toBe('ready');
  await setting({ wrap_up_outbound: 'off' });
  await called();
  expect(await now()).toBe('ready');
});

test('who may not say what came of calls owes it to nobody', async () => {
  await app.db.inTenant(tenant, (trx) =>
    trx.insertInto('extension').values({ id: newId(), number: '102', name: 'Minh' }).execute(),
  );
  await demo.person('minh', [], '102');
  await telephony.configChanged(tenant);
  const plan = telephony.boardOf(tenant)?.plan;
  expect(['101', '102'].map((extension) => plan?.extensions[extension]?.keepsOutcomes)).toEqual([undefined, false]);
});
