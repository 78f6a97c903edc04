import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallId, emptyPlan, type LegId } from '@alo/call-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSealer } from '../../../testing/sealer.ts';
import { systemClock } from '../clock.ts';
import { localDisk } from '../disk.ts';
import type { SnapshotLine } from './entries.ts';
import { type Journal, openJournal } from './journal.ts';
import { encodeLine } from './lines.ts';
import { journalVersion, UnknownJournalVersion } from './version.ts';

let folder: string;
let journal: Journal;
const troubles: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-journal-'));
  ({ journal } = await open());
  await journal.begin(1);
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
  expect(troubles.splice(0)).toEqual([]);
});

const open = (disk = localDisk) =>
  openJournal({ disk, clock: systemClock, folder, sealer: testSealer, onTrouble: (error) => troubles.push(error) });
const entry = (seq: number) =>
  ({ seq, event: { type: 'agent-status', extension: '101', activity: 1, reason: null, at: seq } }) as const;
const files = async () => (await readdir(folder)).filter((name) => /\.(ndjson|snapshot)$/.test(name)).sort();
const state = (count: number): SnapshotLine[] =>
  Array.from({ length: count }, (_, n) => ({ part: 'call', value: { n } }));

async function reopen() {
  const next = await open();
  await next.journal.close();
  const { parts, ...contents } = next.contents;
  return { ...contents, snapshot: parts[0]?.snapshot ?? [], entries: parts.flatMap(({ entries }) => entries), parts };
}

test('what was appended is there after the process is gone, in its order', async () => {
  await journal.append([entry(1), entry(2)]);
  await journal.append([entry(3)]);
  journal.beat(5000);
  await expect.poll(async () => (await reopen()).aliveAt).toBe(5000);
  expect(await reopen()).toMatchObject({ entries: [entry(1), entry(2), entry(3)], lastSeq: 3, torn: 0 });
});

test('a line that a crash or a full disk has torn is left out, and those around it are read', async () => {
  await journal.append([entry(1)]);
  const [file] = await files();
  const path = join(folder, file ?? '');
  await appendFile(path, '0123abcd {"seq":2,"eve\n');
  await journal.append([entry(3)]);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.slice(0, -10));
  expect(await reopen()).toMatchObject({ entries: [entry(1)], torn: 2 });
});

test('a line whose bytes have changed is not believed', async () => {
  await journal.append([entry(1), entry(2)]);
  const [file] = await files();
  const path = join(folder, file ?? '');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"seq":2', '"seq":9'));
  expect(await reopen()).toMatchObject({ entries: [entry(1)], torn: 1 });
});

test('older files go when the database has their events and a later snapshot is whole, and not before', async () => {
  await journal.keepSnapshot(1, state(1));
  await journal.append([entry(1), entry(2)]);
  await journal.begin(3);
  await journal.append([entry(3)]);
  await journal.shipped(1);
  expect((await reopen()).entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await journal.keepSnapshot(3, state(2));
  expect((await reopen()).entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await journal.shipped(2);
  expect(await files()).toEqual(['0000000000000003.ndjson', '0000000000000003.snapshot']);
  expect(await reopen()).toMatchObject({ snapshot: state(2), entries: [entry(3)], lastSeq: 3 });
});

test('older files go with the snapshot, too, where the database had their events first and nothing more comes', async () => {
  await journal.keepSnapshot(1, state(1));
  await journal.append([entry(1), entry(2)]);
  await journal.begin(3);
  await journal.shipped(2);
  await journal.keepSnapshot(3, state(2));
  expect(await files()).toEqual(['0000000000000003.ndjson', '0000000000000003.snapshot']);
});

test('a snapshot that a crash has cut off counts as none, however far it got', async () => {
  await journal.keepSnapshot(1, state(2));
  await journal.append([entry(1)]);
  await journal.begin(2);
  const begun = (function* () {
    yield* state(100);
    throw new Error('crash');
  })();
  await expect(journal.keepSnapshot(2, begun)).rejects.toThrow('crash');
  await journal.append([entry(2)]);
  await journal.shipped(2);
  expect(await reopen()).toMatchObject({ snapshot: state(2), entries: [entry(1), entry(2)] });
});

test('events go on being appended while a snapshot is written, and it does not have them', async () => {
  await journal.append([entry(1)]);
  await journal.begin(2);
  const writing = journal.keepSnapshot(2, state(5000));
  await journal.append([entry(2)]);
  await writing;
  await journal.shipped(1);
  const read = await reopen();
  expect(read.snapshot).toHaveLength(5000);
  expect(read.entries).toEqual([entry(2)]);
});

test('plans lie beside the journal, once however often they are saved, and go with the last file that names them', async () => {
  const plans = () => readdir(join(folder, 'plans'));
  const saved = (seq: number, plan: typeof emptyPlan) =>
    ({ seq, event: { type: 'plan-changed', plan, at: seq } }) as const;
  const another = { ...emptyPlan, holdMusic: 'another' };
  await journal.append([saved(1, emptyPlan), saved(2, { ...emptyPlan }), saved(3, another)]);
  expect(await plans()).toHaveLength(2);
  expect((await reopen()).entries).toEqual([saved(1, emptyPlan), saved(2, emptyPlan), saved(3, another)]);
  await journal.begin(4);
  await journal.keepSnapshot(4, [{ part: 'plan', value: another }]);
  await journal.shipped(3);
  expect(await plans()).toHaveLength(1);
  expect((await reopen()).snapshot).toEqual([{ part: 'plan', value: another }]);
});

test('plans that are written ahead of their events are there when those come, whatever is thrown away meanwhile', async () => {
  const [one, other] = [
    { ...emptyPlan, holdMusic: 'one' },
    { ...emptyPlan, holdMusic: 'other' },
  ];
  await journal.shelve(one);
  await journal.shelve(other);
  await journal.append([entry(1)]);
  await journal.begin(2);
  await journal.keepSnapshot(2, [{ part: 'plan', value: other }]);
  await journal.shipped(1);
  const folders = [...(await readdir(join(folder, 'plans')))].sort();
  const saved = [one, other].map((plan, at) => ({ seq: at + 2, event: { type: 'plan-changed', plan, at } }) as const);
  await journal.append(saved);
  expect([...(await readdir(join(folder, 'plans')))].sort()).toEqual(folders);
  expect((await reopen()).entries).toEqual(saved);
});

test('what was appended is synced within a moment, many lines by one sync, and before a file goes', async () => {
  let syncs = 0;
  const counting = {
    ...localDisk,
    open: async (path: string, how: 'new' | 'append') => {
      const file = await localDisk.open(path, how);
      return { ...file, sync: () => (path.endsWith('.ndjson') && syncs++, file.sync()) };
    },
  };
  const { journal: other } = await open(counting);
  await other.begin(10);
  for (let seq = 10; seq < 30; seq++) await other.append([entry(seq)]);
  const atOnce = syncs;
  await expect.poll(() => syncs).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(5);
  await other.close();
});

test('a new file is begun without waiting for the disk, and what stands in both is on it before the journal says so', async () => {
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const { journal: other } = await open({
    ...localDisk,
    async open(path, how) {
      const file = await localDisk.open(path, how);
      const sync = async () => {
        await slow.promise;
        await file.sync();
        done.push(path.slice(-8));
      };
      return { ...file, sync };
    },
    async syncFolder(path) {
      await slow.promise;
      await localDisk.syncFolder(path);
      done.push('folder');
    },
  });
  await other.begin(1);
  await other.append([entry(1)]);
  await other.begin(2);
  await other.append([entry(2)]);
  expect((await reopen()).entries).toEqual([entry(1), entry(2)]);
  const synced = other.synced();
  expect(done).toEqual([]);
  slow.resolve();
  await synced;
  // A slow machine has synced a file by the clock as well, once more in a row.
  expect(done.filter((one, at) => one !== done[at - 1])).toEqual(['folder', '1.ndjson', 'folder', '2.ndjson']);
  await other.close();
});

test('while a full file is closed, what is synced is the new one', async () => {
  let next: Journal | undefined;
  const { journal: slow } = await open({
    ...localDisk,
    async open(path, how) {
      const file = await localDisk.open(path, how);
      let isClosed = false;
      return {
        ...file,
        async sync() {
          if (isClosed) throw new Error('synced behind its end');
          await file.sync();
        },
        async close() {
          isClosed = true;
          await next?.synced();
          await file.close();
        },
      };
    },
  });
  next = slow;
  await slow.begin(1);
  await slow.append([entry(1)]);
  await slow.begin(2);
  await slow.append([entry(2)]);
  await slow.close();
  expect(troubles).toEqual([]);
});

test('keys that are pressed, or sent to the other side, are sealed in it, and are there again', async () => {
  const [call, leg] = [
    '00000000-0000-4000-8000-000000000001' as CallId,
    '00000000-0000-4000-8000-000000000002' as LegId,
  ]; // the test's own
  const pressed = { seq: 1, event: { type: 'digit', call, leg, digit: '7', at: 1 } } as const;
  const sent = {
    seq: 2,
    event: { type: 'requested', id: 'one', by: '101', what: { kind: 'keys', call, digits: '48151623' }, at: 2 },
  } as const;
  await journal.append([pressed, sent]);
  const [file] = await files();
  const text = await readFile(join(folder, file ?? ''), 'utf8');
  expect(text).not.toMatch(/48151623|"digits?":/);
  expect((await reopen()).entries).toEqual([pressed, sent]);
});

test.each([
  ['a later', journalVersion + 1],
  ['an earlier', 0],
  ['no', undefined],
])('a journal of %s version is not opened, whichever of its files says so, and is left as it is', async (_, v) => {
  await journal.append([entry(1)]);
  await journal.keepSnapshot(1, state(1));
  journal.beat(5000);
  await journal.close();
  const content = async () =>
    Promise.all((await readdir(folder)).sort().map(async (name) => [name, await textOf(join(folder, name))]));
  for (const [file, line] of [
    ['0000000000000001.ndjson', { v, ...entry(2) }],
    ['0000000000000001.snapshot', { v, part: 'end', value: 1 }],
  ] as const) {
    const path = join(folder, file);
    const own = await readFile(path, 'utf8');
    await appendFile(path, encodeLine(line));
    const before = await content();
    await expect(open()).rejects.toThrow(UnknownJournalVersion);
    await expect(open()).rejects.toThrow(`${file} is of journal version ${v}, and this server reads ${journalVersion}`);
    expect(await content()).toEqual(before);
    await writeFile(path, own);
  }
  expect(await reopen()).toMatchObject({ entries: [entry(1)], snapshot: state(1), aliveAt: 5000 });
});

/** Empty for a folder. */
const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');
