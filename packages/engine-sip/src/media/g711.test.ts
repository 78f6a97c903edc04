import { describe, expect, it } from 'vitest';
import { decode, encodeInto, type Law, transcode } from './g711.ts';

const compress = (law: Law, ...samples: number[]) => {
  const octets = new Uint8Array(samples.length);
  encodeInto(law, Int16Array.from(samples), octets, 0);
  return [...octets];
};

// First and last quantized value of each segment, ITU-T G.711 tables 1a and 2a, in 16-bit scale.
const itu: Record<Law, [code: number, value: number][]> = {
  pcma: [
    [0xaa, 4032 * 8],
    [0xa5, 2112 * 8],
    [0xb5, 1056 * 8],
    [0x85, 528 * 8],
    [0x95, 264 * 8],
    [0xe5, 132 * 8],
    [0xf5, 66 * 8],
    [0xd5, 1 * 8],
  ],
  pcmu: [
    [0x80, 8031 * 4],
    [0x8f, 4191 * 4],
    [0x9f, 2079 * 4],
    [0xaf, 1023 * 4],
    [0xbf, 495 * 4],
    [0xcf, 231 * 4],
    [0xdf, 99 * 4],
    [0xef, 33 * 4],
    [0xfe, 2 * 4],
    [0xff, 0],
  ],
};

describe.each(['pcma', 'pcmu'] as const)('%s', (law) => {
  it('expands as the tables of the recommendation', () => {
    for (const [code, value] of itu[law]) {
      expect(decode(law, Uint8Array.of(code, code ^ 0x80))).toEqual(Int16Array.of(value, -value));
    }
  });

  it('compresses each table value to its code, and full scale to the outermost codes', () => {
    for (const [code, value] of itu[law]) expect(compress(law, value)).toEqual([code]);
    expect(compress(law, 32767, -32768)).toEqual(law === 'pcma' ? [0xaa, 0x2a] : [0x80, 0x00]);
  });

  it('gives back each of the 256 codes after expanding (µ-law has two zeros)', () => {
    for (let code = 0; code < 256; code++) {
      const expected = law === 'pcmu' && code === 0x7f ? 0xff : code;
      expect(compress(law, ...decode(law, Uint8Array.of(code)))).toEqual([expected]);
    }
  });

  it('is monotonic and never further off than half a step of the outermost segment', () => {
    let before = -Infinity;
    for (let sample = -32768; sample < 32768; sample++) {
      const value = decode(law, Uint8Array.from(compress(law, sample)))[0] ?? Number.NaN;
      expect(value >= before && Math.abs(value - sample) <= 644).toBe(true);
      before = value;
    }
  });
});

it('changes one law into the other as expanding and compressing does', () => {
  const all = Uint8Array.from({ length: 256 }, (_, code) => code);
  const changed = all.slice();
  transcode('pcmu', changed);
  expect([...changed]).toEqual(compress('pcmu', ...decode('pcma', all)));
  transcode('pcma', changed);
  // Most A-law codes survive the way there and back; those that share a µ-law step come back as a neighbour.
  expect([...changed].filter((code, i) => code !== i).length).toBeLessThan(60);
});
