import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { waveformOf } from './waveform.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-waveform-'));
  path = join(folder, 'a.wav');
  const header = Buffer.alloc(44);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt16LE(16, 34);
  await writeFile(path, Buffer.concat([header, Buffer.alloc(32_000, 0x40)]));
  onTestFinished(() => rm(folder, { recursive: true }));
});

test('many who look at a recording for the first time at once all see it, and one file is kept', async () => {
  const seen = await Promise.all(Array.from({ length: 20 }, () => waveformOf(path)));
  expect(seen.map((waveform) => waveform?.seconds)).toEqual(Array(20).fill(1));
  expect((await readdir(folder)).sort()).toEqual(['a.wav', 'a.wav.peaks.json']);
});

test('where the peaks cannot be kept they are shown all the same, and nothing half-written stays', async () => {
  await mkdir(`${path}.peaks.json`); // In the way, as a full disk is.
  expect((await waveformOf(path))?.seconds).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['a.wav', 'a.wav.peaks.json']);
});
