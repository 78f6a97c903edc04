import { describe, expect, test } from 'vitest';

import { asLoudAsOthers, loudnessOf } from './loudness.ts';
import { telephoneRate, toTelephone } from './telephone.ts';

const tone = (hertz: number, rate: number, seconds: number, size = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => size * Math.sin((2 * Math.PI * hertz * at) / rate));
const size = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length) * Math.SQRT2;

/** In pieces of odd lengths, as decoders give them. */
function converted(samples: Float32Array, rate: number): Float32Array {
  const telephone = toTelephone(rate);
  const made: number[] = [];
  for (let at = 0, piece = 1; at < samples.length; at += piece, piece = (piece * 7 + 13) % 1153) {
    made.push(...telephone.take([samples.subarray(at, at + piece)]));
  }
  return Float32Array.from([...made, ...telephone.end()]);
}

describe.each([8000, 11_025, 16_000, 22_050, 44_100, 48_000])('sound of %i Hz', (rate) => {
  test('is as long and as loud as before, in whatever pieces it comes', () => {
    const made = converted(tone(440, rate, 1), rate);
    expect(Math.abs(made.length - telephoneRate)).toBeLessThan(8);
    expect(size(made.subarray(400, -400))).toBeCloseTo(0.5, 1);
    const whole = toTelephone(rate);
    const atOnce = Float32Array.from([...whole.take([tone(440, rate, 1)]), ...whole.end()]);
    expect(Math.max(...made.map((one, at) => Math.abs(one - (atOnce[at] ?? 0))))).toBeLessThan(1e-6);
  });
});

test.each([16_000, 22_050, 48_000])(
  'what a telephone cannot carry of %i Hz does not come back as a whistle',
  (rate) => {
    expect(size(converted(tone(5_500, rate, 1), rate).subarray(400, -400))).toBeLessThan(0.01);
  },
);

test('quiet and loud sounds become alike, and none of them is clipped', () => {
  const made = [0.01, 0.1, 0.9].map((level) => asLoudAsOthers(tone(440, telephoneRate, 2, level)) ?? new Int16Array());
  for (const samples of made) {
    expect(loudnessOf(Float32Array.from(samples, (one) => one / 32_768))).toBeCloseTo(0.1, 2);
    expect(Math.max(...samples)).toBeLessThan(32_767);
  }
});

test('pauses do not make the words between them louder', () => {
  const words = tone(440, telephoneRate, 2, 0.2);
  const withPauses = new Float32Array(words.length * 3);
  withPauses.set(words, words.length);
  // The blocks at its two ends are half words, half pause.
  expect((loudnessOf(withPauses) ?? 0) / (loudnessOf(words) ?? 0)).toBeGreaterThan(0.9);
});

test('silence is no sound', () => {
  expect(asLoudAsOthers(new Float32Array(8000))).toBeUndefined();
});
