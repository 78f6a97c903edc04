/** Samples that are looked at together: 128 ms at 8 kHz, in which a shift by half a step changes little. */
export const WINDOW = 1024;
const HALF = WINDOW / 2;
const BITS = Math.log2(WINDOW);

const hann = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW));
const cosines = Float64Array.from({ length: HALF }, (_, i) => Math.cos((2 * Math.PI * i) / WINDOW));
const sines = Float64Array.from({ length: HALF }, (_, i) => Math.sin((2 * Math.PI * i) / WINDOW));
const reversed = Uint16Array.from({ length: WINDOW }, (_, i) => {
  let back = 0;
  for (let bit = 0; bit < BITS; bit++) if (i & (1 << bit)) back |= 1 << (BITS - 1 - bit);
  return back;
});

// One of each is enough: a spectrum is read before the next one is made.
const real = new Float64Array(WINDOW);
const imaginary = new Float64Array(WINDOW);
const power = new Float64Array(HALF);

/** The power of each frequency (steps of 7.8 Hz) of the window of samples that begins at `from` in a ring. Good until it is called again. */
export function powersOf(ring: Float32Array, from: number): Float64Array {
  const mask = ring.length - 1;
  for (let i = 0; i < WINDOW; i++) {
    const at = reversed[i] ?? 0;
    real[at] = (ring[(from + i) & mask] ?? 0) * (hann[i] ?? 0);
    imaginary[at] = 0;
  }
  for (let size = 2; size <= WINDOW; size *= 2) {
    const half = size / 2;
    const step = WINDOW / size;
    for (let start = 0; start < WINDOW; start += size) {
      for (let k = 0; k < half; k++) {
        const [cosine, sine] = [cosines[k * step] ?? 0, sines[k * step] ?? 0];
        const [low, high] = [start + k, start + k + half];
        const [r, i] = [real[high] ?? 0, imaginary[high] ?? 0];
        const turnedR = r * cosine + i * sine;
        const turnedI = i * cosine - r * sine;
        real[high] = (real[low] ?? 0) - turnedR;
        imaginary[high] = (imaginary[low] ?? 0) - turnedI;
        real[low] = (real[low] ?? 0) + turnedR;
        imaginary[low] = (imaginary[low] ?? 0) + turnedI;
      }
    }
  }
  for (let k = 0; k < HALF; k++) power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
  return power;
}
