/** The two companding laws of ITU-T G.711, named as RTP names them. */
export type Law = 'pcma' | 'pcmu';

/** Expands G.711 octets to 16-bit samples. Returns a new array. */
export function decode(law: Law, octets: Uint8Array): Int16Array<ArrayBuffer> {
  const table = linearOf(law);
  const samples = new Int16Array(octets.length);
  for (let i = 0; i < octets.length; i++) samples[i] = table[octets[i] ?? 0] ?? 0;
  return samples;
}

/** Expands G.711 octets into a ring, whose length is a power of two, from `at` on. */
export function decodeIntoRing(law: Law, octets: Uint8Array, ring: Int16Array, at: number): void {
  const table = linearOf(law);
  const mask = ring.length - 1;
  const from = at & mask; // A timestamp is too large for the quick arithmetic of small integers.
  for (let i = 0; i < octets.length; i++) ring[(from + i) & mask] = table[octets[i] ?? 0] ?? 0;
}

/** A sum louder than a sample can be is cut there, not wrapped. */
export const clampSample = (sum: number): number => (sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : sum);

/** Compresses 16-bit samples into `octets` from `offset` on. */
export function encodeInto(law: Law, samples: Int16Array, octets: Uint8Array, offset: number): void {
  const table = law === 'pcma' ? linearToAlaw : linearToUlaw;
  for (let i = 0; i < samples.length; i++) octets[offset + i] = table[(samples[i] ?? 0) & 0xffff] ?? 0;
}

/** Changes octets of the other law into `to`, in place. */
export function transcode(to: Law, octets: Uint8Array): void {
  const table = to === 'pcma' ? ulawToAlaw : alawToUlaw;
  for (let i = 0; i < octets.length; i++) octets[i] = table[octets[i] ?? 0] ?? 0;
}

/** The sample of each octet. */
export const linearOf = (law: Law): Int16Array => (law === 'pcma' ? alawToLinear : ulawToLinear);

// Tables are built once from the algorithms: 256 entries to expand, 65,536 to compress.
const alawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandAlaw(code));
const ulawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandUlaw(code));
const linearToAlaw = Uint8Array.from({ length: 65536 }, (_, bits) => compressAlaw((bits << 16) >> 16));
const linearToUlaw = Uint8Array.from({ length: 65536 }, (_, bits) => compressUlaw((bits << 16) >> 16));
const ulawToAlaw = ulawToLinear.reduce((table, value, code) => {
  table[code] = compressAlaw(value);
  return table;
}, new Uint8Array(256));
const alawToUlaw = alawToLinear.reduce((table, value, code) => {
  table[code] = compressUlaw(value);
  return table;
}, new Uint8Array(256));

/** G.711 table 1: even bits are inverted on the line; value in 16-bit scale (13 bits times 8). */
function expandAlaw(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? mantissa : (mantissa + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

function compressAlaw(sample: number): number {
  let magnitude = (sample < 0 ? ~sample : sample) >> 4;
  if (magnitude > 15) {
    let segment = 1;
    while (magnitude > 31) {
      magnitude >>= 1;
      segment++;
    }
    magnitude = magnitude - 16 + (segment << 4);
  }
  return (magnitude | (sample < 0 ? 0 : 0x80)) ^ 0x55;
}

/** G.711 table 2: all bits are inverted on the line; value in 16-bit scale (14 bits times 4). */
function expandUlaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7);
  return bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
}

function compressUlaw(sample: number): number {
  const magnitude = Math.min(((sample < 0 ? ~sample : sample) >> 2) + 33, 0x1fff);
  const segment = 31 - Math.clz32(magnitude) - 5;
  const bits = (segment << 4) | ((magnitude >> (segment + 1)) & 15);
  return ~(bits | (sample < 0 ? 0x80 : 0)) & 0xff;
}
