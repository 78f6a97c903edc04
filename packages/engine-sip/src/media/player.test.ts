import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '@alo/engine-host/audio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Player } from './player.ts';
import { PromptStore } from './prompt-store.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-player-'));
  await writeFile(join(folder, 'low.wav'), wav(new Int16Array(160).fill(1_000)));
  await writeFile(join(folder, 'high.wav'), wav(new Int16Array(160).fill(20_000)));
});
afterAll(() => rm(folder, { recursive: true }));

test('pieces of music are heard one after the other and from the first again, as loud as they are set', async () => {
  const pieces = [
    { kind: 'music', music: 'low.wav', gain: 0.5 },
    { kind: 'music', music: 'high.wav', gain: 2 },
    { kind: 'music', music: 'low.wav' },
  ] as const;
  const player = new Player(pieces, true, () => undefined);
  await player.load(new PromptStore(folder), () => undefined);
  const heard = Array.from({ length: 4 }, () => player.next()?.[0]);
  // What would be too loud is as loud as a telephone can be.
  expect(heard).toEqual([500, 32_767, 1_000, 500]);
});

function wav(samples: Int16Array): Buffer {
  return Buffer.concat([wavHeader(1, samples.byteLength), Buffer.from(samples.buffer)]);
}
