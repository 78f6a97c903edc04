import { buffer, json } from 'node:stream/consumers';
import { callWaveform } from '@alo/contract';
import type { z } from 'zod';

import type { FileKey, FileStore, StoredFile } from '../../storage/file-store.ts';
import { peaksOf } from '../../storage/open-files.ts';

export type Waveform = z.output<typeof callWaveform.result>;

const headerBytes = 44;
/** Slices of a whole recording: more than a screen has pixels to show. */
const slices = 800;
const fullScale = 32_768;

/** The recording's peaks, made at the first look and kept beside the file. Undefined for what is not there, or not 16-bit PCM. */
export async function waveformOf(files: FileStore, recording: FileKey): Promise<Waveform | undefined> {
  const kept = peaksOf(recording);
  const stored = callWaveform.result.safeParse(await readJson(files, kept));
  if (stored.success) return stored.data;
  const file = await files.find(recording);
  const waveform = file === undefined ? undefined : await measure(file);
  // Where the disk is full, or not ours to write, it is measured again next time.
  if (waveform !== undefined) await files.put(kept, once(JSON.stringify(waveform))).catch(() => undefined);
  return waveform;
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function measure(file: StoredFile): Promise<Waveform | undefined> {
  if (file.bytes <= headerBytes) return undefined;
  const header = await buffer(await file.read({ start: 0, end: headerBytes - 1 }));
  const [format, channels] = [header.readUInt16LE(20), header.readUInt16LE(22)];
  const [rate, bits] = [header.readUInt32LE(24), header.readUInt16LE(34)];
  if (format !== 1 || bits !== 16 || (channels !== 1 && channels !== 2) || rate === 0) return undefined;

  const frameBytes = 2 * channels;
  const frames = Math.floor((file.bytes - headerBytes) / frameBytes);
  const framesPerSlice = Math.max(1, Math.ceil(frames / slices));
  const peaks = [new Float64Array(slices), new Float64Array(slices)] as const;
  let frame = 0;
  // What is left of a chunk that ends within a frame begins the next one.
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of await file.read({ start: headerBytes, end: file.bytes - 1 })) {
    if (!Buffer.isBuffer(bytes)) continue;
    const chunk = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (; at + frameBytes <= chunk.length; at += frameBytes, frame += 1) {
      const slice = Math.floor(frame / framesPerSlice);
      for (let channel = 0; channel < channels; channel += 1) {
        const loudness = Math.abs(chunk.readInt16LE(at + 2 * channel));
        const peak = peaks[channel === 0 ? 0 : 1];
        if (loudness > (peak[slice] ?? 0)) peak[slice] = loudness;
      }
    }
    rest = chunk.subarray(at);
  }
  const used = Math.ceil(frames / framesPerSlice);
  const shown = (channel: Float64Array) =>
    Array.from(channel.subarray(0, used), (peak) => Math.round((peak / fullScale) * 1_000) / 1_000);
  const left = shown(peaks[0]);
  return { seconds: frames / rate, left, right: channels === 2 ? shown(peaks[1]) : left };
}

async function readJson(files: FileStore, key: FileKey): Promise<unknown> {
  try {
    const file = await files.find(key);
    return file === undefined ? undefined : await json(await file.read());
  } catch {
    // Not readable: it is made anew.
    return undefined;
  }
}
