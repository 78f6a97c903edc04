import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId, TrunkId } from '@alo/call-core';
import { serviceLevel, type WatchedBoard } from '@alo/contract';
import { ScriptedEngine } from '@alo/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { systemClock } from '../src/telephony/clock.ts';
import type { Telephony } from '../src/telephony/telephony.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { todayAtNoon } from '../testing/clock.ts';
import { testTelephony } from '../testing/telephony.ts';

/** All calls are of one day: the board, the report and the dashboard each count by days. */
const noon = todayAtNoon();
let app: TestApp;
let folder: string;
let company: TestTenant;
let tenant: TenantId;
let engine: ScriptedEngine;
let telephony: Telephony;
const trunk = newId() as TrunkId; // the row's id
const number = '+842873001234';
const queue = newId();

/** Calls come to a queue of one member, who is to answer within ten seconds; whoever gives up within five is not lost. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-muc-dich-vu-'));
  engine = new ScriptedEngine();
  engine.now = () => noon;
  app = await testApp({
    telephonyOf: (db) => {
      telephony = startCalls(db, 'data');
      // Whichever runs the calls now.
      return new Proxy(telephony, { get: (_, name) => Reflect.get(telephony, name) as unknown });
    },
  });
  app.clock.now = noon;
  company = await app.tenant('muc-dich-vu');
  tenant = company.id as TenantId; // the row's id
  await app.db.inTenant(tenant, async (trx) => {
    const [service, extension] = [newId(), newId()];
    await trx.insertInto('extension').values({ id: extension, number: '101', name: 'Máy 101' }).execute();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    await trx.insertInto('service_number').values({ id: service, number, name: 'Hỗ trợ', trunk_id: trunk }).execute();
    const level = { service_level_seconds: 10, short_abandon_seconds: 5 };
    await trx
      .insertInto('queue')
      .values({ id: queue, name: 'Hỗ trợ', strategy: 'ring-all', ring_seconds: 60, wrap_up_seconds: 0, ...level })
      .execute();
    await trx
      .insertInto('queue_member')
      .values({ id: newId(), queue_id: queue, position: 0, extension_id: extension })
      .execute();
    const leads = { destination_kind: 'queue', destination_value: queue } as const;
    await trx
      .insertInto('inbound_rule')
      .values({ id: newId(), name: 'Vào hàng đợi', service_number_id: service, ...leads })
      .execute();
  });
  await company.person('lan', [], '101');
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  engine.register(tenant, '101');
  await telephony.settled();
});

/** What runs the calls, with what it knows of them in a folder of its own. */
const startCalls = (db: TestApp['db'], data: string) =>
  testTelephony(db, {
    engine,
    // Its timers count from the moments that the engine tells.
    clock: { ...systemClock, now: () => engine.now() },
    dataFolder: join(folder, data),
  });

afterAll(async () => {
  await telephony.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** A customer calls, and so many seconds later the member answers, or the customer gives up. */
async function calls(seconds: number, then: 'answered' | 'gives up', at = noon): Promise<void> {
  engine.now = () => at;
  const call = engine.customerCalls(tenant, trunk, '0901234567', number);
  await telephony.settled();
  engine.now = () => at + seconds * 1_000;
  if (then === 'answered') engine.answers(call, '101');
  await telephony.settled();
  engine.ends(call, 'caller');
  await telephony.settled();
}

test('live board, report and dashboard say the same service level of the same calls', async () => {
  for (const seconds of [3, 10, 11]) await calls(seconds, 'answered');
  for (const seconds of [4, 5, 60]) await calls(seconds, 'gives up');
  app.clock.now = noon + 120_000;
  const read = async (path: string) => (await company.admin.call('GET', path)).json();
  const board: WatchedBoard = await read('/monitor');
  const [live] = board.queues;
  if (live === undefined) throw new Error('The board has no queue.');
  const { counts } = await read('/report/calls-by-queue');
  const { figures } = await read('/dashboard');
  expect(counts).toMatchObject({ answered: 3, in_time: 2, abandoned: 3, abandoned_soon: 1 });
  expect([
    serviceLevel({ answered: live.answered, in_time: live.in_time, lost: live.abandoned - live.abandoned_soon }),
    counts.service_level,
    figures.find(({ key }: { key: string }) => key === 'service-level').value,
  ]).toEqual([40, 40, 40]);
});

test('the day of a queue goes on where calls start anew and know nothing of it, and ends at midnight', async () => {
  const shown = async (by = company.admin) => {
    const [board, report] = [
      (await by.call('GET', '/monitor')).json() as WatchedBoard,
      (await by.call('GET', '/report/calls-by-queue')).json(),
    ];
    const { answered, in_time, abandoned, abandoned_soon } = report.counts;
    return {
      board: board.queues.map((live) => [live.answered, live.in_time, live.abandoned, live.abandoned_soon]),
      today: Object.values(board.today),
      report: [answered, in_time, abandoned, abandoned_soon],
    };
  };
  const same = (day: readonly number[]) => ({ board: [day], today: day, report: day });
  expect(await shown()).toEqual(same([3, 2, 3, 1]));
  await telephony.close();
  engine = new ScriptedEngine();
  engine.now = () => noon + 180_000;
  telephony = startCalls(app.db, 'nothing-known');
  await telephony.open({ id: tenant, sip_domain: 'x.alo.local' });
  engine.register(tenant, '101');
  await telephony.settled();
  expect(await shown()).toEqual(same([3, 2, 3, 1]));
  await calls(2, 'gives up', noon + 200_000);
  await calls(9, 'answered', noon + 220_000);
  expect(await shown()).toEqual(same([4, 3, 4, 2]));
  app.clock.now = noon + 12 * 3_600_000;
  const { board, today } = await shown(
    await company.person('ca-dem', ['monitor.view', 'history-by-department-team.view']),
  );
  expect([board, today]).toEqual([[[0, 0, 0, 0]], [0, 0, 0, 0]]);
});

test('of nobody there is none, and of several queues all callers count alike', () => {
  expect(serviceLevel({ answered: 0, in_time: 0, lost: 0 })).toBeNull();
  expect(serviceLevel({ answered: 0, in_time: 0, lost: 3 })).toBe(0);
  expect(serviceLevel({ answered: 2, in_time: 2, lost: 1 })).toBe(66.7);
});
