import { tone } from './media/tones.ts';
import { wavHeader } from './media/wav.ts';

/** A tone as a file: once as it is repeated. */
export function toneWav(name: Parameters<typeof tone>[0]): Buffer {
  const samples = tone(name);
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.concat([wavHeader(1, data.length), data]);
}
