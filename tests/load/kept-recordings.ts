/**
 * What it costs to keep recordings as Opus: two people who speak in turns without a pause, on a line that is never wholly silent. How long
 * the child with less priority takes for a minute of a call, its own start among it, and CPU of this process beside it; what is kept; CPU to hear the minute as WAV
 * again; and how far the sound is from what it was (segmental signal-to-noise ratio of the frames in which somebody speaks). Prints one JSON object.
 *
 *   node tests/load/kept-recordings.ts [--minutes=10]
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import type { StoredFile } from '../../apps/server/src/storage/file-store.ts';
import { madeSmall } from '../../apps/server/src/storage/small/make-small.ts';
import { asWav } from '../../apps/server/src/storage/small/small-recording.ts';
import { twoSpeaking } from '../../apps/server/testing/telephone-sound.ts';
import { round } from './generator.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
const wav = await twoSpeaking(minutes * 60);

const began = performance.now();
const usedHere = process.cpuUsage();
const small = await madeSmall(stored(wav));
const here = process.cpuUsage(usedHere);
const lastedMs = performance.now() - began;
if (small === undefined) throw new Error('Nothing was made small.');

const heardFrom = process.cpuUsage();
const back = await buffer(await (await asWav(stored(small))).read());
const heard = process.cpuUsage(heardFrom);

console.log(
  JSON.stringify(
    {
      minutes,
      wavBytesPerSecond: round(wav.length / minutes / 60, 0),
      keptBytesPerSecond: round(small.length / minutes / 60, 0),
      timesSmaller: round(wav.length / small.length, 1),
      lastedMsPerMinute: round(lastedMs / minutes, 0),
      cpuMsHerePerMinute: round((here.user + here.system) / 1_000 / minutes, 0),
      cpuMsToHearAMinute: round((heard.user + heard.system) / 1_000 / minutes, 0),
      segmentalSnrDb: round(segmentalSnr(wav, back), 1),
    },
    null,
    2,
  ),
);

function stored(bytes: Buffer): StoredFile {
  return {
    bytes: bytes.length,
    read: (part) => Promise.resolve(Readable.from([part ? bytes.subarray(part.start, part.end + 1) : bytes])),
  };
}

/** By frames of 20 ms of each side, as far as anybody speaks in them. */
function segmentalSnr(one: Buffer, other: Buffer): number {
  let [sum, frames] = [0, 0];
  for (let from = 44; from + 640 <= one.length; from += 640) {
    for (const side of [0, 2]) {
      let [said, differs] = [0, 1];
      for (let at = from + side; at < from + 640; at += 4) {
        said += one.readInt16LE(at) ** 2;
        differs += (one.readInt16LE(at) - other.readInt16LE(at)) ** 2;
      }
      if (said / 160 < 40_000) continue;
      sum += Math.min(35, Math.max(-10, 10 * Math.log10(said / differs)));
      frames += 1;
    }
  }
  return sum / frames;
}
