import { setImmediate as breathe } from 'node:timers/promises';
import { Application, createEncoder, Signal } from 'libopus-wasm';

import {
  bothOf,
  clockTicks,
  headPages,
  type OpusAbout,
  packetSamples,
  pageOf,
  pagePackets,
  sampleRate,
} from './ogg-opus.ts';

/** For each side: half a minute of speech and half of silence, as a side of a call is, are 60 KB. */
const bitrate = 16_000;
/** Makes the sound of a WAV file, what is behind its head, Opus in Ogg. */
export async function* smallOf(
  sound: AsyncIterable<unknown>,
  { channels, frames }: Pick<OpusAbout, 'channels' | 'frames'>,
): AsyncGenerator<Buffer> {
  const coders = await Promise.all(
    Array.from({ length: channels }, () =>
      createEncoder({
        sampleRate,
        channels: 1,
        application: Application.Voip,
        signal: Signal.Voice,
        frameSize: packetSamples,
        bitrate,
        complexity: 5,
        vbr: true,
      }),
    ),
  );
  try {
    const early = coders[0]?.getLookahead() ?? 0;
    yield headPages({ channels, frames, early });
    const packets = Math.ceil((frames + early) / packetSamples);
    let page: Buffer[] = [];
    let nth = 0;
    for await (const samples of framesOf(sound, channels, packets)) {
      page.push(bothOf(coders.map((coder, side) => Buffer.from(coder.encode(sideOf(samples, side, channels))))));
      nth += 1;
      const last = nth === packets;
      if (page.length < pagePackets && !last) continue;
      // The end of the last page cuts off what was added to fill its packet.
      const end = last ? frames + early : nth * packetSamples;
      yield pageOf(page, { nth: 1 + Math.ceil(nth / pagePackets), granule: BigInt(end * clockTicks), last });
      page = [];
      await breathe();
    }
  } finally {
    for (const coder of coders) coder.free();
  }
}

/** So many packets of samples, both sides in turns; silence behind the end. */
async function* framesOf(sound: AsyncIterable<unknown>, channels: number, packets: number): AsyncGenerator<Int16Array> {
  const size = packetSamples * channels * 2;
  let left = packets;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of sound) {
    if (!Buffer.isBuffer(piece)) continue;
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    for (; at + size <= rest.length && left > 0; at += size, left -= 1) yield samplesIn(rest.subarray(at, at + size));
    rest = rest.subarray(at);
  }
  for (; left > 0; left -= 1) {
    const frame = Buffer.alloc(size);
    rest.copy(frame);
    rest = rest.subarray(size);
    yield samplesIn(frame);
  }
}

/** The bytes may stand where no 16-bit number may. */
function samplesIn(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length / 2);
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(2 * at);
  return samples;
}

function sideOf(samples: Int16Array, side: number, channels: number): Int16Array {
  if (channels === 1) return samples;
  const own = new Int16Array(samples.length / channels);
  for (let at = 0; at < own.length; at += 1) own[at] = samples[at * channels + side] ?? 0;
  return own;
}
