/** A signal in complex numbers. Its length is a power of two. */
export interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Where one signal is found in another: the sum of products at each shift, by way of their spectra. */
export function correlation(spectrum: Complex, prompt: Float32Array): Float64Array {
  const other = spectrumOf(prompt, spectrum.re.length);
  const product = { re: new Float64Array(spectrum.re.length), im: new Float64Array(spectrum.re.length) };
  for (let at = 0; at < spectrum.re.length; at += 1) {
    const [a, b] = [spectrum.re[at] ?? 0, spectrum.im[at] ?? 0];
    const [c, d] = [other.re[at] ?? 0, other.im[at] ?? 0];
    product.re[at] = a * c + b * d;
    // The way back is the same transform of the conjugate.
    product.im[at] = a * d - b * c;
  }
  transform(product);
  return product.re.map((value) => value / product.re.length);
}

export function spectrumOf(samples: Float32Array, length: number): Complex {
  const spectrum = { re: new Float64Array(length), im: new Float64Array(length) };
  spectrum.re.set(samples);
  transform(spectrum);
  return spectrum;
}

/** Fourier's transform in place (Cooley and Tukey). */
function transform({ re, im }: Complex): void {
  const { length } = re;
  const swap = (values: Float64Array, one: number, other: number) => {
    const kept = values[one] ?? 0;
    values[one] = values[other] ?? 0;
    values[other] = kept;
  };
  for (let at = 0, reversed = 0; at < length; at += 1) {
    if (at < reversed) for (const values of [re, im]) swap(values, at, reversed);
    let bit = length >> 1;
    for (; bit > 0 && (reversed & bit) !== 0; bit >>= 1) reversed ^= bit;
    reversed |= bit;
  }
  for (let half = 1; half < length; half *= 2) {
    for (let step = 0; step < half; step += 1) {
      const cosine = Math.cos((Math.PI * step) / half);
      const sine = -Math.sin((Math.PI * step) / half);
      for (let at = step; at < length; at += 2 * half) {
        const upRe = re[at] ?? 0;
        const upIm = im[at] ?? 0;
        const a = re[at + half] ?? 0;
        const b = im[at + half] ?? 0;
        const downRe = a * cosine - b * sine;
        const downIm = a * sine + b * cosine;
        re[at] = upRe + downRe;
        im[at] = upIm + downIm;
        re[at + half] = upRe - downRe;
        im[at + half] = upIm - downIm;
      }
    }
  }
}
