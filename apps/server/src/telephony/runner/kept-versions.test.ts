import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallId, getFrom, type Menu, type RoutingPlan } from '@alo/call-core';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRunner } from '../../../testing/call-runner.ts';
import { migratedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';

const troubles: object[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void troubles.push(fields) };
let database: Awaited<ReturnType<typeof migratedTestDatabase>>;

beforeAll(async () => {
  database = await migratedTestDatabase();
});
afterAll(() => database.close());

/** The menu that the hotline leads to, whose one key rings somebody. */
function menuTo(plan: RoutingPlan, extension: string): RoutingPlan {
  const main: Menu = {
    name: 'Chính',
    prompt: [`${extension}.wav`],
    invalidPrompt: [],
    timeoutPrompt: [],
    directDialling: false,
    keys: { 1: { kind: 'direct', extension } },
    digitSeconds: 2,
    waitSeconds: 5,
    tries: 2,
    invalid: null,
    timeout: null,
  };
  const inboundRules = plan.inboundRules.map((rule) => ({
    ...rule,
    destination: { kind: 'ivr', menu: 'main' } as const,
  }));
  return { ...plan, inboundRules, menus: { main } };
}

test('who stands in a menu goes the old way though the routing was saved, and the server killed before, between and after', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-versions-'));
  const office = await openTestOffice(database.db, 'kept-versions');
  const { plan } = await loadTelephonyConfig(database.db.inTenant, office.tenant);
  const engine = new ScriptedEngine();
  const start = async (now: RoutingPlan) => {
    const runner = await testRunner({ tenant: office.tenant, engine, db: database.db, plan: now, log, folder });
    engine.onEvent((_, event, receipt) => runner.take(event, receipt));
    await runner.settled();
    return runner;
  };
  const [first, second, third] = [menuTo(plan, '101'), menuTo(plan, '102'), menuTo(plan, '103')];
  let runner = await start(first);
  for (const extension of ['101', '102']) engine.register(office.tenant, extension);
  const calls = async (number: string): Promise<CallId> => {
    const call = engine.customerCalls(office.tenant, office.trunk, number, office.number);
    await runner.settled();
    return call;
  };
  const presses = async (call: CallId) => {
    engine.performed.length = 0;
    engine.on(call, 'caller', { type: 'digit', digit: '1' });
    await runner.settled();
    return engine.performed.filter((order) => order.startsWith('dial'));
  };

  const oldest = await calls('0901234501');
  runner.take({ type: 'plan-changed', plan: second, at: Date.now() });
  await runner.settled();
  const middle = await calls('0901234502');
  // By the events of its journal, then by a snapshot alone; what is read anew is held once, and counts as nothing new.
  for (const saved of [second, structuredClone(second), third]) {
    await runner.close();
    runner = await start(saved);
    expect(runner.board.versions.size).toBe(2);
  }
  const kept = getFrom(runner.board.versions, '1')?.kept;
  expect(kept?.groups).toBe(runner.board.plan.groups);
  expect(kept?.menus).toEqual(first.menus);
  expect(await presses(oldest)).toEqual(['dial 101']);
  expect(await presses(middle)).toEqual(['dial 102']);
  for (const call of [oldest, middle]) engine.ends(call, 'caller');
  await runner.settled();
  expect(runner.board.versions.size).toBe(0);
  await runner.close();
  await rm(folder, { recursive: true });
  expect(troubles).toEqual([]);
});
