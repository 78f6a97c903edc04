import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { leaseStore } from '../../telephony/lease/lease-store.ts';
import { nodeStore } from '../../telephony/placement/node-store.ts';

let app: TestApp;
let operators: TestTenant;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  demo = await app.tenant('demo', []);
  await makeOperator(app, operators);
});
afterAll(() => app.close());

async function begin(name: string) {
  const leases = leaseStore(app.db);
  const begun = await leases.begin({ holder: name, place: name }, 600_000);
  if (!('epoch' in begun)) throw new Error(`${name} lives already.`);
  await nodeStore(app.db).enter({ holder: name, name, sip: `${name}:5060`, ws: '', capacity: 200 });
  const claim = { holder: name, epoch: begun.epoch };
  return { claim, leases, dies: () => leases.end(claim) };
}

const named = async (name: string) => {
  const { data } = (await operators.admin.call('GET', '//admin/nodes')).json();
  return data.find((node: { name: string }) => node.name === name);
};

test('an operator sees what each machine has, and until when one was there that is silent', async () => {
  const one = await begin('may-1');
  await one.leases.claim(demo.id, one.claim);
  await storeCall(app.db, demo.id, { status: 'in_progress', ended_at: null });
  expect(await named('may-1')).toEqual({
    name: 'may-1',
    state: 'up',
    silent_since: null,
    weight: 100,
    capacity: 200,
    sip: 'may-1:5060',
    ws: '',
    companies: 1,
    calls: 1,
  });
  await one.dies();
  expect(await named('may-1')).toMatchObject({ silent_since: expect.stringMatching(/^20/), companies: 1 });
});

test('a machine is emptied, takes companies again and gets another share, and the operators’ trail says who did it', async () => {
  await begin('may-2');
  const change = async (body: object) => {
    const { statusCode } = await operators.admin.call('PUT', '//admin/node', { name: 'may-2', ...body });
    const { state, weight } = await named('may-2');
    return [statusCode, state, weight];
  };
  expect(await change({ state: 'draining' })).toEqual([200, 'draining', 100]);
  expect(await change({ state: 'up', weight: 50 })).toEqual([200, 'up', 50]);
  expect((await change({ weight: 1_001 }))[0]).toBe(422);
  expect((await operators.admin.call('PUT', '//admin/node', { name: 'không có', weight: 5 })).statusCode).toBe(404);
  const trail = (await operators.admin.call('GET', '/activity-user-tenant?subject=node')).json().data;
  expect(trail).toMatchObject([
    { action: 'update', subject_id: 'may-2', account_name: 'admin' },
    { action: 'update', subject_id: 'may-2', account_name: 'admin' },
  ]);
});

test('a machine that never comes back is forgotten, and one that lives is not', async () => {
  const three = await begin('may-3');
  const forget = async () => (await operators.admin.call('POST', '//admin/node/gone', { name: 'may-3' })).statusCode;
  expect(await forget()).toBe(409);
  await three.dies();
  expect([await forget(), await named('may-3'), await forget()]).toEqual([200, undefined, 404]);
  // It comes after all: it is a machine like the others, and nothing of its earlier life is believed.
  const again = await begin('may-3');
  expect(again.claim.epoch).toBeGreaterThan(three.claim.epoch);
  expect(await named('may-3')).toMatchObject({ silent_since: null });
});

test('nobody else is told that there is such a thing', async () => {
  const clerk = await operators.person('nguoi-thuong', ['setting.view']);
  for (const person of [demo.admin, clerk]) {
    expect((await person.call('GET', '//admin/nodes')).statusCode).toBe(404);
    expect((await person.call('PUT', '//admin/node', { name: 'may-2', state: 'draining' })).statusCode).toBe(404);
  }
});
