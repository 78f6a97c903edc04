import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '@alo/engine-host/audio';
import { NotOpened, sealedForm, sealPiece } from '@alo/engine-host/sealed-sound';
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

test('a message that lies sealed is heard by the key that came with the command, and by no other', async () => {
  const { headBytes, lengthAt, pieceBytes } = sealedForm;
  const plain = wav(new Int16Array(80_000).fill(1_234));
  const key = randomBytes(32);
  const head = Buffer.alloc(headBytes);
  head.writeBigUInt64LE(BigInt(plain.length), lengthAt);
  const pieces = Array.from({ length: Math.ceil(plain.length / pieceBytes) }, (_, nth) =>
    sealPiece(key, nth, plain.subarray(nth * pieceBytes, (nth + 1) * pieceBytes)),
  );
  const sealed = Buffer.concat([head, ...pieces]);
  await mkdir(join(folder, 'recordings/cong-ty'), { recursive: true });
  const file = 'recordings/cong-ty/loi-nhan.wav';
  await writeFile(join(folder, `${file}.sealed`), sealed);
  const prompts = new PromptStore(folder);
  await expect(prompts.clip(file)).rejects.toMatchObject({ code: 'ENOENT' });
  prompts.opens({ [file]: randomBytes(32).toString('base64') });
  await expect(prompts.clip(file)).rejects.toThrow(NotOpened);
  prompts.opens({ [file]: key.toString('base64') });
  const clip = await prompts.clip(file);
  expect([clip.length, clip.every((sample) => sample === 1_234)]).toEqual([80_000, true]);
  await writeFile(join(folder, `${file}.sealed`), sealed.subarray(0, -1));
  await expect(new PromptStore(folder).clip(file)).rejects.toMatchObject({ code: 'ENOENT' });
  const short = new PromptStore(folder);
  short.opens({ [file]: key.toString('base64') });
  await expect(short.clip(file)).rejects.toThrow(NotOpened);
});

function wav(samples: Int16Array): Buffer {
  return Buffer.concat([wavHeader(1, samples.byteLength), Buffer.from(samples.buffer)]);
}
