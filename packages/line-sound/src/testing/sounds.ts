const rate = 8_000;

/** Numbers from 0 to 1 by a seed, always the same. */
export function chance(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Speech of nobody: syllables of a voice with a pitch and two formants each, and pauses between some of them. */
export function voice(seed: number, seconds: number): Int16Array {
  const next = chance(seed);
  const samples = new Int16Array(Math.round(seconds * rate));
  const base = 110 + 110 * next();
  let at = 0;
  let phase = 0;
  while (at < samples.length) {
    const length = Math.round((0.11 + 0.16 * next()) * rate);
    const [from, to] = [base * (0.85 + 0.3 * next()), base * (0.85 + 0.3 * next())];
    const [low, high] = [280 + 620 * next(), 900 + 1_700 * next()];
    const hiss = next() < 0.3 ? 0.25 : 0.02;
    for (let i = 0; i < length && at + i < samples.length; i++) {
      const pitch = from + ((to - from) * i) / length;
      phase += pitch / rate;
      let sum = hiss * (next() - 0.5);
      for (let n = 1; n * pitch < 3_400; n++) {
        const near = (formant: number) => Math.exp(-(((n * pitch - formant) / 160) ** 2));
        sum += (0.03 / n + near(low) + 0.6 * near(high)) * Math.sin(2 * Math.PI * n * phase);
      }
      samples[at + i] = 6_000 * Math.sin((Math.PI * i) / length) * sum;
    }
    at += length + (next() < 0.35 ? Math.round((0.08 + 0.2 * next()) * rate) : 0);
  }
  return samples;
}

export const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * rate));

/** As Vietnamese networks ring: 425 Hz, one second of five. */
export const ringBack = (seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * rate) }, (_, i) =>
    i % (5 * rate) < rate ? 5_000 * Math.sin((2 * Math.PI * 425 * i) / rate) : 0,
  );

/** A tone, as machines beep. */
export const beep = (hertz: number, seconds: number, loud = 8_000): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * rate) }, (_, i) => loud * Math.sin((2 * Math.PI * hertz * i) / rate));

/** Chords that run into each other. */
export const music = (seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const root = 220 * 2 ** (([0, 5, 7, 3][Math.floor(i / (rate / 2)) % 4] ?? 0) / 12);
    const chord = [1, 1.26, 1.5, 2.01].reduce(
      (sum, ratio) => sum + Math.sin((2 * Math.PI * root * ratio * i) / rate),
      0,
    );
    return 2_500 * chord;
  });

/** The same with noise of the line, so many decibels below the sound as a whole. */
export function noisy(samples: Int16Array, snr: number, seed: number): Int16Array {
  const next = chance(seed);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const loud = Math.sqrt(power) * 10 ** (-snr / 20);
  return samples.map((sample) => {
    const noise = Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
    return Math.max(-32_768, Math.min(32_767, sample + loud * noise));
  });
}
