import { readFile } from 'node:fs/promises';
import { WAV_HEADER } from '@alo/engine-host/audio';
import { Application, createEncoder } from 'libopus-wasm';

/** What a file of 8 kHz says, in frames of Opus as a browser makes them that is asked for 8 kHz of speech. */
export async function browserSpeech(path: string): Promise<Buffer[]> {
  const file = await readFile(path);
  const samples = Math.floor((file.length - WAV_HEADER) / 2);
  const wide = Int16Array.from({ length: 2 * samples }, (_, i) => file.readInt16LE(WAV_HEADER + 2 * (i >> 1)));
  const encoder = await createEncoder({
    sampleRate: 16_000,
    channels: 1,
    application: Application.Voip,
    bitrate: 20_000,
    complexity: 9,
    fec: true,
    packetLossPercent: 1,
  });
  const frames = Array.from({ length: Math.floor(wide.length / 320) }, (_, i) =>
    Buffer.from(encoder.encode(wide.subarray(i * 320, (i + 1) * 320))),
  );
  encoder.free();
  return frames;
}
