import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { G722Decoder, G722Encoder } from './g722.ts';
import { amplitudeOf } from './testing/amplitude.ts';

/** Numbers that look like chance and are always the same. */
function* noise() {
  for (let state = 1; ; ) {
    state = Number((BigInt(state) * 1_103_515_245n + 12_345n) & 0x7fff_ffffn);
    yield state >> 8;
  }
}

/** Weak noise, then noise that is as loud as can be. */
function noisySamples(): Int16Array {
  const source = noise();
  return Int16Array.from(
    { length: 800 },
    (_, i) => ((Number(source.next().value) % 65_536) - 32_768) >> (i < 400 ? 4 : 0),
  );
}

const encoded = (samples: Int16Array) => {
  const octets = new Uint8Array(samples.length);
  new G722Encoder().encodeInto(samples, octets, 0);
  return octets;
};

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const digestOf = ({ buffer, byteOffset, byteLength }: Int16Array) =>
  digest(new Uint8Array(buffer, byteOffset, byteLength));

/** As libspandsp 0.0.6 has it in its 8 kHz mode. */
it('is to the bit what others make of the same sound', () => {
  const octets = encoded(noisySamples());
  expect(Buffer.from(octets.subarray(0, 8)).toString('hex')).toBe('e0d6eec4c4e0e6e8');
  expect(digest(octets)).toBe('0ed7889cb36a50e71e5c5bc3f3bdcb070895c120c2b280c49aa1c8fb9515227e');
  expect(digestOf(new G722Decoder().decode(octets))).toBe(
    '7f01974ea5b20fff9812a00a90634f081669dc51ca03c3480e55702b40edb709',
  );
});

it('hears any octets to the bit as others do, those that nobody sends too', () => {
  const source = noise();
  const octets = Uint8Array.from({ length: 2000 }, () => Number(source.next().value) & 255);
  expect(digestOf(new G722Decoder().decode(octets))).toBe(
    '20a248390fd5112948d32d09eec67f2396a7b9ae9505e5b59c6213465ae64d1a',
  );
});

it.each([300, 440, 1000, 2000, 3000])(
  'a tone of %i Hz comes back as loud as it was, 30 dB above what was added',
  (hertz) => {
    const tone = Int16Array.from({ length: 8000 }, (_, i) =>
      Math.round(8000 * Math.sin((2 * Math.PI * hertz * i) / 8000)),
    );
    const heard = new G722Decoder().decode(encoded(tone)).subarray(800);
    expect(amplitudeOf(heard, hertz)).toBeCloseTo(amplitudeOf(tone.subarray(800), hertz), -2);
    const error = heard.reduce((sum, sample, i) => sum + (sample - (tone[i + 800] ?? 0)) ** 2, 0);
    const power = tone.subarray(800).reduce((sum, sample) => sum + sample ** 2, 0);
    expect(10 * Math.log10(power / error)).toBeGreaterThan(30);
  },
);

it('is heard again soon after a loss', () => {
  const tone = Int16Array.from({ length: 3200 }, (_, i) => Math.round(8000 * Math.sin((2 * Math.PI * 440 * i) / 8000)));
  const octets = encoded(tone);
  const decoder = new G722Decoder();
  decoder.decode(octets.subarray(0, 1600));
  const after = decoder.decode(octets.subarray(1760)).subarray(400);
  expect(amplitudeOf(after, 440)).toBeGreaterThan(0.9 * amplitudeOf(tone, 440));
});
