import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStereo } from './stereo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-stereo-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A piece whose samples are all the same. */
async function piece(name: string, value: number, ms: number): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, Buffer.concat([Buffer.alloc(44), Buffer.from(new Int16Array(ms * 8).fill(value).buffer)]));
  return file;
}

async function written(file: string): Promise<{ left: number[]; right: number[]; size: number }> {
  const bytes = await readFile(file);
  const samples = [...new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) / 2)];
  return {
    left: samples.filter((_, i) => i % 2 === 0),
    right: samples.filter((_, i) => i % 2 === 1),
    size: bytes.length,
  };
}

test('each voice is on its side where it spoke, and the rest is silence', async () => {
  const file = join(folder, 'whole.wav');
  const pieces = [
    { file: await piece('a', 100, 3_000), side: 'left', atMs: 500 },
    { file: await piece('b', 200, 1_000), side: 'right', atMs: 0 },
    { file: await piece('c', 300, 10_000), side: 'right', atMs: 2_500 },
  ] as const;
  const bytes = await writeStereo(file, pieces, 4_000);
  const { left, right, size } = await written(file);
  expect(size).toBe(bytes);
  const at = (side: number[], ms: number) => side[ms * 8];
  expect([at(left, 499), at(left, 500), at(left, 3_499), at(left, 3_500)]).toEqual([0, 100, 100, 0]);
  expect([at(right, 0), at(right, 999), at(right, 1_000), at(right, 2_500), at(right, 3_999)]).toEqual([
    200, 200, 0, 300, 300,
  ]);
  expect(left.length).toBe(32_000);
});

test('two voices of one side are added, and as loud as a file can be at most', async () => {
  const file = join(folder, 'sum.wav');
  const loud = await piece('loud', 30_000, 100);
  const pieces = [
    { file: loud, side: 'right', atMs: 0 },
    { file: loud, side: 'right', atMs: 50 },
  ] as const;
  await writeStereo(file, pieces, 100);
  const { right } = await written(file);
  expect([right[0], right[500]]).toEqual([30_000, 32_767]);
});
