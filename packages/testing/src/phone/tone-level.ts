/** Amplitude of one frequency in 8 kHz samples (Goertzel): a full-scale sine gives about 1, its absence about 0. */
export function toneLevel(samples: readonly number[], hertz: number): number {
  if (samples.length === 0) return 0;
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / 8000);
  let last = 0;
  let beforeLast = 0;
  for (const sample of samples) {
    const next = sample / 32768 + coefficient * last - beforeLast;
    beforeLast = last;
    last = next;
  }
  const power = last ** 2 + beforeLast ** 2 - coefficient * last * beforeLast;
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length;
}
