import { type ToneName, tone } from './tones.ts';
import { wavHeader } from './wav-header.ts';

/** A tone as a WAV file: its cadence once. */
export function toneFile(name: ToneName): Buffer {
  const samples = tone(name);
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.concat([wavHeader(1, data.length), data]);
}
