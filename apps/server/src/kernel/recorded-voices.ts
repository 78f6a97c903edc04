/**
 * Who spoke when in a recording, by loudness alone: no word is understood, and none leaves the house. Each of the two channels is one
 * side of the call, so that nobody has to be told apart.
 */

/** A stretch of speech, in milliseconds from the beginning. */
export type Stretch = readonly [from: number, to: number];

/** What was heard of two sides. */
export interface Voices {
  readonly totalMs: number;
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
}

/** What of it is told of a call, in milliseconds. */
export interface VoiceTimes {
  readonly left_ms: number;
  readonly right_ms: number;
  /** Both spoke at once; among each of the two. */
  readonly both_ms: number;
  /** Nobody spoke, by stretches of three seconds and more, */
  readonly silent_ms: number;
  /** and the longest of these. */
  readonly longest_silent_ms: number;
}

const frameMs = 20;
/** Speech is so much louder than what else is heard on its channel, in decibels; it ends where it is hardly louder any more. */
const [beginsAbove, endsAbove] = [12, 8];
/** Below full scale: quieter is no speech on any line, and what is always as loud as that is no noise any more. */
const [quietest, loudestNoise, silence] = [-52, -38, -90];
/** A breath between two words; what is shorter than a syllable is a click. */
const [breathMs, syllableMs] = [300, 120];
/** What comes back of the other side, so much quieter than they spoke. */
const echoBelow = 20;
/** Three seconds in which nobody speaks are a pause that people notice. */
export const deadAirMs = 3_000;

/** Collects the loudness of one side, sample after sample as they are read. */
export class LoudnessMeter {
  readonly #perFrame: number;
  readonly #frames: number[] = [];
  #sum = 0;
  #samples = 0;

  constructor(rate: number) {
    this.#perFrame = Math.max(1, Math.round((rate * frameMs) / 1_000));
  }

  /** A sample between -1 and 1. */
  hear(sample: number): void {
    this.#sum += sample * sample;
    this.#samples += 1;
    if (this.#samples === this.#perFrame) this.#end();
  }

  /** Decibels below full scale, by frames. */
  frames(): readonly number[] {
    if (this.#samples > this.#perFrame / 2) this.#end();
    return this.#frames;
  }

  #end(): void {
    const power = this.#sum / this.#samples;
    this.#frames.push(power === 0 ? silence : Math.max(silence, 10 * Math.log10(power)));
    this.#sum = 0;
    this.#samples = 0;
  }
}

/** Who spoke when, by the loudness of both sides. */
export function voicesIn(left: readonly number[], right: readonly number[]): Voices {
  return {
    totalMs: Math.max(left.length, right.length) * frameMs,
    left: stretchesOf(left, right),
    right: stretchesOf(right, left),
  };
}

function stretchesOf(own: readonly number[], other: readonly number[]): Stretch[] {
  const noise = Math.min(loudestNoise, noiseOf(own));
  const [begins, ends] = [Math.max(quietest, noise + beginsAbove), Math.max(quietest - 4, noise + endsAbove)];
  const found: [number, number][] = [];
  let isSpeech = false;
  for (const [frame, loudness] of own.entries()) {
    const isEcho = loudness < (other[frame] ?? silence) - echoBelow;
    isSpeech = !isEcho && loudness > (isSpeech ? ends : begins);
    if (!isSpeech) continue;
    const last = found.at(-1);
    const at = frame * frameMs;
    if (last !== undefined && at - last[1] < breathMs) last[1] = at + frameMs;
    else found.push([at, at + frameMs]);
  }
  return found.filter(([from, to]) => to - from >= syllableMs);
}

/** What is heard on a channel while nobody speaks: between words there is always some of it. Of a line that is wholly silent there is none. */
function noiseOf(frames: readonly number[]): number {
  const heard = frames.filter((loudness) => loudness > silence).toSorted((one, other) => one - other);
  // A switch that sends nothing while nobody speaks leaves words alone: they are no noise.
  if (heard.length < frames.length * 0.9) return silence;
  return heard[Math.floor(heard.length / 10)] ?? silence;
}

/** How long each spoke, both at once, and nobody. */
export function timesOf({ left, right, totalMs }: Voices): VoiceTimes {
  const silences = silencesIn([...left, ...right], totalMs);
  return {
    left_ms: lengthOf(left),
    right_ms: lengthOf(right),
    both_ms: lengthOf(bothOf(left, right)),
    silent_ms: lengthOf(silences),
    longest_silent_ms: Math.max(0, ...silences.map(([from, to]) => to - from)),
  };
}

/** How the agent greeted, and put the other on hold. */
export interface Manners {
  /** From the answer to their first word; null where they said none. */
  readonly greeting_ms: number | null;
  readonly holds: number;
  /** Holds before which they had just spoken. */
  readonly holds_told: number;
}

/** Whoever says "please hold" does so right before. */
const tellsWithinMs = 5_000;

/** When the agent answered and when each hold began, in milliseconds from the beginning of the recording. */
export function mannersIn(
  agent: readonly Stretch[],
  { answeredMs, holdsMs }: { answeredMs: number; holdsMs: readonly number[] },
): Manners {
  const first = agent.find(([, to]) => to > answeredMs);
  return {
    greeting_ms: first === undefined ? null : Math.max(0, first[0] - answeredMs),
    holds: holdsMs.length,
    holds_told: holdsMs.filter((at) => agent.some(([from, to]) => from < at && to > at - tellsWithinMs)).length,
  };
}

const lengthOf = (all: readonly Stretch[]) => all.reduce((sum, [from, to]) => sum + to - from, 0);

function bothOf(one: readonly Stretch[], other: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  let [i, j] = [0, 0];
  for (let a = one[0], b = other[0]; a !== undefined && b !== undefined; a = one[i], b = other[j]) {
    const [from, to] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
    if (from < to) found.push([from, to]);
    if (a[1] < b[1]) i += 1;
    else j += 1;
  }
  return found;
}

/** Stretches in which nobody speaks that are long enough to be noticed. */
export function silencesIn(speech: readonly Stretch[], totalMs: number): Stretch[] {
  const found: Stretch[] = [];
  let heardTo = 0;
  for (const [from, to] of [...speech.toSorted((one, other) => one[0] - other[0]), [totalMs, totalMs] as const]) {
    if (from - heardTo >= deadAirMs) found.push([heardTo, from]);
    heardTo = Math.max(heardTo, to);
  }
  return found;
}
