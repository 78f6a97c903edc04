import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as breathe } from 'node:timers/promises';
import { SAMPLE_RATE, WAV_HEADER, wavHeader } from '@alo/engine-host/audio';
import { createDecoder } from 'libopus-wasm';

import type { StoredFile } from '../file-store.ts';
import { aboutBytes, aboutIn, type OpusAbout, packetSamples, pagePackets, pagesOf, sidesOf } from './ogg-opus.ts';

/** A page is decoded from so many packets before it on, so that it sounds the same wherever one begins to listen. */
const primed = 4;

/** What a WAV file is, as an engine writes it; undefined for what cannot be made small. */
export function wavAbout(head: Buffer, bytes: number): Pick<OpusAbout, 'channels' | 'frames'> | undefined {
  if (head.length < WAV_HEADER || head.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const [format, channels] = [head.readUInt16LE(20), head.readUInt16LE(22)];
  const [rate, bits] = [head.readUInt32LE(24), head.readUInt16LE(34)];
  if (format !== 1 || bits !== 16 || rate !== SAMPLE_RATE || (channels !== 1 && channels !== 2)) return undefined;
  const frames = Math.floor((bytes - WAV_HEADER) / (2 * channels));
  return frames <= 0 ? undefined : { channels, frames };
}

/** What a file is that lies small; undefined for any other. */
export async function smallAbout(file: StoredFile): Promise<OpusAbout | undefined> {
  const end = Math.min(file.bytes, aboutBytes) - 1;
  return end < 0 ? undefined : aboutIn(await buffer(await file.read({ start: 0, end })));
}

/** A recording as WAV, whole and in parts, however it lies. The same bytes wherever one begins. */
export async function asWav(file: StoredFile): Promise<StoredFile> {
  const about = await smallAbout(file);
  if (about === undefined) return file;
  const { channels, frames } = about;
  const bytes = WAV_HEADER + frames * channels * 2;
  return {
    bytes,
    async read({ start, end } = { start: 0, end: bytes - 1 }) {
      const to = Math.min(end, bytes - 1);
      if (start > to) return Readable.from([]);
      return Readable.from(wavPart(file, about, { start, end: to }), { objectMode: false });
    },
  };
}

async function* wavPart(
  file: StoredFile,
  about: OpusAbout,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const { channels, frames } = about;
  if (start < WAV_HEADER) yield wavHeader(channels, frames * channels * 2).subarray(start, end + 1);
  if (end < WAV_HEADER) return;
  // Where the part begins and ends among the octets of sound.
  let at = Math.max(0, start - WAV_HEADER);
  const to = end + 1 - WAV_HEADER;
  for await (const { from, sound } of soundFrom(await file.read(), about, Math.floor(at / (2 * channels)))) {
    const part = sound.subarray(at - from, Math.min(sound.length, to - from));
    if (part.length > 0) yield part;
    at += part.length;
    if (at >= to) return;
  }
  // A file that was cut off: what is missing of it is silent.
  for (; at < to; at += Math.min(65_536, to - at)) yield Buffer.alloc(Math.min(65_536, to - at));
}

/** Sound by the page, with the octet at which it stands, from the page with this sample on. */
async function* soundFrom(
  content: AsyncIterable<unknown>,
  { channels, early, frames }: OpusAbout,
  sample: number,
): AsyncGenerator<{ readonly from: number; readonly sound: Buffer }> {
  const pageSamples = packetSamples * pagePackets;
  const begins = Math.floor((sample + early) / pageSamples);
  let nth = -heads;
  let before: Buffer[] = [];
  for await (const packets of pagesOf(content)) {
    if (nth >= begins) {
      const from = nth * pageSamples - early;
      const skipped = Math.max(0, -from);
      const length = Math.min(packets.length * packetSamples, frames - from) - skipped;
      const page = { channels, skipped, length: Math.max(0, length) };
      yield { from: Math.max(0, from) * channels * 2, sound: await decoded(before, packets, page) };
      await breathe();
    }
    before = nth < 0 ? [] : packets.slice(-primed);
    nth += 1;
  }
}

/** The samples of a page, which begin behind those that are `skipped`, by coders that have heard what is `before` it. */
async function decoded(
  before: readonly Buffer[],
  packets: readonly Buffer[],
  { channels, skipped, length }: { channels: 1 | 2; skipped: number; length: number },
): Promise<Buffer> {
  const sound = Buffer.alloc(length * channels * 2);
  for (let side = 0; side < channels; side += 1) {
    using coder = await createDecoder({ sampleRate: SAMPLE_RATE, channels: 1 });
    const decode = (packet: Buffer) => coder.decode(sidesOf(packet, channels)[side] ?? null);
    for (const packet of before) decode(packet);
    for (const [place, packet] of packets.entries()) {
      for (const [within, value] of decode(packet).entries()) {
        const frame = place * packetSamples + within - skipped;
        if (frame >= 0 && frame < length) sound.writeInt16LE(value, 2 * (frame * channels + side));
      }
    }
  }
  return sound;
}

/** Pages before the first one with sound. */
const heads = 2;
