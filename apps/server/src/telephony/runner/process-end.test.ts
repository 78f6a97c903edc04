import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ScriptedEngine } from '@alo/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runnerBench } from '../../../testing/runner-bench.ts';
import { writeUnfinishedRecording } from '../../../testing/unfinished-recording.ts';
import { recordingPath } from '../recording-file.ts';

const bench = runnerBench();

test('calls of a machine that does not come back are ended when another takes over the tenant', async () => {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '102');
  await bench.pass(12);
  bench.engine.on(call, '102', { type: 'held', on: true });
  await bench.runner.settled();
  await bench.runner.close();
  bench.engine.die();
  bench.clock += 3_600_000;
  bench.runner = await bench.start({ journalFolder: join(bench.folder, 'another-machine') });
  await bench.runner.settled();
  expect(await bench.rows('call')).toMatchObject([
    {
      id: call,
      status: 'answered',
      cause: 'interrupted',
      talk_ms: '12000',
      ended_at: new Date(bench.clock - 3_600_000),
    },
  ]);
  expect((await bench.rows('leg')).every(({ ended_at }) => ended_at !== null)).toBe(true);
});

test('everybody in a call that another machine ends has what they had talked by then', async () => {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '102');
  await bench.pass(12);
  await bench.transfers(call, '102', '101');
  await bench.pass(7);
  bench.engine.on(call, '101', { type: 'held', on: true });
  await bench.runner.settled();
  await bench.runner.close();
  bench.engine.die();
  bench.clock += 3_600_000;
  bench.runner = await bench.start({ journalFolder: join(bench.folder, 'another-machine') });
  await bench.runner.settled();
  expect(await bench.rows('call')).toMatchObject([
    { status: 'answered', to_extension: '102', talk_ms: '19000', shares: { 101: 7_000, 102: 12_000 } },
  ]);
});

test('what the history has of a call and a power cut took from the journal is ended; its recording is what the file has', async () => {
  const call = await bench.customerCalls();
  const journalFolder = join(bench.folder, 'as-it-was-synced');
  await cp(join(bench.folder, 'journal'), journalFolder, { recursive: true });
  bench.engine.answers(call, '101');
  await bench.runner.settled();
  const invite = { kind: 'invite', call, to: '0987654321' } as const;
  await bench.runner.request({ type: 'requested', id: 'invite', by: '101', what: invite, at: bench.clock });
  await bench.runner.settled();
  expect((await bench.rows('leg')).filter(({ ended_at }) => ended_at === null)).toHaveLength(3);
  const [recording] = await bench.rows('recording');
  await bench.runner.close();
  bench.engine.die();
  await writeUnfinishedRecording(recordingPath(join(bench.folder, 'recordings'), bench.office.tenant, recording.id), 3);

  bench.runner = await bench.start({ journalFolder });
  await bench.runner.settled();
  expect(await bench.rows('call')).toMatchObject([{ id: call, stage: 'ended', cause: 'interrupted' }]);
  expect((await bench.rows('leg')).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  expect((await bench.rows('call_segment', 'from_at')).filter(({ to_at }) => to_at === null)).toEqual([]);
  expect(await bench.rows('recording')).toMatchObject([
    { id: recording.id, state: 'incomplete', duration_ms: '3000', bytes: '96044' },
  ]);
});

/** Silence, as an engine that was killed left it. */

describe('after kill -9 of the process', () => {
  test('every call is in the history, closed when the process was last alive, with its recording as far as it goes', async () => {
    await bench.runner.close();
    bench.clock = Date.now();
    const count = 20;
    const child = await runChild(count);
    const readyAt = Date.now();
    // It is alive without anything happening for longer than its one recording lasts, and notes that.
    await expect.poll(bench.notedUntil).toBeGreaterThan(readyAt + 1_000);
    child.kill('SIGKILL');
    const killedAt = Date.now();
    await once(child, 'exit');

    bench.engine = new ScriptedEngine();
    bench.runner = await bench.start({ now: Date.now });
    await bench.runner.settled();

    const calls = await bench.rows('call');
    expect(calls).toHaveLength(count);
    expect(calls.filter(({ status }) => status === 'answered')).toHaveLength(count / 2);
    expect(calls.filter(({ status }) => status === 'failed')).toHaveLength(count / 2);
    for (const { cause, stage, ended_at } of calls) {
      expect([cause, stage]).toEqual(['interrupted', 'ended']);
      expect(ended_at.getTime()).toBeGreaterThan(readyAt + 1_000);
      expect(ended_at.getTime()).toBeLessThanOrEqual(killedAt);
    }
    const recordings = await bench.rows('recording');
    expect(recordings).toHaveLength(count / 2);
    expect(recordings.filter(({ state }) => state === 'incomplete')).toMatchObject([
      { duration_ms: '1000', bytes: '32044' },
    ]);
    expect((await bench.rows('leg')).filter(({ ended_at }) => ended_at === null)).toEqual([]);

    // A second start finds nothing left to end, and adds nothing.
    await bench.runner.close();
    bench.runner = await bench.start({ now: Date.now });
    await bench.runner.settled();
    expect(await bench.rows('call')).toEqual(calls);
  });

  test('with the database away from the first call on, the calls are in the journal and in the history afterwards', async () => {
    await bench.runner.close();
    bench.clock = Date.now();
    const child = await runChild(4);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (const table of ['call', 'call_event', 'history_mark'])
      await bench.owner.query(`delete from ${table} where tenant_id = $1`, [bench.office.tenant]);
    bench.engine = new ScriptedEngine();
    bench.runner = await bench.start({ now: Date.now });
    await bench.runner.settled();
    expect(await bench.rows('call')).toHaveLength(4);
    expect((await bench.rows('call_event', 'seq')).filter(({ type }) => type === 'arrived')).toHaveLength(4);
  });

  async function runChild(count: number): Promise<ChildProcess> {
    const program = join(import.meta.dirname, 'start-call-runner-test-program.ts');
    const { tenant, trunk } = bench.office;
    const child = spawn(process.execPath, [program, bench.database.url, bench.folder, tenant, trunk, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), once(child, 'exit')]);
    expect(line).toBe('ready');
    return child;
  }
});
