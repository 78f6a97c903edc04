import { MOST_STEPS, type Print, STEP_BYTES, STEP_MS, voicedIn } from './print.ts';
import { powersOf, WINDOW } from './spectrum.ts';

const RATE = 8_000;
const STEP = (RATE * STEP_MS) / 1_000;
const HERTZ = RATE / WINDOW;
const BANDS = 17;
const [LOWEST, HIGHEST] = [300, 3_300];
/** Bands are compared with what they were so many steps ago: a shorter time is mostly noise. */
const LAG = 3;

/** The first frequency of each band, and behind the last one where it ends. */
const edges = Uint16Array.from({ length: BANDS + 1 }, (_, band) =>
  Math.round((LOWEST * (HIGHEST / LOWEST) ** (band / BANDS)) / HERTZ),
);

/** The tones of Vietnamese networks are of 425 Hz. */
const [TONE_FROM, TONE_TO] = [400, 450].map((hertz) => Math.round(hertz / HERTZ)) as [number, number];
/** So much of what is heard is the tone. */
const TONE_SHARE = 0.8;

/** What a line said before it was answered. */
export interface LineSaid {
  readonly print: Print;
  /** Speech has pauses, music hardly any. */
  readonly like: 'speech' | 'music';
  /** From the first word to the last. */
  readonly ms: number;
}

/** So long somebody has to have spoken: less tells nothing apart. */
export const LEAST_SPOKEN_MS = 1_500;
/** Of what is between the first and the last word. */
const MUSIC_PAUSES = 0.06;
const MUSIC_LEAST_MS = 4_000;

/** Hears a line from when it sounds until it is answered or ends, and makes a print of the last twenty seconds. */
export class LineEar {
  readonly #ring = new Float32Array(2 * WINDOW);
  /** Bands of the last steps, in turn. */
  readonly #bands = Array.from({ length: LAG + 1 }, () => new Float64Array(BANDS));
  readonly #print = new Uint8Array(MOST_STEPS * STEP_BYTES);
  #samples = 0;
  #steps = 0;

  /** Samples of 16 bits at 8 kHz, as they come. */
  push(samples: ArrayLike<number>): void {
    const mask = this.#ring.length - 1;
    for (let i = 0; i < samples.length; i++) {
      this.#ring[this.#samples & mask] = samples[i] ?? 0;
      this.#samples += 1;
      if (this.#samples >= WINDOW && this.#samples % STEP === 0) this.#step();
    }
  }

  /** A time without a packet is a pause. */
  get heardMs(): number {
    return (this.#samples * 1_000) / RATE;
  }

  #step(): void {
    const powers = powersOf(this.#ring, this.#samples - WINDOW);
    const bands = this.#bands[this.#steps % (LAG + 1)];
    const before = this.#bands[(this.#steps + 1) % (LAG + 1)];
    if (bands === undefined || before === undefined) return;
    let all = 1;
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      for (let k = edges[band] ?? 0; k < (edges[band + 1] ?? 0); k++) sum += powers[k] ?? 0;
      all += sum;
      bands[band] = Math.log(sum + 1);
    }
    let bits = 0;
    for (let band = 0; band + 1 < BANDS; band++) {
      const now = (bands[band] ?? 0) - (bands[band + 1] ?? 0);
      const then = (before[band] ?? 0) - (before[band + 1] ?? 0);
      if (now > then) bits |= 1 << band;
    }
    const isTone = toneOf(powers) > TONE_SHARE * all;
    const at = (this.#steps % MOST_STEPS) * STEP_BYTES;
    this.#print[at] = bits & 0xff;
    this.#print[at + 1] = bits >> 8;
    this.#print[at + 2] = isTone ? 0 : levelOf(all);
    this.#steps += 1;
  }

  /** What was said; null where that was only the network's tones, next to nothing, or nothing. */
  said(): LineSaid | null {
    const print = this.#inOrder();
    const voiced = voicedIn(print);
    const first = voiced.indexOf(1);
    const last = voiced.lastIndexOf(1);
    const spoken = voiced.reduce((sum, one) => sum + one, 0);
    if (spoken * STEP_MS < LEAST_SPOKEN_MS) return null;
    const length = last - first + 1;
    const pauses = 1 - spoken / length;
    const isMusic = length * STEP_MS >= MUSIC_LEAST_MS && pauses < MUSIC_PAUSES;
    return {
      print: print.slice(first * STEP_BYTES, (last + 1) * STEP_BYTES),
      like: isMusic ? 'music' : 'speech',
      ms: length * STEP_MS,
    };
  }

  #inOrder(): Print {
    if (this.#steps <= MOST_STEPS) return this.#print.slice(0, this.#steps * STEP_BYTES);
    const cut = (this.#steps % MOST_STEPS) * STEP_BYTES;
    const print = new Uint8Array(this.#print.length);
    print.set(this.#print.subarray(cut));
    print.set(this.#print.subarray(0, cut), print.length - cut);
    return print;
  }
}

function toneOf(powers: Float64Array): number {
  let sum = 0;
  for (let k = TONE_FROM; k <= TONE_TO; k++) sum += powers[k] ?? 0;
  return sum;
}

/** A full sine of 16 bits has about this much, in half decibels. */
const FULL = 20 * Math.log10((32_768 * WINDOW * 0.25) ** 2);
/** Half decibels above 96 below full scale: 192 is as loud as can be. */
const levelOf = (power: number): number => Math.max(1, Math.min(255, Math.round(20 * Math.log10(power) - FULL + 192)));
