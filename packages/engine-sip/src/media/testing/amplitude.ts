/** Amplitude of one frequency in samples of 8 kHz, by correlation; a full sine of amplitude 1000 gives 1000. */
export function amplitudeOf(samples: ArrayLike<number>, hertz: number): number {
  const turn = (2 * Math.PI * hertz) / 8000;
  let real = 0;
  let imaginary = 0;
  for (let i = 0; i < samples.length; i++) {
    real += (samples[i] ?? 0) * Math.cos(turn * i);
    imaginary += (samples[i] ?? 0) * Math.sin(turn * i);
  }
  return (2 * Math.hypot(real, imaginary)) / Math.max(1, samples.length);
}

/** What of a test's tone (8000) must be there for it to be heard: a speaker that is late on a busy machine leaves gaps. */
export const heardLevel = 4_000;
