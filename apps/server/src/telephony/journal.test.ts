import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Journal, openJournal } from './journal.ts';
import { emptySnapshot } from './snapshot.ts';

let folder: string;
let journal: Journal;

beforeEach(async () => {
  folder = await mkdtemp('/tmp/alo-journal-');
  journal = await openJournal(folder);
  await journal.rotate({ ...emptySnapshot, nextSeq: 1 });
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

const entry = (seq: number) =>
  ({ seq, event: { type: 'registered', extension: '101', contacts: seq, at: seq } }) as const;
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort();

async function reopen(): Promise<Journal['contents']> {
  const next = await openJournal(folder);
  await next.close();
  return next.contents;
}

test('what was appended is there after the process is gone, in its order', async () => {
  await journal.append([entry(1), entry(2)]);
  await journal.append([entry(3)]);
  journal.beat(5000);
  await expect.poll(async () => (await reopen()).aliveAt, { timeout: 10_000 }).toBe(5000);
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
  await writeFile(path, (await readFile(path, 'utf8')).replace('"contacts":2', '"contacts":9'));
  expect(await reopen()).toMatchObject({ entries: [entry(1)], torn: 1 });
});

test('older files go when the database has their events, and not before', async () => {
  await journal.append([entry(1), entry(2)]);
  await journal.rotate({ ...emptySnapshot, nextSeq: 3 });
  await journal.append([entry(3)]);
  await journal.shipped(1);
  expect(await files()).toHaveLength(2);
  expect((await reopen()).entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  await journal.shipped(2);
  expect(await files()).toHaveLength(1);
  expect(await reopen()).toMatchObject({ snapshot: { nextSeq: 3 }, entries: [entry(3)], lastSeq: 3 });
});
