import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { type ArchivePart, archiveOf } from './archive.ts';

const long = 'một dòng dài, lặp lại nhiều lần; '.repeat(50_000);

async function* pieces(whole: string) {
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
}

async function* parts(): AsyncGenerator<ArchivePart> {
  yield { name: 'ghi âm/một.txt', content: pieces(long), level: 1 };
  yield { name: 'trống.txt', content: pieces('') };
  yield { name: 'hai.txt', content: Buffer.from('hai') };
}

/** As another program reads them; that leaves it to us to compare the sums. */
async function contents(zipped: Buffer): Promise<[string, string][]> {
  const zip = await fromBufferPromise(zipped, { lazyEntries: true });
  const found: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const content = await text(await zip.openReadStreamPromise(entry));
    expect(entry.crc32).toBe(crc32(content));
    found.push([entry.fileName, content]);
  }
  return found;
}

const expected = [
  ['ghi âm/một.txt', long],
  ['trống.txt', ''],
  ['hai.txt', 'hai'],
];

test('a zip has its parts in their order, byte for byte', async () => {
  const zipped = await buffer(Readable.from(archiveOf(parts())));
  expect(await contents(zipped)).toEqual(expected);
  expect(zipped.length).toBeLessThan(20_000);
});

test('parts that are longer than four bytes can tell are told in eight', async () => {
  expect(await contents(await buffer(Readable.from(archiveOf(parts(), 4))))).toEqual(expected);
});

test('a part that breaks breaks the zip, and whoever leaves in the middle ends the part', async () => {
  let open = 0;
  async function* endless() {
    open += 1;
    try {
      for (;;) yield Buffer.from(crypto.randomUUID().repeat(1_000));
    } finally {
      open -= 1;
    }
  }
  async function* broken() {
    yield Buffer.from('một');
    throw new Error('the source broke');
  }
  async function* only(content: ArchivePart['content']) {
    yield { name: 'một.txt', content };
  }
  await expect(buffer(Readable.from(archiveOf(only(broken()))))).rejects.toThrow('the source broke');
  let bytes = 0;
  for await (const chunk of archiveOf(only(endless()))) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }
  await expect.poll(() => open).toBe(0);
});
