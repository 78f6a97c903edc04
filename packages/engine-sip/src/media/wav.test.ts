import { tone, wavHeader } from '@alo/engine-host/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeInto } from './g711.ts';
import { amplitudeOf } from './testing/amplitude.ts';
import { readWav, WavError } from './wav.ts';

function wav(fields: { code?: number; channels?: number; rate?: number; bits?: number }, data: Buffer): Buffer {
  const header = wavHeader(1, data.length);
  header.writeUInt16LE(fields.code ?? 1, 20);
  header.writeUInt16LE(fields.channels ?? 1, 22);
  header.writeUInt32LE(fields.rate ?? 8000, 24);
  header.writeUInt16LE(fields.bits ?? 16, 34);
  return Buffer.concat([header, data]);
}

const pcm = (samples: readonly number[]) => Buffer.from(Int16Array.from(samples).buffer);
const sine = (hertz: number, rate: number, channels = 1) =>
  Array.from({ length: rate * channels }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hertz * Math.floor(i / channels)) / rate)),
  );

describe('a WAV file', () => {
  it('of 8 kHz mono is taken sample by sample', () => {
    expect([...readWav(wav({}, pcm([1, -2, 32767, -32768])))]).toEqual([1, -2, 32767, -32768]);
  });

  it.each([
    [6, 'pcma'],
    [7, 'pcmu'],
  ] as const)('of G.711 (format %i) is expanded', (code, law) => {
    const data = Buffer.alloc(3);
    encodeInto(law, Int16Array.of(0, 10_000, -10_000), data, 0);
    const samples = readWav(wav({ code, bits: 8 }, data));
    expect(Math.abs((samples[1] ?? 0) - 10_000)).toBeLessThan(300);
    expect(samples.length).toBe(3);
  });

  it.each([16_000, 44_100, 48_000])('of %i Hz stereo becomes 8 kHz mono of the same length and pitch', (rate) => {
    const samples = readWav(wav({ channels: 2, rate }, pcm(sine(440, rate, 2))));
    expect(Math.abs(samples.length - 8000)).toBeLessThan(2);
    expect(amplitudeOf(samples, 440)).toBeGreaterThan(7000);
    expect(amplitudeOf(samples, 880)).toBeLessThan(200);
  });

  it('with other chunks before the sound, and one that is cut off, is read as far as it goes', () => {
    const plain = wav({}, pcm([5, 6, 7]));
    const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
    const file = Buffer.concat([plain.subarray(0, 36), list, plain.subarray(36, plain.length - 3)]);
    expect([...readWav(file)]).toEqual([5]);
  });

  it.each([
    ['MP3', Buffer.from('ID3\x04 and so on, no RIFF here')],
    ['float', wav({ code: 3, bits: 32 }, pcm([0]))],
    ['24-bit', wav({ bits: 24 }, pcm([0]))],
    ['six channels', wav({ channels: 6 }, pcm([0]))],
    ['4 kHz', wav({ rate: 4000 }, pcm([0]))],
    ['empty', Buffer.alloc(0)],
    ['header only', wavHeader(1, 0).subarray(0, 36)],
  ])('that is %s is refused with a reason', (_, file) => {
    expect(() => readWav(file)).toThrow(WavError);
  });

  it('of any bytes gives sound or WavError', () => {
    const valid = wav({}, pcm([1, 2, 3, 4]));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(51), fc.nat(255))), fc.nat(52), (changes, length) => {
        const file = Buffer.from(valid.subarray(0, length));
        for (const [at, value] of changes) file[at] = value;
        expect(soundOrReason(file)).toMatch(/^(sound|WavError)$/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('tones', () => {
  const rms = (clip: Int16Array) => Math.sqrt(clip.reduce((sum, x) => sum + x * x, 0) / clip.length);

  it.each([
    ['ringback', 425, 1000, 5000],
    ['busy', 425, 500, 1000],
    ['congestion', 425, 250, 500],
    ['beep', 1000, 400, 500],
  ] as const)('%s is %i Hz for %i of %i ms', (name, hertz, on, whole) => {
    const clip = tone(name);
    expect(clip.length % 160).toBe(0);
    expect(Math.abs(clip.length - whole * 8)).toBeLessThan(321);
    expect(amplitudeOf(clip.subarray(0, on * 8), hertz)).toBeGreaterThan(4500);
    expect(rms(clip.subarray(Math.ceil((on * 8) / 160) * 160))).toBe(0);
  });
});

function soundOrReason(file: Buffer): string {
  try {
    readWav(file);
    return 'sound';
  } catch (error) {
    return error instanceof Error ? error.name : 'no error at all';
  }
}
