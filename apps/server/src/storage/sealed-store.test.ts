import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { NotOpened } from '@alo/engine-host/sealed-sound';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fixedKey } from '../kernel/key-ring.ts';
import type { FileKey } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { openFiles } from './open-files.ts';
import { rewrapped, sealedHeadBytes } from './sealed-file.ts';
import { type SealedStore, sealedPlace, sealedStore } from './sealed-store.ts';

/** Recordings lie sealed, and are heard as what they were. */
let folder: string;
const secrets = [randomBytes(32), randomBytes(32)] as const;
const serverKey = fixedKey(secrets[0]);
let store: SealedStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-sealed-'));
  store = sealedStore(folderStore(folder), { serverKey, seals: true });
});
afterAll(() => rm(folder, { recursive: true }));

const key = (name: string): FileKey => ({ area: 'recordings', tenantId: 'cong-ty', name });
const pathOf = (name: string) => join(folder, 'recordings', 'cong-ty', name);
async function* inPieces(bytes: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const contents = async (from: Pick<SealedStore, 'find'>, name: string, part?: { start: number; end: number }) => {
  const file = await from.find(key(name));
  return file === undefined ? undefined : buffer(await file.read(part));
};

/** As an engine leaves it. */
async function engineWrote(name: string, bytes: Buffer): Promise<void> {
  await folderStore(folder).put(key(name), inPieces(bytes));
}

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])('%d bytes lie sealed and are read as they were', async (length) => {
  const bytes = randomBytes(length);
  await engineWrote(`${length}.wav`, bytes);
  expect(await store.seal(key(`${length}.wav`))).toBe(true);
  expect(await store.seal(key(`${length}.wav`))).toBe(false);
  const names = (await readdir(join(folder, 'recordings', 'cong-ty'))).filter((name) => name.startsWith(`${length}.`));
  expect(names).toEqual([`${length}.wav.sealed`]);
  expect((await store.find(key(`${length}.wav`)))?.bytes).toBe(length);
  expect((await contents(store, `${length}.wav`))?.equals(bytes)).toBe(true);
  // Of a byte or none there is nothing to recognise.
  const seen = bytes.subarray(10, 42);
  const isSeen = seen.length > 0 && (await readFile(pathOf(`${length}.wav.sealed`))).includes(seen);
  expect(isSeen).toBe(false);
});

test('any part is what it was, from whichever byte to whichever', async () => {
  const bytes = randomBytes(200_000);
  await engineWrote('parts.wav', bytes);
  await store.seal(key('parts.wav'));
  const within = fc.tuple(fc.nat(199_999), fc.nat(199_999));
  await fc.assert(
    fc.asyncProperty(within, async ([one, other]) => {
      const [start, end] = one < other ? [one, other] : [other, one];
      const part = await contents(store, 'parts.wav', { start, end });
      expect(part?.equals(bytes.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['a byte of its sound', 70_000],
  ['a byte of a tag', sealedHeadBytes + 65_536 + 3],
  ['its length', 9],
  ['its key', 60],
])('%s that was changed on the disk plays nothing of that piece', async (_what, at) => {
  const name = `changed-${at}.wav`;
  await engineWrote(name, randomBytes(150_000));
  await store.seal(key(name));
  const file = await open(pathOf(`${name}.sealed`), 'r+');
  const { buffer: byte } = await file.read(Buffer.alloc(1), 0, 1, at);
  await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  await file.close();
  await expect(contents(store, name)).rejects.toThrow(/sealed/);
});

test('one that is cut short, or lies under another name or company, does not open', async () => {
  await engineWrote('whole.wav', randomBytes(150_000));
  await store.seal(key('whole.wav'));
  const bytes = await readFile(pathOf('whole.wav.sealed'));
  await writeFile(pathOf('short.wav.sealed'), bytes);
  await expect(contents(store, 'short.wav')).rejects.toThrow('No key');
  await writeFile(pathOf('whole.wav.sealed'), bytes.subarray(0, 100_000));
  await expect(contents(store, 'whole.wav')).rejects.toThrow();
});

test('who listens while it is sealed hears all of it', async () => {
  const bytes = randomBytes(500_000);
  await engineWrote('heard.wav', bytes);
  const found = await store.find(key('heard.wav'));
  const began = await found?.read({ start: 0, end: 99_999 });
  await store.seal(key('heard.wav'));
  expect(began && (await buffer(began)).equals(bytes.subarray(0, 100_000))).toBe(true);
  // A player asks for the next part of what it found before.
  const next = await found?.read({ start: 100_000, end: 499_999 });
  expect(next && (await buffer(next)).equals(bytes.subarray(100_000))).toBe(true);
});

test('a death in between leaves the plain one, which is read and sealed by the next', async () => {
  const bytes = randomBytes(90_000);
  await engineWrote('died.wav', bytes);
  await store.seal(key('died.wav'));
  // The sealed one was there, and the plain one had not gone yet.
  await engineWrote('died.wav', bytes);
  expect((await contents(store, 'died.wav'))?.equals(bytes)).toBe(true);
  expect(await store.seal(key('died.wav'))).toBe(true);
  expect((await contents(store, 'died.wav'))?.equals(bytes)).toBe(true);
  // Cut off while it was written: a draft is nobody's recording.
  await engineWrote('half.wav', bytes);
  await writeFile(pathOf('half.wav.sealed.0000.draft'), bytes.subarray(0, 100));
  expect((await contents(store, 'half.wav'))?.equals(bytes)).toBe(true);
});

test('what is made of a recording is sealed, too, and goes with it; sounds and files of jobs are as they were', async () => {
  const files = openFiles({ dataFolder: folder, s3: undefined, sealsRecordings: true }, serverKey);
  await engineWrote('drawn.wav', randomBytes(1_000));
  await files.seal(key('drawn.wav'));
  await files.put(key('drawn.wav.peaks.json'), inPieces(Buffer.from('{"left":[1]}')));
  expect(String(await contents(files, 'drawn.wav.peaks.json'))).toBe('{"left":[1]}');
  const names = async () =>
    (await readdir(join(folder, 'recordings', 'cong-ty'))).filter((name) => name.startsWith('drawn')).toSorted();
  expect(await names()).toEqual(['drawn.wav.peaks.json.sealed', 'drawn.wav.sealed']);
  await files.remove(key('drawn.wav'));
  expect(await names()).toEqual([]);
  const sound: FileKey = { area: 'prompts', tenantId: 'cong-ty', name: 'chao.wav' };
  await files.put(sound, inPieces(Buffer.from('RIFF')));
  expect(String(await readFile(join(folder, 'prompts', 'cong-ty', 'chao.wav')))).toBe('RIFF');
});

test('where sealing is switched off again, what was sealed is heard as before', async () => {
  const bytes = randomBytes(10_000);
  await engineWrote('before.wav', bytes);
  await store.seal(key('before.wav'));
  const plain = openFiles({ dataFolder: folder, s3: undefined, sealsRecordings: false }, serverKey);
  expect((await contents(plain, 'before.wav'))?.equals(bytes)).toBe(true);
});

test('a key is sealed anew in two steps, each of which opens by what is there', async () => {
  const bytes = randomBytes(80_000);
  await engineWrote('anew.wav', bytes);
  await store.seal(key('anew.wav'));
  const path = pathOf('anew.wav.sealed');
  const both = fixedKey(secrets[1], secrets[0]);
  const head = (await readFile(path)).subarray(0, sealedHeadBytes);
  const { steps } = rewrapped(head, both, sealedPlace(key('anew.wav')));
  expect(steps).toHaveLength(2);
  const openedBy = async (ring: typeof both) => {
    const opened = sealedStore(folderStore(folder), { serverKey: ring, seals: true });
    return (await contents(opened, 'anew.wav'))?.equals(bytes);
  };
  for (const [step, older] of [
    [steps?.[0], true],
    [steps?.[1], false],
  ] as const) {
    if (step === undefined) throw new Error('A step is missing.');
    const file = await open(path, 'r+');
    await file.write(step, 0, step.length, 0);
    await file.close();
    expect(await openedBy(both)).toBe(true);
    expect(await openedBy(fixedKey(secrets[1]))).toBe(true);
    const byOlder = await openedBy(fixedKey(secrets[0])).catch(
      (error: unknown) => error instanceof NotOpened && 'none',
    );
    expect(byOlder).toBe(older ? true : 'none');
    const again = rewrapped(step, both, sealedPlace(key('anew.wav')));
    expect(again.steps).toHaveLength(older ? 2 : 0);
  }
});
