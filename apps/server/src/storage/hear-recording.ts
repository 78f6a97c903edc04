import { buffer } from 'node:stream/consumers';

import { LoudnessMeter, type Voices, voicesIn } from '../kernel/recorded-voices.ts';
import type { StoredFile } from './file-store.ts';

const headerBytes = 44;
/** Slices of a whole recording: more than a screen has pixels to show. */
const slices = 800;
const fullScale = 32_768;

/** A recording as it was listened to, once from beginning to end. */
export interface RecordingLevels {
  readonly seconds: number;
  /** The loudest of each slice, 0 to 1: left is the caller, right the called. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** Null where both sides are on one channel. */
  readonly voices: Voices | null;
}

/** Undefined for what is not 16-bit PCM. */
export async function hearRecording(file: StoredFile): Promise<RecordingLevels | undefined> {
  if (file.bytes <= headerBytes) return undefined;
  const header = await buffer(await file.read({ start: 0, end: headerBytes - 1 }));
  const [format, channels] = [header.readUInt16LE(20), header.readUInt16LE(22)];
  const [rate, bits] = [header.readUInt32LE(24), header.readUInt16LE(34)];
  if (format !== 1 || bits !== 16 || (channels !== 1 && channels !== 2) || rate === 0) return undefined;

  const frameBytes = 2 * channels;
  const frames = Math.floor((file.bytes - headerBytes) / frameBytes);
  const framesPerSlice = Math.max(1, Math.ceil(frames / slices));
  const sides = [new Float64Array(slices), new Float64Array(slices)].map((peaks) => ({
    peaks,
    meter: new LoudnessMeter(rate),
  }));
  const heard = sides.slice(0, channels);
  let frame = 0;
  // What is left of a chunk that ends within a frame begins the next one.
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of await file.read({ start: headerBytes, end: file.bytes - 1 })) {
    if (!Buffer.isBuffer(bytes)) continue;
    const chunk = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (; at + frameBytes <= chunk.length; at += frameBytes, frame += 1) {
      const slice = Math.floor(frame / framesPerSlice);
      let sample = at;
      for (const { peaks, meter } of heard) {
        const value = chunk.readInt16LE(sample);
        meter.hear(value / fullScale);
        const loudness = Math.abs(value);
        if (loudness > (peaks[slice] ?? 0)) peaks[slice] = loudness;
        sample += 2;
      }
    }
    rest = chunk.subarray(at);
  }
  const used = Math.ceil(frames / framesPerSlice);
  const shown = (peaks: Float64Array = new Float64Array(0)) =>
    Array.from(peaks.subarray(0, used), (peak) => Math.round((peak / fullScale) * 1_000) / 1_000);
  const [left, right] = heard;
  return {
    seconds: frames / rate,
    left: shown(left?.peaks),
    right: shown((right ?? left)?.peaks),
    voices: left === undefined || right === undefined ? null : voicesIn(left.meter.frames(), right.meter.frames()),
  };
}
