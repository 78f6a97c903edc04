import { writeFile } from 'node:fs/promises';

const rate = 48_000;
const seconds = 8;
const syllableSeconds = 0.26;
const pauseSeconds = 0.12;
const harmonics = [1, 2, 3, 4, 5, 6];

/** Voices of different pitch (Hz), so that each can be found again in a recording. */
export const voices = { low: 150, middle: 205, high: 260 } as const;

/**
 * Writes a microphone's WAV: syllables of a voice with that pitch. It comes and goes as speech does, because browsers
 * take an even tone for noise and remove it.
 */
export async function writeVoice(path: string, pitch: number): Promise<void> {
  const samples = new Int16Array(rate * seconds);
  const period = syllableSeconds + pauseSeconds;
  samples.forEach((_, index) => {
    const time = index / rate;
    const within = time % period;
    const envelope = within < syllableSeconds ? Math.sin((Math.PI * within) / syllableSeconds) : 0;
    const tone = harmonics.reduce((sum, n) => sum + Math.sin(2 * Math.PI * pitch * n * time) / n, 0);
    samples[index] = Math.round(9_000 * envelope * tone * 0.6);
  });
  await writeFile(path, Buffer.concat([header(samples.byteLength), Buffer.from(samples.buffer)]));
}

function header(bytes: number): Buffer {
  const text = Buffer.alloc(44);
  text.write('RIFF', 0);
  text.writeUInt32LE(36 + bytes, 4);
  text.write('WAVEfmt ', 8);
  text.writeUInt32LE(16, 16);
  text.writeUInt16LE(1, 20);
  text.writeUInt16LE(1, 22);
  text.writeUInt32LE(rate, 24);
  text.writeUInt32LE(rate * 2, 28);
  text.writeUInt16LE(2, 32);
  text.writeUInt16LE(16, 34);
  text.write('data', 36);
  text.writeUInt32LE(bytes, 40);
  return text;
}

const frameSeconds = 0.02;
/** Power below which a frame is taken for silence. */
const quiet = 1e-5;

/** How long a pause of these voices is at most, measured as below: it has soft edges, and frames do not begin with it. */
export const longestPause = pauseSeconds + 4 * frameSeconds;

/** The longest time, in seconds, in which nothing is heard. */
export function longestSilence(samples: Float32Array, sampleRate: number): number {
  const frame = Math.round(sampleRate * frameSeconds);
  let longest = 0;
  let now = 0;
  for (let start = 0; start + frame <= samples.length; start += frame) {
    const power = samples.subarray(start, start + frame).reduce((sum, sample) => sum + sample * sample, 0) / frame;
    now = power < quiet ? now + frameSeconds : 0;
    longest = Math.max(longest, now);
  }
  return longest;
}

/** How much of a signal is that voice: the power in its harmonics against all power, 0 to 1. */
export function shareOfVoice(samples: Float32Array, sampleRate: number, pitch: number): number {
  const all = samples.reduce((sum, sample) => sum + sample * sample, 0);
  if (all === 0) return 0;
  const frequencies = harmonics.map((n) => n * pitch);
  return Math.min(1, (powerAt(samples, sampleRate, frequencies) * samples.length) / all);
}

/** The voices of a story: people by the harmonics of their pitch, customers by one even tone each (Hz). */
export const tones = { customer: 1_800, secondCustomer: 2_100, thirdCustomer: 2_400, fourthCustomer: 2_700 } as const;
const spectra = {
  lan: harmonicsOf(voices.low),
  hoa: harmonicsOf(voices.middle),
  minh: harmonicsOf(voices.high),
  customer: [tones.customer],
  secondCustomer: [tones.secondCustomer],
  thirdCustomer: [tones.thirdCustomer],
  fourthCustomer: [tones.fourthCustomer],
} as const;
export type Speaker = keyof typeof spectra;

/** Mean power of each voice in a signal. */
export function speakersIn(samples: Float32Array, sampleRate: number): Record<string, number> {
  const powers = Object.entries(spectra).map(([speaker, its]) => [speaker, powerAt(samples, sampleRate, its)] as const);
  return Object.fromEntries(powers);
}

function harmonicsOf(pitch: number): readonly number[] {
  return harmonics.map((n) => n * pitch);
}

/** Mean power of a signal at some frequencies. */
export function powerAt(samples: Float32Array, sampleRate: number, frequencies: readonly number[]): number {
  // A sine of power p over n samples gives |X|² = p·n²/2 at its own frequency (Goertzel).
  const window = Math.round(sampleRate / 5);
  let found = 0;
  for (let start = 0; start + window <= samples.length; start += window) {
    const part = samples.subarray(start, start + window);
    for (const frequency of frequencies) found += (2 * power(part, sampleRate, frequency)) / window;
  }
  return samples.length === 0 ? 0 : found / samples.length;
}

function power(samples: Float32Array, sampleRate: number, frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / sampleRate);
  let before = 0;
  let last = 0;
  for (const sample of samples) {
    const now = sample + coefficient * last - before;
    before = last;
    last = now;
  }
  return last * last + before * before - coefficient * last * before;
}
