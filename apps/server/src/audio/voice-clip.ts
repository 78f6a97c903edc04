import { raised } from './loudness.ts';
import { telephoneRate } from './telephone.ts';

/** What is measured of a word as it was brought, in decibels below full scale. */
export interface ClipMeasures {
  readonly levelDb: number;
  /** Of what is around the words; null where there is too little of it. */
  readonly noiseDb: number | null;
  /** The voice is in full swing at the very beginning, or at the very end: something of it is missing. */
  readonly beginsCut: boolean;
  readonly endsCut: boolean;
  readonly speechMs: number;
}

const perMs = telephoneRate / 1000;
const frame = 10 * perMs;
/** Nobody spoke where nothing is louder. */
const silenceDb = -50;
/** Speech is so far above the noise, and so far below its loudest moment at most. */
const [aboveNoiseDb, belowPeakDb] = [10, 32];
/** Of its frames those count for its level that are no further below the loudest. */
const activeDb = 20;
/** Whoever begins or ends with a frame this close to the level was cut off. */
const cutDb = 10;
/** Frames around the words that noise is measured in, at least. */
const leastAround = 10;
/** What is kept around the words, so that neither a soft consonant nor a breath is lost, and two words stand apart. */
const [beforeMs, afterMs] = [40, 90];
/** Edges come and go so fast: no click, and nobody hears it. */
const fadeMs = 8;

/**
 * Makes of what somebody said a word that others are put beside: without the silence around it, as loud as all others, between edges that
 * begin and end in silence. Undefined where nobody spoke.
 */
export function asClip(
  samples: Float32Array,
): { readonly clip: Int16Array; readonly measures: ClipMeasures } | undefined {
  const levels = framesOf(samples);
  const speech = speechIn(levels);
  if (speech === undefined) return undefined;
  const within = levels.slice(speech.from, speech.to);
  const loudest = Math.max(...within);
  const levelDb = meanDb(within.filter((level) => level > loudest - activeDb));
  const around = [...levels.slice(0, Math.max(0, speech.from - 3)), ...levels.slice(speech.to + 6)];
  return {
    clip: raised(cutOut(samples, speech), 10 ** (levelDb / 20)),
    measures: {
      levelDb,
      noiseDb: around.length < leastAround ? null : meanDb(around),
      beginsCut: speech.from === 0 && (levels[0] ?? silenceDb) > levelDb - cutDb,
      endsCut: speech.to === levels.length && (levels.at(-1) ?? silenceDb) > levelDb - cutDb,
      speechMs: (speech.to - speech.from) * 10,
    },
  };
}

/** How loud each ten milliseconds are; what is left over at the end is in the last. */
function framesOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, at) =>
    decibels(power(samples.subarray(at * frame, (at + 1) * frame))),
  );
}

/** From which frame to which somebody speaks. */
function speechIn(levels: readonly number[]): { readonly from: number; readonly to: number } | undefined {
  const sorted = levels.toSorted((one, other) => one - other);
  const [floor, loudest] = [sorted[Math.floor(sorted.length / 10)] ?? 0, sorted.at(-1) ?? -Infinity];
  if (loudest < silenceDb) return undefined;
  const threshold = Math.min(Math.max(floor + aboveNoiseDb, loudest - belowPeakDb), loudest - activeDb / 2);
  // A tick of a mouse is shorter than any sound of speech.
  const isSpoken = (at: number) =>
    [at - 2, at - 1, at].some((first) => [0, 1, 2].every((next) => (levels[first + next] ?? -Infinity) >= threshold));
  const from = levels.findIndex((_, at) => isSpoken(at));
  return from === -1 ? undefined : { from, to: levels.findLastIndex((_, at) => isSpoken(at)) + 1 };
}

/** With as much around it as two words stand apart: what there is, and silence where there is less. */
function cutOut(samples: Float32Array, { from, to }: { readonly from: number; readonly to: number }): Float32Array {
  const begin = from * frame - beforeMs * perMs;
  const end = to * frame + afterMs * perMs;
  const whole = new Float32Array(end - begin);
  whole.set(edged(samples.subarray(Math.max(0, begin), Math.min(samples.length, end))), Math.max(0, -begin));
  return whole;
}

const edged = (samples: Float32Array) =>
  samples.map((sample, at) => {
    const part = Math.min(1, Math.min(at, samples.length - 1 - at) / (fadeMs * perMs));
    return sample * (0.5 - 0.5 * Math.cos(Math.PI * part));
  });

const power = (samples: Float32Array) => samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
const decibels = (of: number) => 10 * Math.log10(of + 1e-12);
const meanDb = (levels: readonly number[]) =>
  decibels(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);

/** So many samples in a row at full scale are no accident. */
const [full, inARow] = [0.985, 3];

/** Counts, piece by piece, how often a sound stays at full scale: a microphone that was spoken into too loudly. */
export function clippingCounter() {
  let run = 0;
  let count = 0;
  return {
    take(samples: Float32Array): void {
      for (const sample of samples) {
        run = Math.abs(sample) >= full ? run + 1 : 0;
        if (run === inARow) count += 1;
      }
    },
    count: () => count,
  };
}
