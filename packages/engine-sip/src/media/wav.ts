import { type PcmClip, SAMPLE_RATE } from '@alo/engine-host/audio';
import { decode } from './g711.ts';

/** The file is no WAV that can be played; the message says what it is instead. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

interface Format {
  readonly encoding: 'pcm' | 'pcma' | 'pcmu';
  readonly channels: number;
  readonly rate: number;
}

/**
 * Reads a WAV file of 16-bit PCM or G.711, mono or stereo, 8 to 96 kHz, and gives it as mono at 8 kHz. A file that ends
 * before its header says (it was being written) is read as far as it goes. Throws `WavError` for everything else.
 */
export function readWav(file: Buffer): PcmClip {
  const { format, data } = chunksOf(file);
  return toTelephone(samplesOf(format, data), format.channels, format.rate);
}

function chunksOf(file: Buffer): { format: Format; data: Buffer } {
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new WavError('not a RIFF/WAVE file');
  }
  let format: Format | undefined;
  let at = 12;
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at, at + 4);
    const end = Math.min(at + 8 + file.readUInt32LE(at + 4), file.length);
    const body = file.subarray(at + 8, end);
    if (name === 'fmt ') format = formatOf(body);
    if (name === 'data') {
      if (!format) throw new WavError('sound before its format');
      return { format, data: body };
    }
    // Chunks are padded to an even length.
    at = end + (body.length & 1);
  }
  throw new WavError(format ? 'no sound in it' : 'no format in it');
}

function formatOf(chunk: Buffer): Format {
  if (chunk.length < 16) throw new WavError('its format is cut off');
  const plain = chunk.readUInt16LE(0);
  // WAVE_FORMAT_EXTENSIBLE carries the real code in the first octets of a GUID.
  const code = plain === 0xfffe && chunk.length >= 26 ? chunk.readUInt16LE(24) : plain;
  const channels = chunk.readUInt16LE(2);
  const rate = chunk.readUInt32LE(4);
  const bits = chunk.readUInt16LE(14);
  const encoding = ENCODINGS.get(`${code}/${bits}`);
  if (!encoding) throw new WavError(`format ${code} with ${bits} bits; use 16-bit PCM or G.711`);
  if (channels < 1 || channels > 2) throw new WavError(`${channels} channels; use one or two`);
  if (rate < SAMPLE_RATE || rate > 96_000) throw new WavError(`${rate} Hz; use 8,000 to 96,000`);
  return { encoding, channels, rate };
}

const ENCODINGS = new Map<string, Format['encoding']>([
  ['1/16', 'pcm'],
  ['6/8', 'pcma'],
  ['7/8', 'pcmu'],
]);

function samplesOf({ encoding }: Format, data: Buffer): PcmClip {
  if (encoding !== 'pcm') return decode(encoding, data);
  const samples = new Int16Array(data.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = data.readInt16LE(i * 2);
  return samples;
}

/**
 * Down to one channel at 8 kHz: each sample is the mean of the stretch that it stands for, which also takes off most of
 * what would alias. Plain loops, since all calls wait meanwhile.
 */
function toTelephone(samples: PcmClip, channels: number, rate: number): PcmClip {
  if (channels === 1 && rate === SAMPLE_RATE) return samples;
  const step = rate / SAMPLE_RATE;
  const clip = new Int16Array(Math.floor(Math.floor(samples.length / channels) / step));
  for (let i = 0; i < clip.length; i++) {
    const from = Math.floor(i * step) * channels;
    const to = Math.floor((i + 1) * step) * channels;
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[at] ?? 0;
    clip[i] = Math.round(sum / (to - from));
  }
  return clip;
}
