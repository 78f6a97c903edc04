import { type EngineEvent, queueMember, queuePlan, type RoutingPlan } from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { runnerBench } from '../../../testing/runner-bench.ts';
import type { CallRunner } from './call-runner.ts';

const bench = runnerBench();

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
    ...bench.plan,
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
    await bench.runner.close();
    bench.runner = await bench.start({ plan: withQueue() });
  });

  test('and was cut off with the engine was not missed though the queue was deleted: they were interrupted, then', async () => {
    const call = await bench.customerCalls();
    await expect.poll(bench.notedUntil).toBe(bench.clock);
    const knownUntil = bench.clock;
    await bench.runner.close();
    bench.engine.die();
    await bench.pass(60);
    bench.runner = await bench.start();
    await bench.runner.settled();
    expect(await bench.rows('call')).toMatchObject([
      { id: call, status: 'failed', cause: 'interrupted', ended_at: new Date(knownUntil) },
    ]);
  });

  test('and hung up was not missed though the queue was deleted: they gave up, then; who still waits is led out of it', async () => {
    const [patientOne, other] = [await bench.customerCalls(), await bench.customerCalls('0912345678')];
    await bench.runner.close();
    bench.engine.serverDies();
    await bench.pass(10);
    bench.engine.ends(other, 'caller');
    const leftAt = bench.clock;
    await bench.pass(10);
    const early: [EngineEvent, EventReceipt][] = [];
    bench.engine.onEvent((_, event, receipt) => early.push([event, receipt]));
    const onTaking = (taking: CallRunner) => {
      for (const [event, receipt] of early.splice(0)) taking.take(event, receipt);
    };
    bench.runner = await bench.start({ onTaking });
    for (const [event, receipt] of early.splice(0)) bench.runner.take(event, receipt);
    await bench.runner.settled();
    expect(await bench.rows('call', 'status')).toMatchObject([
      { id: other, status: 'abandoned', ended_by: 'customer', ended_at: new Date(leftAt) },
      { id: patientOne, status: 'missed', ended_by: 'system', ended_at: new Date(bench.clock) },
    ]);
  });

  test('and hung up was not missed though the queue is changed, and deleted, before it is known who still waits', async () => {
    const [patientOne, other] = [await bench.customerCalls(), await bench.customerCalls('0912345678')];
    await bench.runner.close();
    bench.engine.serverDies();
    await bench.pass(10);
    bench.engine.ends(other, 'caller');
    const leftAt = bench.clock;
    await bench.pass(10);
    const early: [EngineEvent, EventReceipt][] = [];
    bench.engine.onEvent((_, event, receipt) => early.push([event, receipt]));
    const taking = Promise.withResolvers<CallRunner>();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const starting = bench.start({
      plan: withQueue(),
      onTaking: taking.resolve,
      engine: {
        perform: (...order) => bench.engine.perform(...order),
        async snapshot() {
          asked.resolve();
          await answered.promise;
          return bench.engine.snapshot();
        },
      },
    });
    const begun = await taking.promise;
    await asked.promise;
    const { sales } = withQueue('101').queues;
    if (sales === undefined) throw new Error('There is a queue');
    const save = async (saved: RoutingPlan) => {
      begun.take({ type: 'plan-changed', plan: saved, at: bench.clock });
      await begun.acted();
    };
    await save({ ...withQueue(), queues: { sales: { ...sales, music: 'other' } } });
    // It rings whom it rang, and whoever calls now hears what was saved.
    const meanwhile = { sales: { ...withQueue().queues.sales, music: 'other' } };
    expect(begun.board.plan.queues).toEqual(meanwhile);
    await save(bench.plan);
    expect(begun.board.plan.queues).toEqual(meanwhile);
    for (const [event, receipt] of early) begun.take(event, receipt);
    answered.resolve();
    bench.runner = await starting;
    await bench.runner.settled();
    expect(bench.runner.board.plan.queues).toEqual({});
    expect(await bench.rows('call', 'status')).toMatchObject([
      { id: other, status: 'abandoned', ended_by: 'customer', ended_at: new Date(leftAt) },
      { id: patientOne, status: 'missed', ended_by: 'system', ended_at: new Date(bench.clock) },
    ]);
  });

  test('is not put through to a phone that is free because all calls are gone: nobody is rung for nobody', async () => {
    await bench.runner.close();
    bench.runner = await bench.start({ plan: withQueue('101') });
    const talking = await bench.customerCalls();
    bench.engine.answers(talking, '101');
    await bench.customerCalls('0912345678');
    expect(bench.engine.performed.filter((order) => order.startsWith('dial'))).toEqual(['dial 101']);
    await bench.runner.close();
    bench.engine.die();
    bench.engine.register(bench.office.tenant, '101');
    const performed = bench.engine.performed.length;
    bench.runner = await bench.start({ plan: withQueue('101') });
    await bench.runner.settled();
    expect(bench.engine.performed.slice(performed).filter((order) => order.startsWith('dial'))).toEqual([]);
    expect((await bench.rows('call')).map(({ cause, stage }) => [cause, stage])).toEqual([
      ['interrupted', 'ended'],
      ['interrupted', 'ended'],
    ]);
  });
});
