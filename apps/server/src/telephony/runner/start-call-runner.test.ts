import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type CallId,
  type EngineEvent,
  getFrom,
  queueMember,
  queuePlan,
  type RoutingPlan,
  valuesOf,
} from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';
import { ScriptedEngine } from '@alo/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { virtualTime } from '../../../simulator/virtual-time.ts';
import { testRunner } from '../../../testing/call-runner.ts';
import { migratedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice, type TestOffice } from '../../../testing/small-company.ts';
import { openDatabase } from '../../db/database.ts';
import { systemClock } from '../clock.ts';
import { type Disk, localDisk } from '../disk.ts';
import { recordingPath } from '../recording-file.ts';
import { loadTelephonyConfig } from '../routing-plan.ts';
import type { CallRunner } from './call-runner.ts';

const customer = '0901234567';
/** Of busy machines nothing is asked that a clock decides. */
const patient = { timeout: 10_000 };
const troubles: object[] = [];
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void warnings.push(message),
  error: (fields: object) => void troubles.push(fields),
};

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let owner: pg.Client;
let folder: string;
let office: TestOffice;
let plan: RoutingPlan;
let engine: ScriptedEngine;
let runner: CallRunner;
let clock: number;
let offices = 0;
/** What those who show calls were told of. */
let changes: { readonly calls: readonly CallId[] }[] = [];

beforeAll(async () => {
  database = await migratedTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-calls-'));
  offices++;
  office = await openTestOffice(database.db, `vp-${offices}`);
  ({ plan } = await loadTelephonyConfig(database.db.inTenant, office.tenant));
  clock = Date.UTC(2026, 10, 20, 3);
  changes = [];
  engine = new ScriptedEngine();
  engine.now = () => clock;
  runner = await start();
  engine.onEvent((_, event, receipt) => runner.take(event, receipt));
  for (const extension of ['101', '102']) engine.register(office.tenant, extension);
  await runner.settled();
});
afterEach(async () => {
  await runner.close();
  await rm(folder, { recursive: true });
  if (troubles.length > 0) throw new Error(`Logged as errors: ${JSON.stringify(troubles.splice(0))}`);
});

type Parts = Partial<Parameters<typeof testRunner>[0]>;

function start(parts: Parts = {}): Promise<CallRunner> {
  const onChanged: Parts['onChanged'] = (changed) => void changes.push(changed);
  return testRunner({
    tenant: office.tenant,
    engine,
    db: database.db,
    plan,
    log,
    folder,
    now: () => clock,
    onChanged,
    ...parts,
  });
}

function hearEngine(taking: CallRunner): void {
  engine.onEvent((_, event, receipt) => taking.take(event, receipt));
}

async function customerCalls(number = customer): Promise<CallId> {
  const call = engine.customerCalls(office.tenant, office.trunk, number, office.number);
  await runner.settled();
  return call;
}

/** The clock moves, and what was said so far is acted on. */
async function pass(seconds: number): Promise<void> {
  await runner.settled();
  clock += seconds * 1000;
}

/** Somebody sends the customer on to a colleague, who answers. */
async function transfers(call: CallId, by: string, to: string): Promise<void> {
  const what = { kind: 'transfer', call, to } as const;
  await runner.request({ type: 'requested', id: `transfer-${to}`, by, what, at: clock });
  await runner.settled();
  engine.answers(call, to);
}

/** Until when calls are noted to have gone on. */
const notedUntil = async () => Number(await readFile(join(folder, 'journal', 'alive'), 'utf8'));

const rows = async (table: 'call' | 'leg' | 'recording' | 'call_event' | 'call_segment', order = 'started_at') =>
  (await owner.query(`select * from ${table} where tenant_id = $1 order by ${order}`, [office.tenant])).rows;

describe('the history', () => {
  test('has one exact row for a call that a group answers, with its legs, events and recording', async () => {
    const call = await customerCalls();
    engine.rings(call, '101');
    engine.rings(call, '102');
    await pass(6);
    expect((await rows('call'))[0]).toMatchObject({ status: 'in_progress', stage: 'ringing', ended_at: null });
    engine.answers(call, '102');
    await pass(62);
    engine.ends(call, 'caller');
    await runner.settled();
    expect(await rows('call')).toEqual([
      {
        tenant_id: office.tenant,
        id: call,
        started_at: new Date(clock - 68_000),
        revision: expect.any(String),
        direction: 'inbound',
        status: 'answered',
        stage: 'ended',
        answered_at: new Date(clock - 62_000),
        ended_at: new Date(clock),
        dialled: office.number,
        service_number: `+84${office.number.slice(1)}`,
        outside_number: '+84901234567',
        from_extension: '',
        to_extension: '102',
        agent_extension: '102',
        broken: '',
        name_prefix: '',
        outcome: '',
        blocked: '',
        led_by: [expect.any(String)],
        trunk_id: office.trunk,
        wait_ms: '6000',
        ring_ms: '6000',
        talk_ms: '62000',
        hold_ms: '0',
        cause: 'normal',
        ended_by: 'customer',
        ended_by_extension: '',
        rang: ['101', '102'],
        // Whoever took it talked for all of its talk.
        shares: null,
        mos: null,
        poor: false,
        trace: expect.arrayContaining([
          expect.objectContaining({ kind: 'rule', text: expect.stringContaining('khớp') }),
        ]),
      },
    ]);
    const legs = await rows('leg', 'position');
    expect(legs.map(({ side, extension, number, cause }) => [side, extension, number, cause])).toEqual([
      ['arrived', '', '+84901234567', 'normal'],
      ['dialled', '101', '', 'answered-elsewhere'],
      ['dialled', '102', '', 'normal'],
    ]);
    expect(await rows('recording')).toMatchObject([
      { id: `${call}-4`, call_id: call, kind: 'conversation', state: 'ready', duration_ms: '62000' },
    ]);
    const types = (await rows('call_event', 'seq')).map(({ type }) => type);
    expect(types).toEqual(['arrived', 'ringing', 'ringing', 'answered', 'ended', 'ended', 'ended', 'recorded']);
  });

  test.each([
    [
      'who gives up',
      async (call: CallId) => engine.ends(call, 'caller', 'cancelled'),
      { status: 'abandoned', wait_ms: '5000' },
    ],
    [
      'who leaves a message',
      async (call: CallId) => {
        engine.ends(call, '101', 'rejected');
        engine.ends(call, '102', 'busy');
        await runner.settled();
        engine.heardAll(call, 'caller');
        await runner.settled();
        engine.heardAll(call, 'caller');
        await pass(9);
        engine.on(call, 'caller', { type: 'digit', digit: '#' });
      },
      { status: 'voicemail', ring_ms: '5000', talk_ms: '0', answered_at: null },
    ],
    [
      'who is put on hold',
      async (call: CallId) => {
        engine.answers(call, '101');
        await pass(10);
        engine.on(call, '101', { type: 'held', on: true });
        await pass(20);
        engine.on(call, '101', { type: 'held', on: false });
        await pass(1);
        engine.ends(call, '101');
      },
      {
        status: 'answered',
        talk_ms: '31000',
        hold_ms: '20000',
        ended_by: 'agent',
        ended_by_extension: '101',
        agent_extension: '101',
      },
    ],
  ])('shows a customer %s', async (_, story, expected) => {
    const call = await customerCalls();
    engine.rings(call, '101');
    await pass(5);
    await story(call);
    await runner.settled();
    expect(await rows('call')).toMatchObject([expected]);
  });

  test.each([
    ['answers', (call: CallId) => engine.answers(call, '102'), { status: 'answered', agent_extension: '101' }],
    ['rejects', (call: CallId) => engine.ends(call, '102', 'rejected'), { status: 'busy', cause: 'rejected' }],
    ['is busy', (call: CallId) => engine.ends(call, '102', 'busy'), { status: 'busy' }],
    ['does not answer', (call: CallId) => engine.ends(call, '102', 'no-answer'), { status: 'no_answer' }],
    ['cannot be reached', (call: CallId) => engine.ends(call, '102', 'unreachable'), { status: 'failed' }],
  ])('shows a colleague who %s', async (_, happens, expected) => {
    const call = engine.extensionCalls(office.tenant, '101', '102');
    await runner.settled();
    happens(call);
    await pass(3);
    if (expected.status === 'answered') engine.ends(call, 'caller');
    await runner.settled();
    expect(await rows('call')).toMatchObject([
      { ...expected, direction: 'internal', from_extension: '101', to_extension: '102', outside_number: '' },
    ]);
  });

  test('has whose a call is while it goes on, and what each talked when it has ended', async () => {
    const call = await customerCalls();
    engine.answers(call, '101');
    await pass(30);
    await transfers(call, '101', '102');
    await pass(12);
    expect(await rows('call')).toMatchObject([
      { status: 'in_progress', to_extension: '101', shares: { 101: 30_000, 102: 0 } },
    ]);
    engine.ends(call, 'caller');
    await runner.settled();
    expect(await rows('call')).toMatchObject([
      { status: 'answered', to_extension: '101', talk_ms: '42000', shares: { 101: 30_000, 102: 12_000 } },
    ]);
    expect((await rows('call_segment', 'position')).map(({ extension, joined }) => [extension, joined])).toEqual([
      ['101', false],
      ['102', true],
    ]);
    // The same as the database makes of the stays, of calls that no process ends.
    const { rows: made } = await owner.query(
      'select shares_of(tenant_id, id, started_at, from_extension, to_extension, talk_ms) as shares from call where id = $1',
      [call],
    );
    expect(made).toEqual([{ shares: { 101: 30_000, 102: 12_000 } }]);
  });

  test('shows a caller on the block list, and a call out that no rule allows', async () => {
    await customerCalls('0999 999 999');
    await pass(1);
    engine.extensionCalls(office.tenant, '102', customer);
    await runner.settled();
    expect(await rows('call')).toMatchObject([
      { status: 'blocked', direction: 'inbound' },
      { status: 'failed', cause: 'forbidden', direction: 'outbound' },
    ]);
  });

  test('is the same when every event comes three times', async () => {
    const said: EngineEvent[] = [];
    engine.onEvent((_, event) => said.push(event));
    const call = await customerCalls();
    engine.answers(call, '101');
    await pass(7);
    engine.ends(call, '101');
    await runner.settled();
    const history = async () => [await rows('call'), await rows('leg', 'id'), await rows('recording')];
    const once = await history();
    clock += 60_000;
    for (const event of [...said, ...said]) engine.say(office.tenant, event);
    await runner.settled();
    expect(await history()).toEqual(once);
  });

  test('how a line sounds, which every leg tells again and again, is written with the next thing that happens', async () => {
    const call = await customerCalls();
    engine.answers(call, '101');
    await runner.settled();
    const heard = async () => (await rows('leg', 'position')).map((leg) => leg.loss_percent);
    for (const lossPercent of [3, 2]) {
      engine.on(call, '101', { type: 'quality', lossPercent, farLossPercent: null, jitterMs: 4, roundTripMs: null });
      await runner.settled();
      expect(await heard()).toEqual([null, null, null]);
    }
    engine.ends(call, '101');
    await runner.settled();
    expect(await heard()).toEqual([null, 2, null]);
  });

  test('that a line sounds bad is news once it has done so for a while, and measurements are none', async () => {
    const call = await customerCalls();
    engine.answers(call, '101');
    await runner.settled();
    const news: number[] = [];
    for (const lossPercent of [0, 20, 20, 20, 0, 0, 0]) {
      changes = [];
      engine.on(call, '101', { type: 'quality', lossPercent, farLossPercent: null, jitterMs: 4, roundTripMs: null });
      await runner.settled();
      news.push(changes.flatMap(({ calls }) => calls).length);
    }
    expect(news).toEqual([0, 0, 1, 0, 0, 0, 1]);
  });

  test('a ring time that runs out ends the attempt by the clock of the process', async () => {
    const [group] = Object.entries(plan.groups);
    if (group === undefined) throw new Error('no group');
    const quick = { ...group[1], ringSeconds: 0.05, otherwise: null };
    runner.take({ type: 'plan-changed', plan: { ...plan, groups: { [group[0]]: quick } }, at: clock });
    await runner.acted();
    await customerCalls();
    await expect.poll(async () => (await rows('call'))[0]?.status, patient).toBe('missed');
  });
});

test('a plan that a slow disk does not have yet keeps nobody: who hangs up meanwhile is heard at once', async () => {
  await runner.close();
  const written = Promise.withResolvers<void>();
  let isSlow = false;
  const disk: Disk = {
    ...localDisk,
    async rename(from, to) {
      if (isSlow && to.endsWith('.plan')) await written.promise;
      await localDisk.rename(from, to);
    },
  };
  runner = await start({ disk });
  const call = await customerCalls();
  engine.answers(call, '101');
  isSlow = true;
  const saved = { ...plan, holdMusic: 'another' };
  runner.take({ type: 'plan-changed', plan: saved, at: clock });
  engine.ends(call, 'caller');
  try {
    await expect.poll(() => engine.performed, patient).toContain('hang up 101 (normal)');
    expect(runner.board.plan.holdMusic).toBe(plan.holdMusic);
  } finally {
    written.resolve();
  }
  await runner.acted();
  expect(runner.board.plan).toEqual(saved);
});

test('while the database is away calls go on, and afterwards the history has every one of them once', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: database.url.replace(name, 'postgres') });
  await admin.connect();
  const before = await customerCalls();
  owner.removeAllListeners('error');
  owner.on('error', () => undefined);
  /** The history has tried once more, in vain. */
  const refused = () => {
    const before = warnings.length;
    return expect.poll(() => warnings.slice(before), patient).toContain('The history waits for the database');
  };
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  try {
    engine.answers(before, '101');
    const during = engine.customerCalls(office.tenant, office.trunk, '0912345678', office.number);
    await expect.poll(() => engine.performed.includes('bridge caller+101'), patient).toBe(true);
    await expect.poll(() => engine.performed.filter((what) => what === 'dial 102').length, patient).toBe(2);
    engine.answers(during, '102');
    await refused();
    engine.ends(before, 'caller');
    engine.ends(during, '102');
    await refused();
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  await runner.settled();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  expect((await rows('call')).map(({ status }) => status)).toEqual(['answered', 'answered']);
  const types = (await rows('call_event', 'seq')).map(({ type }) => type);
  expect(types.filter((type) => type !== 'ended')).toEqual([
    'arrived',
    'answered',
    'arrived',
    'answered',
    'recorded',
    'recorded',
  ]);
});

test('a call that is over is on the board until the history has it, and for a moment more', async () => {
  await runner.close();
  const time = virtualTime(clock);
  runner = await start({ clock: time.clockOf({ alive: true, frozenUntil: 0 }) });
  hearEngine(runner);
  const call = engine.customerCalls(office.tenant, office.trunk, customer, office.number);
  await runner.acted();
  engine.ends(call, 'caller');
  await runner.acted();
  const isKnown = () => getFrom(runner.board.calls, call) !== undefined;
  const whenWritten = async () => {
    await time.run(20);
    return (await rows('call')).map(({ stage }) => stage);
  };
  await expect.poll(whenWritten, patient).toEqual(['ended']);
  expect(isKnown()).toBe(true);
  await expect.poll(() => time.run(1_000).then(isKnown), patient).toBe(false);
});

test('when the engine dies its calls are closed at that moment, its phones count as gone, and come back with it', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await pass(30);
  engine.die();
  runner.engineWatch.died();
  await expect.poll(async () => (await rows('recording'))[0]?.state, patient).toBe('failed');
  expect(await rows('call')).toMatchObject([
    { cause: 'interrupted', ended_by: 'system', talk_ms: '30000', stage: 'ended' },
  ]);
  engine.revive();
  engine.register(office.tenant, '101');
  await runner.engineWatch.up();
  const next = await customerCalls();
  engine.answers(next, '101');
  await runner.settled();
  expect(engine.performed).toContain('bridge caller+101');
});

test('what an engine said before it died, and what waited for the disk then, ends with it', async () => {
  const call = engine.customerCalls(office.tenant, office.trunk, customer, office.number);
  const diedAt = clock;
  engine.die();
  runner.engineWatch.died();
  await expect.poll(async () => (await rows('call'))[0]?.stage, patient).toBe('ended');
  expect(await rows('call')).toMatchObject([{ id: call, cause: 'interrupted', ended_at: new Date(diedAt) }]);
  expect(runner.figures).toMatchObject({ openCalls: 0, wanted: 0, callTimers: 0 });
});

test('as long as the disk does not have that calls ended with their engine, it is not told that they go on', async () => {
  await runner.close();
  let written: Promise<void> | null = null;
  const noted: number[] = [];
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      const file = await localDisk.open(path, how);
      return {
        ...file,
        append: async (text) => {
          await written;
          await file.append(text);
        },
        async overwrite(text) {
          await file.overwrite(text);
          noted.push(Number(text));
        },
      };
    },
  };
  const notesMore = () => expect.poll(() => noted.length, patient).toBeGreaterThan(noted.length + 1);
  runner = await start({ disk });
  const call = await customerCalls();
  engine.answers(call, '101');
  await pass(30);
  const diedAt = clock;
  const isWritten = Promise.withResolvers<void>();
  written = isWritten.promise;
  engine.die();
  runner.engineWatch.died();
  engine.revive();
  const up = runner.engineWatch.up();
  clock += 10_000;
  await notesMore();
  const latest = Math.max(...noted);
  isWritten.resolve();
  expect(latest).toBeLessThanOrEqual(diedAt);
  await up;
  await pass(10);
  expect(await rows('call')).toMatchObject([{ cause: 'interrupted', ended_at: new Date(diedAt) }]);
  await customerCalls();
  await expect.poll(() => noted.at(-1), patient).toBe(clock);
});

test('what the next engine says first finds the calls of the one before it ended: nobody fetches who is gone', async () => {
  const parked = await customerCalls();
  engine.answers(parked, '101');
  await runner.settled();
  await runner.request({ type: 'requested', id: 'park', by: '101', what: { kind: 'park', call: parked }, at: clock });
  await runner.settled();
  await runner.close();
  const closedAt = clock;
  engine.die();
  await pass(60);
  const early: [EngineEvent, EventReceipt][] = [];
  engine.onEvent((_, event, receipt) => early.push([event, receipt]));
  const fetching = engine.extensionCalls(office.tenant, '102', '701');
  const performed = engine.performed.length;
  const onTaking = (taking: CallRunner) => {
    for (const [event, receipt] of early) taking.take(event, receipt);
  };
  runner = await start({ onTaking });
  await runner.settled();
  const orders = engine.performed.slice(performed);
  expect(orders.filter((order) => order.startsWith('bridge'))).toEqual([]);
  // Whoever fetches is told that there is nobody.
  expect(orders.at(-1)).toBe('play to caller');
  expect(await rows('call')).toMatchObject([
    { id: parked, cause: 'interrupted', ended_at: new Date(closedAt) },
    { id: fetching, stage: 'waiting', answered_at: null },
  ]);
});

test('calls of an engine that died unheard end when they were last known to go on, whoever was killed meanwhile', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await pass(30);
  await expect.poll(notedUntil, patient).toBe(clock);
  const knownUntil = clock;
  await runner.close();
  engine.die();
  await pass(60);
  // A server that asks what lives, and goes before anybody answers.
  const taking = Promise.withResolvers<CallRunner>();
  const noted = Promise.withResolvers<void>();
  let left = 3;
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      const file = await localDisk.open(path, how);
      return {
        ...file,
        overwrite: async (text) => file.overwrite(text).then(() => void (--left === 0 && noted.resolve())),
      };
    },
  };
  const deaf = { perform: () => undefined, snapshot: () => new Promise<never>(() => undefined) };
  start({ engine: deaf, disk, onTaking: taking.resolve }).catch(taking.reject);
  const unlucky = await taking.promise;
  await noted.promise;
  await unlucky.close();

  runner = await start();
  await runner.settled();
  expect(await rows('call')).toMatchObject([
    { id: call, cause: 'interrupted', talk_ms: '30000', ended_at: new Date(knownUntil) },
  ]);
});

describe('whoever waited in a queue while no server was there', () => {
  const inQueue: RoutingPlan['inboundRules'][number] = {
    name: 'Bán hàng',
    number: null,
    timeGroup: null,
    callerPattern: null,
    afterTalk: null,
    destination: { kind: 'queue', queue: 'sales' },
  };
  const withQueue = (...extensions: string[]): RoutingPlan => ({
    ...plan,
    queues: {
      sales: queuePlan({
        name: 'Bán hàng',
        strategy: 'longest-idle',
        // There is always somebody, whose phone is off: a queue of nobody takes no callers.
        members: ['199', ...extensions].map((extension) => queueMember(extension)),
      }),
    },
    inboundRules: [inQueue],
  });

  beforeEach(async () => {
    await runner.close();
    runner = await start({ plan: withQueue() });
  });

  test('and was cut off with the engine was not missed though the queue was deleted: they were interrupted, then', async () => {
    const call = await customerCalls();
    await expect.poll(notedUntil, patient).toBe(clock);
    const knownUntil = clock;
    await runner.close();
    engine.die();
    await pass(60);
    runner = await start();
    await runner.settled();
    expect(await rows('call')).toMatchObject([
      { id: call, status: 'failed', cause: 'interrupted', ended_at: new Date(knownUntil) },
    ]);
  });

  test('and hung up was not missed though the queue was deleted: they gave up, then; who still waits is led out of it', async () => {
    const [patientOne, other] = [await customerCalls(), await customerCalls('0912345678')];
    await runner.close();
    engine.serverDies();
    await pass(10);
    engine.ends(other, 'caller');
    const leftAt = clock;
    await pass(10);
    const early: [EngineEvent, EventReceipt][] = [];
    engine.onEvent((_, event, receipt) => early.push([event, receipt]));
    const onTaking = (taking: CallRunner) => {
      for (const [event, receipt] of early.splice(0)) taking.take(event, receipt);
    };
    runner = await start({ onTaking });
    for (const [event, receipt] of early.splice(0)) runner.take(event, receipt);
    await runner.settled();
    expect(await rows('call', 'status')).toMatchObject([
      { id: other, status: 'abandoned', ended_by: 'customer', ended_at: new Date(leftAt) },
      { id: patientOne, status: 'missed', ended_by: 'system', ended_at: new Date(clock) },
    ]);
  });

  test('and hung up was not missed though the queue is changed, and deleted, before it is known who still waits', async () => {
    const [patientOne, other] = [await customerCalls(), await customerCalls('0912345678')];
    await runner.close();
    engine.serverDies();
    await pass(10);
    engine.ends(other, 'caller');
    const leftAt = clock;
    await pass(10);
    const early: [EngineEvent, EventReceipt][] = [];
    engine.onEvent((_, event, receipt) => early.push([event, receipt]));
    const taking = Promise.withResolvers<CallRunner>();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const starting = start({
      plan: withQueue(),
      onTaking: taking.resolve,
      engine: {
        perform: (...order) => engine.perform(...order),
        async snapshot() {
          asked.resolve();
          await answered.promise;
          return engine.snapshot();
        },
      },
    });
    const begun = await taking.promise;
    await asked.promise;
    const { sales } = withQueue('101').queues;
    if (sales === undefined) throw new Error('There is a queue');
    const save = async (saved: RoutingPlan) => {
      begun.take({ type: 'plan-changed', plan: saved, at: clock });
      await begun.acted();
    };
    await save({ ...withQueue(), queues: { sales: { ...sales, music: 'other' } } });
    // It rings whom it rang, and whoever calls now hears what was saved.
    const meanwhile = { sales: { ...withQueue().queues.sales, music: 'other' } };
    expect(begun.board.plan.queues).toEqual(meanwhile);
    await save(plan);
    expect(begun.board.plan.queues).toEqual(meanwhile);
    for (const [event, receipt] of early) begun.take(event, receipt);
    answered.resolve();
    runner = await starting;
    await runner.settled();
    expect(runner.board.plan.queues).toEqual({});
    expect(await rows('call', 'status')).toMatchObject([
      { id: other, status: 'abandoned', ended_by: 'customer', ended_at: new Date(leftAt) },
      { id: patientOne, status: 'missed', ended_by: 'system', ended_at: new Date(clock) },
    ]);
  });

  test('is not put through to a phone that is free because all calls are gone: nobody is rung for nobody', async () => {
    await runner.close();
    runner = await start({ plan: withQueue('101') });
    const talking = await customerCalls();
    engine.answers(talking, '101');
    await customerCalls('0912345678');
    expect(engine.performed.filter((order) => order.startsWith('dial'))).toEqual(['dial 101']);
    await runner.close();
    engine.die();
    engine.register(office.tenant, '101');
    const performed = engine.performed.length;
    runner = await start({ plan: withQueue('101') });
    await runner.settled();
    expect(engine.performed.slice(performed).filter((order) => order.startsWith('dial'))).toEqual([]);
    expect((await rows('call')).map(({ cause, stage }) => [cause, stage])).toEqual([
      ['interrupted', 'ended'],
      ['interrupted', 'ended'],
    ]);
  });
});

test('the calls of an engine that is heard again are not given up, however long it takes to say which they are', async () => {
  await runner.close();
  const graceMs = 777_000;
  const grace = new Set<() => void>();
  const after = (ms: number, what: () => void) => {
    if (ms !== graceMs) return systemClock.after(ms, what);
    grace.add(what);
    return () => void grace.delete(what);
  };
  runner = await start({ graceMs, clock: { ...systemClock, now: () => clock, after } });
  runner.engineWatch.unreachable();
  expect(grace.size).toBe(1);
  runner.engineWatch.heard();
  expect(grace.size).toBe(0);
});

test('a leg that the engine has and nobody knows is hung up', async () => {
  await runner.close();
  const stray = engine.extensionCalls(office.tenant, '101', '102');
  runner = await start();
  expect(engine.performed).toContain('hang up caller (interrupted)');
  expect(await engine.snapshot()).toMatchObject({ legs: [] });
  expect(stray).toBeTruthy();
});

test('what an engine said while a process began is heard by the next one, if that one had written its first snapshot and not yet the words', async () => {
  await runner.close();
  engine.serverDies();
  const call = engine.customerCalls(office.tenant, office.trunk, customer, office.number);
  const asItWas = join(folder, 'as-it-was');
  const copied = Promise.withResolvers<void>();
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      const file = await localDisk.open(path, how);
      if (!path.endsWith('.ndjson')) return file;
      return { ...file, append: (text) => copied.promise.then(() => file.append(text)) };
    },
    async rename(from, to) {
      await localDisk.rename(from, to);
      if (!to.endsWith('.snapshot')) return;
      await cp(dirname(to), asItWas, { recursive: true });
      copied.resolve();
    },
  };
  const untaken = { taken: () => undefined };
  const onTaking = (taking: CallRunner) =>
    engine.onEvent((_, event, receipt) => taking.take(event, { ...receipt, ...untaken }));
  runner = await start({ disk, onTaking });
  engine.serverDies();
  await runner.close();
  runner = await start({
    journalFolder: asItWas,
    onTaking: hearEngine,
  });
  await runner.settled();
  expect([...valuesOf(runner.board.calls)].map(({ id }) => id)).toEqual([call]);
  expect(engine.performed).not.toContain('hang up caller (interrupted)');
});

test.each(['after', 'before'])('a process that has ended hangs nobody up %s it hears what lives', async (order) => {
  engine.serverDies();
  const compare = runner.engineWatch.ask();
  const call = engine.customerCalls(office.tenant, office.trunk, customer, office.number);
  const answer = await engine.snapshot();
  const performed = engine.performed.length;
  if (order === 'after') await Promise.all([compare(answer), runner.close()]);
  else await runner.close().then(() => compare(answer));
  expect(engine.performed.slice(performed)).toEqual([]);
  runner = await start({ onTaking: hearEngine });
  expect([...valuesOf(runner.board.calls)].map(({ id }) => id)).toEqual([call]);
});

test('what was asked of the engine again is not lost because an answer from before does not have it', async () => {
  const call = await customerCalls();
  engine.answers(call, '101');
  await runner.settled();
  const all = await engine.snapshot();
  const withoutRecordings = { ...all, recordings: [] };
  const [compare, compareToo] = [runner.engineWatch.ask(), runner.engineWatch.ask()];
  const [recording] = all.recordings;
  const file = recordingPath(join(folder, 'recordings'), office.tenant, recording?.recording ?? '');
  const performed = engine.performed.length;
  await compare(withoutRecordings);
  expect(engine.performed.slice(performed)).toEqual(['record']);
  // By now the engine writes it.
  await writeRecording(file, 1);
  await compareToo(withoutRecordings);
  await pass(10);
  engine.ends(call, 'caller');
  await runner.settled();
  expect(await rows('recording')).toMatchObject([{ state: 'ready', duration_ms: '10000' }]);
});

test('the journal begins anew now and then, keeps what is going on, and drops what the history has', async () => {
  await runner.close();
  runner = await start({ journalFileBytes: 1 });
  const files = async () => (await readdir(join(folder, 'journal'))).filter((name) => name.endsWith('.ndjson'));
  const first = (await files()).at(-1);
  const going = await customerCalls();
  engine.answers(going, '101');
  await runner.settled();
  for (let count = 0; count < 60; count++) {
    const call = engine.extensionCalls(office.tenant, '102', '101');
    await runner.acted();
    expect(engine.performed.at(-1)).toBe('hang up caller (busy)');
    expect(call).toBeTruthy();
    // No phone may call faster than people do.
    clock += 500;
  }
  await pass(10);
  // It goes when the history has what is in it, behind everything else.
  await expect.poll(files).not.toContain(first);
  await runner.close();
  runner = await start();
  engine.ends(going, 'caller');
  await runner.settled();
  expect(await rows('call', 'status')).toHaveLength(61);
  expect(await rows('call', 'status')).toMatchObject([
    { id: going, status: 'answered', talk_ms: '40000', cause: 'normal' },
    ...Array.from({ length: 60 }, () => ({ status: 'busy' })),
  ]);
});

test('what a full disk refused is written when the process ends in order and there is room again', async () => {
  await runner.close();
  let isFull = false;
  const refuseWhenFull = () => {
    if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      refuseWhenFull();
      const file = await localDisk.open(path, how);
      return {
        ...file,
        async append(text) {
          refuseWhenFull();
          await file.append(text);
        },
      };
    },
  };
  runner = await start({ disk });
  const call = await customerCalls();
  engine.answers(call, '101');
  await runner.settled();
  isFull = true;
  await runner.request({ type: 'requested', id: 'park', by: '101', what: { kind: 'park', call }, at: clock });
  expect(runner.figures.journal).toBe('fails');
  expect(troubles.splice(0)).toHaveLength(1);
  isFull = false;
  await runner.close();
  runner = await start();
  await runner.settled();
  expect([...valuesOf(runner.board.parked)]).toHaveLength(1);
});

/** Only root may mount a disk of a size of its own. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'on a real disk that fills calls are taken and ended as ever, and when there is room it has those that go on',
  async () => {
    const small = await mkdtemp(join(tmpdir(), 'alo-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', small]);
    onTestFinished(async () => {
      execFileSync('umount', ['-l', small]);
      await rm(small, { recursive: true });
    });
    await runner.close();
    runner = await start({ folder: small });
    const going = await customerCalls();
    engine.answers(going, '101');
    await expect(writeFile(join(small, 'ballast'), Buffer.alloc(1_000_000))).rejects.toThrow('ENOSPC');
    let count = 0;
    // What is left of the page that was written last takes some more.
    while (runner.figures.journal === 'writes') {
      const call = await customerCalls(`09${String(++count).padStart(8, '0')}`);
      engine.answers(call, '102');
      engine.ends(call, 'caller');
      await runner.settled();
    }
    expect(troubles.splice(0)).toHaveLength(1);
    const told = async () => (await rows('call', 'status')).map(({ status, cause }) => [status, cause].join(' '));
    expect(await told()).toEqual([...Array.from({ length: count }, () => 'answered normal'), 'in_progress ']);

    await rm(join(small, 'ballast'));
    await expect.poll(() => runner.figures.journal, patient).toBe('writes');
    await runner.close();
    runner = await start({ folder: small });
    await runner.settled();
    expect([...valuesOf(runner.board.calls)].map(({ id, outcome }) => [id, outcome])).toContainEqual([going, null]);
    engine.ends(going, 'caller');
    await runner.settled();
    expect(await told()).toEqual(Array.from({ length: count + 1 }, () => 'answered normal'));
  },
);

test('who talks on an engine that came after another died goes on, though the disk took only some words of it before the server went', async () => {
  await runner.close();
  const noSpace = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const mood = { appends: true, opens: true };
  const disk: Disk = {
    ...localDisk,
    async open(path, how) {
      if (!mood.opens) return noSpace();
      const file = await localDisk.open(path, how);
      return { ...file, append: (text) => (mood.appends ? file.append(text) : noSpace()) };
    },
  };
  runner = await start({ disk });
  engine.register(office.tenant, '102');
  await runner.settled();
  engine.die();
  runner.engineWatch.died();
  engine.revive();
  await runner.engineWatch.up();
  Object.assign(mood, { appends: false, opens: false });
  // Of a phone that nobody calls here.
  engine.register(office.tenant, '199');
  await runner.settled();
  expect(runner.figures.journal).toBe('fails');
  mood.appends = true;
  engine.register(office.tenant, '101');
  const call = await customerCalls();
  engine.answers(call, '101');
  await pass(30);
  expect(troubles.splice(0)).toHaveLength(1);

  engine.serverDies();
  await runner.close();
  await pass(10);
  const performed = engine.performed.length;
  runner = await start({ onTaking: hearEngine });
  await runner.settled();
  expect(engine.performed.slice(performed)).toEqual([]);
  await pass(10);
  engine.ends(call, 'caller');
  await runner.settled();
  expect(await rows('call')).toMatchObject([
    { id: call, status: 'answered', cause: 'normal', talk_ms: '50000', ended_at: new Date(clock) },
  ]);
});

test('calls of a machine that does not come back are ended when another takes over the tenant', async () => {
  const call = await customerCalls();
  engine.answers(call, '102');
  await pass(12);
  engine.on(call, '102', { type: 'held', on: true });
  await runner.settled();
  await runner.close();
  engine.die();
  clock += 3_600_000;
  runner = await start({ journalFolder: join(folder, 'another-machine') });
  await runner.settled();
  expect(await rows('call')).toMatchObject([
    { id: call, status: 'answered', cause: 'interrupted', talk_ms: '12000', ended_at: new Date(clock - 3_600_000) },
  ]);
  expect((await rows('leg')).every(({ ended_at }) => ended_at !== null)).toBe(true);
});

test('everybody in a call that another machine ends has what they had talked by then', async () => {
  const call = await customerCalls();
  engine.answers(call, '102');
  await pass(12);
  await transfers(call, '102', '101');
  await pass(7);
  engine.on(call, '101', { type: 'held', on: true });
  await runner.settled();
  await runner.close();
  engine.die();
  clock += 3_600_000;
  runner = await start({ journalFolder: join(folder, 'another-machine') });
  await runner.settled();
  expect(await rows('call')).toMatchObject([
    { status: 'answered', to_extension: '102', talk_ms: '19000', shares: { 101: 7_000, 102: 12_000 } },
  ]);
});

test('what the history has of a call and a power cut took from the journal is ended; its recording is what the file has', async () => {
  const call = await customerCalls();
  const journalFolder = join(folder, 'as-it-was-synced');
  await cp(join(folder, 'journal'), journalFolder, { recursive: true });
  engine.answers(call, '101');
  await runner.settled();
  const invite = { kind: 'invite', call, to: '0987654321' } as const;
  await runner.request({ type: 'requested', id: 'invite', by: '101', what: invite, at: clock });
  await runner.settled();
  expect((await rows('leg')).filter(({ ended_at }) => ended_at === null)).toHaveLength(3);
  const [recording] = await rows('recording');
  await runner.close();
  engine.die();
  await writeRecording(recordingPath(join(folder, 'recordings'), office.tenant, recording.id), 3);

  runner = await start({ journalFolder });
  await runner.settled();
  expect(await rows('call')).toMatchObject([{ id: call, stage: 'ended', cause: 'interrupted' }]);
  expect((await rows('leg')).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  expect((await rows('call_segment', 'from_at')).filter(({ to_at }) => to_at === null)).toEqual([]);
  expect(await rows('recording')).toMatchObject([
    { id: recording.id, state: 'incomplete', duration_ms: '3000', bytes: '96044' },
  ]);
});

/** Silence, as an engine that was killed left it. */
async function writeRecording(path: string, seconds: number): Promise<void> {
  const header = Buffer.alloc(44);
  header.writeUInt32LE(32_000, 28);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.concat([header, Buffer.alloc(seconds * 32_000)]));
}

describe('what somebody’s time goes to', () => {
  const spent = async (extension: string) =>
    (
      await owner.query<{ status: string; reason: string; from_at: Date; to_at: Date | null }>(
        'select * from status_span where tenant_id = $1 and extension = $2 order by from_at',
        [office.tenant, extension],
      )
    ).rows.map(({ status, reason, from_at, to_at }) => {
      const lasted = to_at === null ? 'still' : `${(to_at.getTime() - from_at.getTime()) / 1_000} s`;
      return [status, reason, lasted].filter((word) => word !== '').join(' ');
    });
  const chooses = (activity: 1 | 2, reason: string | null) =>
    runner.take({ type: 'agent-status', extension: '101', activity, reason, at: clock });

  test('is told once, though the process ends in the middle of it and the next one goes on', async () => {
    await pass(30);
    const call = await customerCalls();
    await pass(5);
    engine.answers(call, '101');
    await pass(20);
    await runner.close();
    clock += 3_000;
    runner = await start();
    hearEngine(runner);
    await pass(7);
    engine.on(call, '101', { type: 'ended', cause: 'normal' });
    await pass(10);
    chooses(2, 'Nghỉ trưa');
    await runner.settled();
    expect(await spent('101')).toEqual(['ready 35 s', 'on-a-call 30 s', 'ready 10 s', 'on-a-break Nghỉ trưa still']);
    // A caller that rang and was taken elsewhere is none of theirs.
    expect(await spent('102')).toEqual(['ready still']);
  });

  test('ends when the machine was last known to be there, and begins again with the phone', async () => {
    await pass(60);
    await runner.close();
    engine.die();
    clock += 3_600_000;
    runner = await start();
    hearEngine(runner);
    engine.register(office.tenant, '101');
    await pass(5);
    expect(await spent('101')).toEqual(['ready 60 s', 'ready still']);
    expect(await spent('102')).toEqual(['ready 60 s']);
  });

  test('is noted to go on where nobody calls, so that a kill ends it within seconds', async () => {
    await runner.close();
    const quick = {
      ...systemClock,
      now: () => clock,
      after: (ms: number, act: () => void) => systemClock.after(ms / 1_000, act),
    };
    runner = await start({ clock: quick });
    hearEngine(runner);
    await runner.settled();
    clock += 45_000;
    await expect.poll(notedUntil, patient).toBe(clock);
  });

  test('that a power cut took from the journal is ended or gone: nothing is told twice', async () => {
    const journalFolder = join(folder, 'as-it-was-synced');
    await pass(10);
    engine.register(office.tenant, '102', 0);
    await runner.settled();
    await cp(join(folder, 'journal'), journalFolder, { recursive: true });
    chooses(2, 'Họp');
    await pass(20);
    chooses(1, null);
    engine.register(office.tenant, '102');
    await pass(40);
    await runner.close();
    expect(await spent('101')).toEqual(['ready 10 s', 'on-a-break Họp 20 s', 'ready still']);
    engine.register(office.tenant, '102', 0);
    runner = await start({ journalFolder });
    hearEngine(runner);
    await runner.settled();
    // The phone of 101 was there all the time; that of 102 came when no journal has it, and is gone.
    expect(await spent('101')).toEqual(['ready still']);
    expect(await spent('102')).toEqual(['ready 10 s']);
  });

  test('of a machine that does not come back ends when the last was known of the company', async () => {
    await pass(10);
    chooses(2, 'Họp');
    await pass(600);
    await runner.close();
    engine.die();
    clock += 3_600_000;
    runner = await start({ journalFolder: join(folder, 'another-machine') });
    await runner.settled();
    expect(await spent('101')).toEqual(['ready 10 s', 'on-a-break Họp 0 s']);
    expect(await spent('102')).toEqual(['ready 10 s']);
  });
});

describe('after kill -9 of the process', () => {
  test('every call is in the history, closed when the process was last alive, with its recording as far as it goes', async () => {
    await runner.close();
    clock = Date.now();
    const count = 20;
    const child = await runChild(count);
    const readyAt = Date.now();
    // It is alive without anything happening for longer than its one recording lasts, and notes that.
    await expect.poll(notedUntil, patient).toBeGreaterThan(readyAt + 1_000);
    child.kill('SIGKILL');
    const killedAt = Date.now();
    await once(child, 'exit');

    engine = new ScriptedEngine();
    runner = await start({ now: Date.now });
    await runner.settled();

    const calls = await rows('call');
    expect(calls).toHaveLength(count);
    expect(calls.filter(({ status }) => status === 'answered')).toHaveLength(count / 2);
    expect(calls.filter(({ status }) => status === 'failed')).toHaveLength(count / 2);
    for (const { cause, stage, ended_at } of calls) {
      expect([cause, stage]).toEqual(['interrupted', 'ended']);
      expect(ended_at.getTime()).toBeGreaterThan(readyAt + 1_000);
      expect(ended_at.getTime()).toBeLessThanOrEqual(killedAt);
    }
    const recordings = await rows('recording');
    expect(recordings).toHaveLength(count / 2);
    expect(recordings.filter(({ state }) => state === 'incomplete')).toMatchObject([
      { duration_ms: '1000', bytes: '32044' },
    ]);
    expect((await rows('leg')).filter(({ ended_at }) => ended_at === null)).toEqual([]);

    // A second start finds nothing left to end, and adds nothing.
    await runner.close();
    runner = await start({ now: Date.now });
    await runner.settled();
    expect(await rows('call')).toEqual(calls);
  });

  test('with the database away from the first call on, the calls are in the journal and in the history afterwards', async () => {
    await runner.close();
    clock = Date.now();
    const child = await runChild(4);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await owner.query('delete from call where tenant_id = $1', [office.tenant]);
    await owner.query('delete from call_event where tenant_id = $1', [office.tenant]);
    engine = new ScriptedEngine();
    runner = await start({ now: Date.now });
    await runner.settled();
    expect(await rows('call')).toHaveLength(4);
    expect((await rows('call_event', 'seq')).filter(({ type }) => type === 'arrived')).toHaveLength(4);
  });

  async function runChild(count: number): Promise<ChildProcess> {
    const program = join(import.meta.dirname, 'start-call-runner-test-program.ts');
    const { tenant, trunk } = office;
    const child = spawn(process.execPath, [program, database.url, folder, tenant, trunk, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit')]);
    expect(line).toBe('ready');
    return child;
  }
});

test('what a database connection of its own would see is what the runner wrote: nothing of another tenant', async () => {
  await customerCalls();
  const other = await openTestOffice(database.db, `khac-${offices}`);
  const db = openDatabase({ url: database.url, size: 1 });
  const seen = await db.inTenant(other.tenant, (trx) => trx.selectFrom('call').select('id').execute());
  await db.close();
  expect(seen).toEqual([]);
});
