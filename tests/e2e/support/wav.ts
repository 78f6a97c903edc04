/** A stereo recording, taken apart. */
export interface Recording {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const formats = { pcm: 1, aLaw: 6, muLaw: 7 } as const;

/** Reads a WAV of two channels. */
export function readWav(bytes: Buffer): Recording {
  const { channels, samples, sampleRate } = readSamples(bytes);
  if (channels !== 2) throw new Error(`${channels} channels`);
  return split(samples, sampleRate);
}

/** What stands in a WAV, its channels interleaved: 16-bit PCM or G.711. Throws where it is none. */
export function readSamples(bytes: Buffer): { channels: number; samples: Float32Array; sampleRate: number } {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('no WAV');
  let format = 0;
  let channels = 0;
  let sampleRate = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ') {
      format = bytes.readUInt16LE(body);
      channels = bytes.readUInt16LE(body + 2);
      sampleRate = bytes.readUInt32LE(body + 4);
    }
    if (name === 'data') {
      const data = bytes.subarray(body, Math.min(body + size, bytes.length));
      return { channels, samples: samplesOf(data, format), sampleRate };
    }
    at = body + size + (size % 2);
  }
  throw new Error('no data in this WAV');
}

function samplesOf(data: Buffer, format: number): Float32Array {
  switch (format) {
    case formats.pcm:
      return Float32Array.from({ length: data.length >> 1 }, (_, i) => data.readInt16LE(2 * i) / 32_768);
    case formats.aLaw:
      return Float32Array.from(data, (byte) => aLaw(byte) / 32_768);
    case formats.muLaw:
      return Float32Array.from(data, (byte) => muLaw(byte) / 32_768);
    default:
      throw new Error(`WAV format ${format}`);
  }
}

/** ITU-T G.711, tables 1a and 1b. */
function aLaw(byte: number): number {
  const inverted = byte ^ 0x55;
  const exponent = (inverted & 0x70) >> 4;
  const mantissa = (inverted & 0x0f) << 4;
  const value = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return inverted & 0x80 ? value : -value;
}

/** ITU-T G.711, tables 2a and 2b. */
function muLaw(byte: number): number {
  const inverted = ~byte & 0xff;
  const value = ((((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4)) - 0x84;
  return inverted & 0x80 ? -value : value;
}

function split(samples: Float32Array, sampleRate: number): Recording {
  const length = samples.length >> 1;
  const channel = (offset: number) => Float32Array.from({ length }, (_, i) => samples[2 * i + offset] ?? 0);
  return { sampleRate, seconds: length / sampleRate, left: channel(0), right: channel(1) };
}
