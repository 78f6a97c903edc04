import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { wavHeader } from '@alo/engine-host/audio';
import { beforeAll, expect, test } from 'vitest';

import { twoSpeaking } from '../../../testing/telephone-sound.ts';
import type { StoredFile } from '../file-store.ts';
import { hearRecording } from '../hear-recording.ts';
import { madeSmall } from './make-small.ts';
import { bothOf, sidesOf } from './ogg-opus.ts';
import { asWav, smallAbout } from './small-recording.ts';

const stored = (bytes: Buffer): StoredFile => ({
  bytes: bytes.length,
  read: (part) => Promise.resolve(Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes])),
});

let wav: Buffer;
let small: Buffer;
let back: Buffer;

beforeAll(async () => {
  wav = await twoSpeaking(30.037);
  small = (await madeSmall(stored(wav))) ?? Buffer.alloc(0);
  back = await buffer(await (await asWav(stored(small))).read());
});

test('a conversation becomes a tenth of its size, and a WAV of the same length again', () => {
  expect(small.length).toBeLessThan(wav.length / 10);
  expect(back.subarray(0, 44).equals(wav.subarray(0, 44))).toBe(true);
  expect(back.length).toBe(wav.length);
});

test('it sounds as before: each side where it was, by ten decibels above what differs', () => {
  for (const side of [0, 1]) {
    let [sum, frames] = [0, 0];
    for (let from = 44; from + 640 <= wav.length; from += 640) {
      let [said, differs] = [0, 1];
      for (let at = from + 2 * side; at < from + 640; at += 4) {
        said += wav.readInt16LE(at) ** 2;
        differs += (wav.readInt16LE(at) - back.readInt16LE(at)) ** 2;
      }
      if (said / 160 < 40_000) continue;
      sum += Math.min(35, Math.max(-10, 10 * Math.log10(said / differs)));
      frames += 1;
    }
    expect(sum / frames).toBeGreaterThan(10);
  }
});

test('nothing of one side is heard in the channel of the other, and who spoke when is told as before', async () => {
  const [before, after] = [await hearRecording(stored(wav)), await hearRecording(await asWav(stored(small)))];
  for (const side of ['left', 'right'] as const) {
    const [was, is] = [before?.voices?.[side] ?? [], after?.voices?.[side] ?? []];
    expect(was.length).toBeGreaterThan(1);
    expect(is.length).toBe(was.length);
    for (const [nth, [from, to]] of was.entries()) {
      expect(Math.abs((is[nth]?.[0] ?? 0) - from)).toBeLessThanOrEqual(100);
      expect(Math.abs((is[nth]?.[1] ?? 0) - to)).toBeLessThanOrEqual(100);
    }
  }
});

test('any part of it is the same bytes as of the whole, wherever it begins and ends', async () => {
  const file = await asWav(stored(small));
  const parts = [
    [0, 0],
    [0, 43],
    [10, 100],
    [44, 47],
    [45, 61_500],
    [61_483, 61_484],
    [500_001, 700_000],
    [wav.length - 3, wav.length + 99],
  ] as const;
  for (const [start, end] of parts) {
    const part = await buffer(await file.read({ start, end }));
    expect(part.equals(back.subarray(start, end + 1)), `${start} to ${end}`).toBe(true);
  }
});

test('one that was cut off is silent where it is missing', async () => {
  const cut = await buffer(await (await asWav(stored(small.subarray(0, small.length / 2)))).read());
  expect(cut.length).toBe(wav.length);
  expect(cut.subarray(-1_000).every((byte) => byte === 0)).toBe(true);
});

test('one side alone is kept small as well, and shorter than a packet', async () => {
  const one = Buffer.concat([wavHeader(1, 200), Buffer.alloc(200, 7)]);
  const made = await madeSmall(stored(one));
  expect(await smallAbout(stored(made ?? one))).toMatchObject({ channels: 1, frames: 100 });
  expect((await buffer(await (await asWav(stored(made ?? one))).read())).length).toBe(244);
});

test('what is no sound of a telephone stays as it is', async () => {
  expect(await madeSmall(stored(Buffer.alloc(400)))).toBeUndefined();
  expect(await madeSmall(stored(wavHeader(2, 0)))).toBeUndefined();
  expect(await buffer(await (await asWav(stored(wav))).read())).toEqual(wav);
  expect((await asWav(stored(Buffer.alloc(0)))).bytes).toBe(0);
});

test('packets of both sides come apart as they were put together, however long', () => {
  for (const length of [0, 1, 251, 252, 253, 255, 600]) {
    const sides = [Buffer.concat([Buffer.from([8]), Buffer.alloc(length, 3)]), Buffer.from([8, 1, 2])];
    expect(sidesOf(bothOf(sides), 2)).toEqual(sides);
  }
});
