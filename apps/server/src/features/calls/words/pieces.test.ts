import { Readable } from 'node:stream';
import { expect, test } from 'vitest';

import { partsOf, pieceOf, voicesOf } from './pieces.ts';
import { saidAloud } from './recogniser.ts';

const minute = 60_000;

test('a voice is cut where it pauses, into parts of ten minutes at most, and long silences are sent to nobody', () => {
  expect(partsOf([])).toEqual([]);
  expect(
    partsOf([
      [1_000, 2_000],
      [20_000, 25_000],
      [60_000, 61_000],
    ]),
  ).toEqual([
    [1_000, 25_000],
    [60_000, 61_000],
  ]);
  const often = Array.from({ length: 90 }, (_, n): [number, number] => [n * 10_000, n * 10_000 + 8_000]);
  const parts = partsOf(often);
  expect(parts.length).toBe(2);
  for (const [from, to] of parts) expect(to - from).toBeLessThanOrEqual(10 * minute);
  expect(often.every(([from, to]) => parts.some(([begins, ends]) => begins <= from && ends >= to))).toBe(true);
  // Music, which never pauses.
  expect(partsOf([[0, 25 * minute]])).toEqual([
    [0, 10 * minute],
    [10 * minute, 20 * minute],
    [20 * minute, 25 * minute],
  ]);
});

test('a sentence where nobody speaks is not taken', () => {
  const at = (from: number, to: number) => ({ from, to, text: 'Cảm ơn đã xem', words: [] });
  const voice = [[1_000, 3_000]] as const;
  const said = [at(0, 600), at(500, 800), at(2_000, 9_000), at(3_200, 3_400), at(5_000, 6_000)];
  expect(saidAloud(said, voice)).toEqual([at(500, 800), at(2_000, 9_000), at(3_200, 3_400)]);
});

/** Left is loud in its first second, right in its second one, of two. */
const stereo = () => {
  const [rate, frames] = [8_000, 16_000];
  const wav = Buffer.alloc(44 + frames * 4);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt16LE(16, 34);
  for (let frame = 0; frame < frames; frame += 1)
    wav.writeInt16LE(10_000 + frame / 10, 44 + frame * 4 + (frame < rate ? 0 : 2));
  return {
    bytes: wav.length,
    read: async ({ start = 0, end = wav.length - 1 } = {}) => Readable.from([wav.subarray(start, end + 1)]),
  };
};

test('each voice is a file of its own channel alone, from a moment before its first word', async () => {
  const file = stereo();
  const voices = (await voicesOf(file)) ?? [];
  expect(voices).toEqual([
    { side: 'left', speaks: [[0, 1_000]] },
    { side: 'right', speaks: [[1_000, 2_000]] },
  ]);
  const [, right] = voices;
  if (right === undefined) throw new Error('nobody speaks');
  const { wav, ms, at } = await pieceOf(file, right, [1_000, 2_000]);
  expect([ms, at, wav.readUInt16LE(22), wav.length]).toEqual([1_300, 700, 1, 44 + 1_300 * 16]);
  // Silence of its own channel, though the other is loud there, and then its own samples.
  expect([wav.readInt16LE(44), wav.readInt16LE(44 + 2_398 * 2), wav.readInt16LE(44 + 2_400 * 2)]).toEqual([
    0, 0, 10_800,
  ]);
});
