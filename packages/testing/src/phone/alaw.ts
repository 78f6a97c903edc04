/** G.711 A-law for test phones, by the definition and not by the product's tables: a fault in those must show. */
export function decodeAlaw(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const base = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? base : (base + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
}

const codes = Array.from({ length: 256 }, (_, code) => ({ code, value: decodeAlaw(code) })).sort(
  (a, b) => a.value - b.value,
);

/** The code whose value is nearest. */
export function encodeAlaw(sample: number): number {
  let low = 0;
  let high = codes.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((codes[middle]?.value ?? 0) < sample) low = middle + 1;
    else high = middle;
  }
  const above = codes[low] ?? { code: 0xd5, value: 0 };
  const below = codes[Math.max(0, low - 1)] ?? above;
  return Math.abs(above.value - sample) < Math.abs(below.value - sample) ? above.code : below.code;
}
