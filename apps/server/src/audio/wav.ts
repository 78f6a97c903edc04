import { telephoneRate } from './telephone.ts';

const headerBytes = 44;

/** A WAV file as every telephone exchange plays it: mono, 16 bits, 8 kHz unless another rate is said. */
export function wavOf(samples: Int16Array, rate = telephoneRate): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(headerBytes - 8 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** How long such a file of so many bytes is heard, in milliseconds. */
export const durationOf = (bytes: number): number => Math.round(((bytes - headerBytes) / 2 / telephoneRate) * 1_000);

/** How long such a file is heard, and the loudest of each slice of it, 0 to 1. */
export function lookOf(wav: Buffer, slices: number): { readonly durationMs: number; readonly peaks: number[] } {
  const samples = (wav.length - headerBytes) / 2;
  const each = Math.max(1, Math.ceil(samples / slices));
  const peaks = Array.from({ length: Math.ceil(samples / each) }, (_, slice) => {
    let peak = 0;
    for (let at = slice * each; at < Math.min(samples, (slice + 1) * each); at += 1) {
      peak = Math.max(peak, Math.abs(wav.readInt16LE(headerBytes + at * 2)));
    }
    return Math.round((peak / 32_768) * 1_000) / 1_000;
  });
  return { durationMs: durationOf(wav.length), peaks };
}

/** Such files one after the other, as one. */
export function joinedWav(wavs: readonly Buffer[]): Buffer {
  const samples = Buffer.concat(wavs.map((wav) => wav.subarray(headerBytes, wav.length - (wav.length % 2))));
  return wavOf(new Int16Array(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.length)));
}
