import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptedEngine } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import { expect, onTestFinished, test } from 'vitest';
import { runnerBench } from '../../../testing/runner-bench.ts';

const bench = runnerBench();

interface Told {
  readonly number: number;
  readonly type: string;
  readonly call: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What programs are told, in its order. */
async function told(): Promise<Told[]> {
  const { rows } = await bench.owner.query<Told>(
    'select number::int, type, call_id as call, detail from company_event where tenant_id = $1 order by number',
    [bench.office.tenant],
  );
  return rows;
}

const ofCall = (events: readonly Told[], call: string) =>
  events.flatMap((event) => (event.call === call ? [[event.type, event.detail] as const] : []));

test('programs are told what happens in a call, in its order: rings, answer, hold, the next who takes it, recording', async () => {
  const call = await bench.customerCalls();
  bench.engine.rings(call, '101');
  bench.engine.rings(call, '102');
  await bench.pass(3);
  bench.engine.answers(call, '101');
  await bench.pass(5);
  bench.engine.on(call, '101', { type: 'held', on: true });
  await bench.pass(2);
  bench.engine.on(call, '101', { type: 'held', on: false });
  await bench.pass(2);
  await bench.transfers(call, '101', '102');
  await bench.pass(4);
  bench.engine.ends(call, 'caller');
  await bench.runner.settled();
  expect(ofCall(await told(), call)).toEqual([
    ['call.started', {}],
    ['call.ringing', { extension: '101' }],
    ['call.ringing', { extension: '102' }],
    ['call.answered', { extension: '101' }],
    ['call.held', { extension: '101' }],
    ['call.resumed', { extension: '101' }],
    ['call.transferred', { extension: '101' }],
    ['call.joined', { extension: '102', how: 'transfer' }],
    ['call.ended', { status: 'answered' }],
    ['call.recorded', {}],
  ]);
});

test('programs are told when nobody serves a customer, and what agents do', async () => {
  const call = await bench.customerCalls();
  await bench.pass(2);
  bench.engine.ends(call, 'caller', 'cancelled');
  await bench.runner.settled();
  bench.runner.take({ type: 'agent-status', extension: '101', activity: 2, reason: 'Họp', at: bench.clock });
  await bench.runner.settled();
  const events = await told();
  expect(ofCall(events, call).map(([type]) => type)).toEqual(['call.started', 'call.ended', 'call.missed']);
  const status = events.filter(({ type }) => type === 'agent.status').map(({ detail }) => detail);
  expect(status.at(-1)).toEqual({ extension: '101', status: 'on-a-break', reason: 'Họp' });
  expect(status).toContainEqual({ extension: '102', status: 'ready', reason: '' });
});

test('each event is told once, in its order, and none is lost, however often the server is killed', async () => {
  await bench.runner.close();
  bench.clock = Date.now();
  for (const calls of [9, 4, 14]) await killedAfter(calls);
  expect(await calledAndTold()).toBeGreaterThanOrEqual(27);
});

inDepth(
  'who follows ten thousand events while servers are killed misses none and reads none twice',
  async () => {
    await bench.runner.close();
    bench.clock = Date.now();
    const read: number[] = [];
    /** What is new, as a program asks: all after the last that it has. */
    const follow = async () => {
      const { rows } = await bench.owner.query<{ number: number }>(
        'select number::int from company_event where tenant_id = $1 and number > $2 order by number limit 500',
        [bench.office.tenant, read.at(-1) ?? 0],
      );
      read.push(...rows.map(({ number }) => number));
      return rows.length;
    };
    const at = { work: true };
    const following = (async () => {
      while (at.work) if ((await follow()) === 0) await sleep(5);
    })();
    onTestFinished(() => {
      at.work = false;
      return following;
    });
    for (let starts = 0; read.length < 10_000; starts += 1) await killedAfter([170, 3, 230, 41, 110][starts % 5] ?? 1);
    await calledAndTold();
    at.work = false;
    await following;
    while ((await follow()) > 0);
    expect(read.length).toBeGreaterThanOrEqual(10_000);
    expect(read).toEqual((await told()).map(({ number }) => number));
  },
  1_800_000,
);

/** The next server tells what was open; then each call has told each thing once and in its order. Answers how many calls there were. */
async function calledAndTold(): Promise<number> {
  bench.engine = new ScriptedEngine();
  bench.runner = await bench.start({ now: Date.now });
  await bench.runner.settled();
  const events = await told();
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
  const rows = await bench.rows('call');
  const byCall = Map.groupBy(events, ({ call }) => call);
  for (const { id, answered_at } of rows) {
    const types = (byCall.get(id) ?? []).map(({ type }) => type);
    const unrepeated = types.filter((type) => type !== 'call.ringing');
    expect(new Set(unrepeated).size).toBe(unrepeated.length);
    expect(types[0]).toBe('call.started');
    expect(types).toContain('call.ended');
    expect(types.includes('call.answered')).toBe(answered_at !== null);
    expect(types).toEqual(types.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
  }
  return rows.length;
}

/** Of such a call. */
const order = ['started', 'ringing', 'answered', 'held', 'resumed', 'ended', 'missed', 'recorded'].map(
  (what) => `call.${what}`,
);

/** Runs a server until so many calls are over there, and kills it. */
async function killedAfter(calls: number): Promise<void> {
  const program = join(import.meta.dirname, 'many-calls-test-program.ts');
  const { tenant, trunk } = bench.office;
  const child = spawn(process.execPath, [program, bench.database.url, bench.folder, tenant, trunk], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  let over = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    over += 1;
    if (over === calls) break;
  }
  child.kill('SIGKILL');
  await exit;
}
