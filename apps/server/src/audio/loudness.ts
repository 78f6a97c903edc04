import { telephoneRate } from './telephone.ts';

/** How loud speech is in the mean, and where peaks begin to be rounded off; 1 is full scale. */
const [wanted, knee] = [10 ** (-20 / 20), 0.7];
/** Audio quieter than this is silence, and no gain is higher than this. */
const [silence, mostGain] = [10 ** (-60 / 20), 10 ** (30 / 20)];
const [block, hop] = [0.4 * telephoneRate, 0.1 * telephoneRate];

/**
 * Makes a sound as loud as all others. Measured like EBU R 128 does: in blocks of 400 ms, without those that are silence, and
 * without those that are far quieter than the rest. Undefined where there is nothing but silence.
 */
export function asLoudAsOthers(samples: Float32Array): Int16Array | undefined {
  const loudness = loudnessOf(samples);
  if (loudness === undefined) return undefined;
  return raised(samples, loudness);
}

/** Raises or lowers what is heard at a loudness to that of all others. */
export function raised(samples: Float32Array, loudness: number): Int16Array {
  const gain = Math.min(mostGain, wanted / loudness);
  return Int16Array.from(samples, (sample) => Math.round(32_767 * rounded(sample * gain)));
}

/** The mean of the blocks that count, as a part of full scale. */
export function loudnessOf(samples: Float32Array): number | undefined {
  const powers: number[] = [];
  for (let at = 0; at < samples.length; at += hop) {
    const part = samples.subarray(at, at + block);
    powers.push(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
  }
  const audible = powers.filter((power) => power > silence ** 2);
  if (audible.length === 0) return undefined;
  // Ten decibels below the mean.
  const gate = mean(audible) / 10;
  return Math.sqrt(mean(audible.filter((power) => power >= gate)));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Below the knee as it is; above it ever less, and never full scale. */
function rounded(sample: number): number {
  const size = Math.abs(sample);
  if (size <= knee) return sample;
  return Math.sign(sample) * (knee + (1 - knee) * Math.tanh((size - knee) / (1 - knee)) * 0.97);
}
