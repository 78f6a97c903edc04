import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { callWaveform } from '@alo/contract';
import type { z } from 'zod';

export type Waveform = z.output<typeof callWaveform.result>;

const headerBytes = 44;
/** Slices of a whole recording: more than a screen has pixels to show. */
const slices = 800;
const fullScale = 32_768;

/** The recording's peaks, made at the first look and kept beside the file. Undefined for what is not 16-bit PCM. */
export async function waveformOf(path: string): Promise<Waveform | undefined> {
  const kept = `${path}.peaks.json`;
  const stored = callWaveform.result.safeParse(await readJson(kept));
  if (stored.success) return stored.data;
  const waveform = await measure(path);
  if (waveform === undefined) return undefined;
  await keep(kept, waveform);
  return waveform;
}

async function keep(path: string, waveform: Waveform): Promise<void> {
  // Written aside and moved, so that nobody reads half of it; each writer has a draft of its own.
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(waveform));
    await rename(draft, path);
  } catch {
    // The disk is full, or not ours to write: it is measured again next time.
    await rm(draft, { force: true });
  }
}

async function measure(path: string): Promise<Waveform | undefined> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, 0);
    const [format, channels, rate, bits] =
      bytesRead < headerBytes
        ? [0, 0, 0, 0]
        : [header.readUInt16LE(20), header.readUInt16LE(22), header.readUInt32LE(24), header.readUInt16LE(34)];
    if (format !== 1 || bits !== 16 || (channels !== 1 && channels !== 2) || rate === 0) return undefined;

    const { size } = await file.stat();
    const frames = Math.floor((size - headerBytes) / (2 * channels));
    const framesPerSlice = Math.max(1, Math.ceil(frames / slices));
    const peaks = [new Float64Array(slices), new Float64Array(slices)] as const;
    let frame = 0;
    // Whole frames at a time: 64 kB is a multiple of both frame sizes.
    for await (const chunk of file.createReadStream({ start: headerBytes, highWaterMark: 65_536, autoClose: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (let at = 0; at + 2 * channels <= chunk.length; at += 2 * channels, frame += 1) {
        const slice = Math.floor(frame / framesPerSlice);
        for (let channel = 0; channel < channels; channel += 1) {
          const loudness = Math.abs(chunk.readInt16LE(at + 2 * channel));
          const peak = peaks[channel === 0 ? 0 : 1];
          if (loudness > (peak[slice] ?? 0)) peak[slice] = loudness;
        }
      }
    }
    const used = Math.ceil(frames / framesPerSlice);
    const shown = (channel: Float64Array) =>
      Array.from(channel.subarray(0, used), (peak) => Math.round((peak / fullScale) * 1_000) / 1_000);
    const left = shown(peaks[0]);
    return { seconds: frames / rate, left, right: channels === 2 ? shown(peaks[1]) : left };
  } finally {
    await file.close();
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Not there yet, or not readable: it is made anew.
    return undefined;
  }
}
