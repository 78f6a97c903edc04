import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import type { FileStore } from '../../storage/file-store.ts';
import { folderStore } from '../../storage/folder-store.ts';
import { waveformOf } from './waveform.ts';

const recording = { area: 'recordings', tenantId: 'cong-ty', name: 'a.wav' } as const;
let folder: string;
let files: FileStore;
let bytes: Buffer;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'alo-waveform-'));
  files = folderStore(root);
  folder = join(root, 'recordings', 'cong-ty');
  await mkdir(folder, { recursive: true });
  const header = Buffer.alloc(44);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt16LE(16, 34);
  bytes = Buffer.concat([header, Buffer.alloc(32_000, 0x40)]);
  await writeFile(join(folder, 'a.wav'), bytes);
  onTestFinished(() => rm(root, { recursive: true }));
});

test('many who look at a recording for the first time at once all see it, and one file is kept', async () => {
  const seen = await Promise.all(Array.from({ length: 20 }, () => waveformOf(files, recording, 'inbound')));
  expect(seen.map((waveform) => waveform?.seconds)).toEqual(Array(20).fill(1));
  expect((await readdir(folder)).sort()).toEqual(['a.wav', 'a.wav.peaks.json']);
});

test('where the peaks cannot be kept they are shown all the same, and nothing half-written stays', async () => {
  await mkdir(join(folder, 'a.wav.peaks.json')); // In the way, as a full disk is.
  expect((await waveformOf(files, recording, 'inbound'))?.seconds).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['a.wav', 'a.wav.peaks.json']);
});

test('the wave is the same however the bytes come in', async () => {
  const whole = await waveformOf(files, recording, 'inbound');
  const inOddPieces: FileStore = {
    ...files,
    put: () => Promise.reject(new Error('full')),
    find: async ({ name }) =>
      name !== 'a.wav'
        ? undefined
        : {
            bytes: bytes.length,
            read: async ({ start, end } = { start: 0, end: bytes.length - 1 }) => {
              const part = bytes.subarray(start, end + 1);
              const size = 777;
              return Readable.from(
                Array.from({ length: Math.ceil(part.length / size) }, (_, n) =>
                  part.subarray(n * size, (n + 1) * size),
                ),
              );
            },
          },
  };
  expect(await waveformOf(inOddPieces, recording, 'inbound')).toEqual(whole);
});
