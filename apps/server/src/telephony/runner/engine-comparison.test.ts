import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { valuesOf } from '@alo/call-core';
import { expect, test } from 'vitest';
import { customer, runnerBench } from '../../../testing/runner-bench.ts';
import { writeUnfinishedRecording } from '../../../testing/unfinished-recording.ts';
import { systemClock } from '../clock.ts';
import { type Disk, localDisk } from '../disk.ts';
import { recordingPath } from '../recording-file.ts';
import type { CallRunner } from './call-runner.ts';

const bench = runnerBench();

test('the calls of an engine that is heard again are not given up, however long it takes to say which they are', async () => {
  await bench.runner.close();
  const graceMs = 777_000;
  const grace = new Set<() => void>();
  const after = (ms: number, what: () => void) => {
    if (ms !== graceMs) return systemClock.after(ms, what);
    grace.add(what);
    return () => void grace.delete(what);
  };
  bench.runner = await bench.start({ graceMs, clock: { ...systemClock, now: () => bench.clock, after } });
  bench.runner.engineWatch.unreachable();
  expect(grace.size).toBe(1);
  bench.runner.engineWatch.heard();
  expect(grace.size).toBe(0);
});

test('a leg that the engine has and nobody knows is hung up', async () => {
  await bench.runner.close();
  const stray = bench.engine.extensionCalls(bench.office.tenant, '101', '102');
  bench.runner = await bench.start();
  expect(bench.engine.performed).toContain('hang up caller (interrupted)');
  expect(await bench.engine.snapshot()).toMatchObject({ legs: [] });
  expect(stray).toBeTruthy();
});

test('what an engine said while a process began is heard by the next one, if that one had written its first snapshot and not yet the words', async () => {
  await bench.runner.close();
  bench.engine.serverDies();
  const call = bench.engine.customerCalls(bench.office.tenant, bench.office.trunk, customer, bench.office.number);
  const asItWas = join(bench.folder, 'as-it-was');
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
    bench.engine.onEvent((_, event, receipt) => taking.take(event, { ...receipt, ...untaken }));
  bench.runner = await bench.start({ disk, onTaking });
  bench.engine.serverDies();
  await bench.runner.close();
  bench.runner = await bench.start({
    journalFolder: asItWas,
    onTaking: bench.hearEngine,
  });
  await bench.runner.settled();
  expect([...valuesOf(bench.runner.board.calls)].map(({ id }) => id)).toEqual([call]);
  expect(bench.engine.performed).not.toContain('hang up caller (interrupted)');
});

test.each(['after', 'before'])('a process that has ended hangs nobody up %s it hears what lives', async (order) => {
  bench.engine.serverDies();
  const compare = bench.runner.engineWatch.ask();
  const call = bench.engine.customerCalls(bench.office.tenant, bench.office.trunk, customer, bench.office.number);
  const answer = await bench.engine.snapshot();
  const performed = bench.engine.performed.length;
  if (order === 'after') await Promise.all([compare(answer), bench.runner.close()]);
  else await bench.runner.close().then(() => compare(answer));
  expect(bench.engine.performed.slice(performed)).toEqual([]);
  bench.runner = await bench.start({ onTaking: bench.hearEngine });
  expect([...valuesOf(bench.runner.board.calls)].map(({ id }) => id)).toEqual([call]);
});

test('what was asked of the engine again is not lost because an answer from before does not have it', async () => {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.runner.settled();
  const all = await bench.engine.snapshot();
  const withoutRecordings = { ...all, recordings: [] };
  const [compare, compareToo] = [bench.runner.engineWatch.ask(), bench.runner.engineWatch.ask()];
  const [recording] = all.recordings;
  const file = recordingPath(join(bench.folder, 'recordings'), bench.office.tenant, recording?.recording ?? '');
  const performed = bench.engine.performed.length;
  await compare(withoutRecordings);
  expect(bench.engine.performed.slice(performed)).toEqual(['record']);
  // By now the engine writes it.
  await writeUnfinishedRecording(file, 1);
  await compareToo(withoutRecordings);
  await bench.pass(10);
  bench.engine.ends(call, 'caller');
  await bench.runner.settled();
  expect(await bench.rows('recording')).toMatchObject([{ state: 'ready', duration_ms: '10000' }]);
});
