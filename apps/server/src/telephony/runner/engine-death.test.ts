import type { EngineEvent } from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';
import { expect, test } from 'vitest';
import { customer, runnerBench } from '../../../testing/runner-bench.ts';
import { type Disk, localDisk } from '../disk.ts';
import type { CallRunner } from './call-runner.ts';

const bench = runnerBench();

test('when the engine dies its calls are closed at that moment, its phones count as gone, and come back with it', async () => {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.pass(30);
  bench.engine.die();
  bench.runner.engineWatch.died();
  await expect.poll(async () => (await bench.rows('recording'))[0]?.state).toBe('failed');
  expect(await bench.rows('call')).toMatchObject([
    { cause: 'interrupted', ended_by: 'system', talk_ms: '30000', stage: 'ended' },
  ]);
  bench.engine.revive();
  bench.engine.register(bench.office.tenant, '101');
  await bench.runner.engineWatch.up();
  const next = await bench.customerCalls();
  bench.engine.answers(next, '101');
  await bench.runner.settled();
  expect(bench.engine.performed).toContain('bridge caller+101');
});

test('what an engine said before it died, and what waited for the disk then, ends with it', async () => {
  const call = bench.engine.customerCalls(bench.office.tenant, bench.office.trunk, customer, bench.office.number);
  const diedAt = bench.clock;
  bench.engine.die();
  bench.runner.engineWatch.died();
  await expect.poll(async () => (await bench.rows('call'))[0]?.stage).toBe('ended');
  expect(await bench.rows('call')).toMatchObject([{ id: call, cause: 'interrupted', ended_at: new Date(diedAt) }]);
  expect(bench.runner.figures).toMatchObject({ openCalls: 0, wanted: 0, callTimers: 0 });
});

test('as long as the disk does not have that calls ended with their engine, it is not told that they go on', async () => {
  await bench.runner.close();
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
  const notesMore = () => expect.poll(() => noted.length).toBeGreaterThan(noted.length + 1);
  bench.runner = await bench.start({ disk });
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.pass(30);
  const diedAt = bench.clock;
  const isWritten = Promise.withResolvers<void>();
  written = isWritten.promise;
  bench.engine.die();
  bench.runner.engineWatch.died();
  bench.engine.revive();
  const up = bench.runner.engineWatch.up();
  bench.clock += 10_000;
  await notesMore();
  const latest = Math.max(...noted);
  isWritten.resolve();
  expect(latest).toBeLessThanOrEqual(diedAt);
  await up;
  await bench.pass(10);
  expect(await bench.rows('call')).toMatchObject([{ cause: 'interrupted', ended_at: new Date(diedAt) }]);
  await bench.customerCalls();
  await expect.poll(() => noted.at(-1)).toBe(bench.clock);
});

test('what the next engine says first finds the calls of the one before it ended: nobody fetches who is gone', async () => {
  const parked = await bench.customerCalls();
  bench.engine.answers(parked, '101');
  await bench.runner.settled();
  await bench.runner.request({
    type: 'requested',
    id: 'park',
    by: '101',
    what: { kind: 'park', call: parked },
    at: bench.clock,
  });
  await bench.runner.settled();
  await bench.runner.close();
  const closedAt = bench.clock;
  bench.engine.die();
  await bench.pass(60);
  const early: [EngineEvent, EventReceipt][] = [];
  bench.engine.onEvent((_, event, receipt) => early.push([event, receipt]));
  const fetching = bench.engine.extensionCalls(bench.office.tenant, '102', '701');
  const performed = bench.engine.performed.length;
  const onTaking = (taking: CallRunner) => {
    for (const [event, receipt] of early) taking.take(event, receipt);
  };
  bench.runner = await bench.start({ onTaking });
  await bench.runner.settled();
  const orders = bench.engine.performed.slice(performed);
  expect(orders.filter((order) => order.startsWith('bridge'))).toEqual([]);
  // Whoever fetches is told that there is nobody.
  expect(orders.at(-1)).toBe('play to caller');
  expect(await bench.rows('call')).toMatchObject([
    { id: parked, cause: 'interrupted', ended_at: new Date(closedAt) },
    { id: fetching, stage: 'waiting', answered_at: null },
  ]);
});

test('calls of an engine that died unheard end when they were last known to go on, whoever was killed meanwhile', async () => {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.pass(30);
  await expect.poll(bench.notedUntil).toBe(bench.clock);
  const knownUntil = bench.clock;
  await bench.runner.close();
  bench.engine.die();
  await bench.pass(60);
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
  bench.start({ engine: deaf, disk, onTaking: taking.resolve }).catch(taking.reject);
  const unlucky = await taking.promise;
  await noted.promise;
  await unlucky.close();

  bench.runner = await bench.start();
  await bench.runner.settled();
  expect(await bench.rows('call')).toMatchObject([
    { id: call, cause: 'interrupted', talk_ms: '30000', ended_at: new Date(knownUntil) },
  ]);
});
