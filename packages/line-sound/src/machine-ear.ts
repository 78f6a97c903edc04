import { powersOf, WINDOW } from './spectrum.ts';

const RATE = 8_000;
const STEP = 256;
const STEP_SECONDS = STEP / RATE;
const HERTZ = RATE / WINDOW;

/** Why a line is a machine's or a person's, in words. */
export interface PickedUp {
  readonly by: 'person' | 'machine';
  readonly words: string;
}

/** So long a greeting has to be spoken before a beep makes it a machine's: whoever picks up says a word or two and waits. */
const GREETING_SECONDS = 5;
/** Whoever waits so long behind their first words waits for an answer: machines go on. */
const WAIT_SECONDS = 1.6;
/** The beep comes so soon behind the last word. */
const BEEP_WITHIN_SECONDS = 2;
/** A beep lasts at least so long, and nothing else is heard in it: a voice has harmonics, a key has two tones. */
const BEEP_STEPS = 6;
const BEEP_SHARE = 0.9;
const [BEEP_FROM, BEEP_TO] = [480, 2_200].map((hertz) => Math.round(hertz / HERTZ)) as [number, number];
/** In decibels: so much louder than the line's own noise is a voice; so loud at least. */
const ABOVE_NOISE = 10;
const FAINT = -52;
/** Noise is learnt upwards slowly, downwards at once. */
const NOISE_UP = 0.06;
/** Longer than that no greeting is waited for. */
const LONGEST_SECONDS = 40;

/**
 * Tells whether a machine has picked up, by cadence and beep: a long greeting without a wait, then a tone. It holds nobody up: it listens
 * beside the call, and where it is in doubt a person has picked up.
 */
export class MachineEar {
  readonly #ring = new Float32Array(2 * WINDOW);
  #samples = 0;
  #noise: number | undefined;
  /** Seconds in which somebody spoke, and since they did last. */
  #spoken = 0;
  #quiet = 0;
  #tone = { bin: -1, steps: 0 };
  #verdict: PickedUp | undefined;

  /** Samples of 16 bits at 8 kHz. Answers once, when it is sure. */
  push(samples: ArrayLike<number>): PickedUp | undefined {
    if (this.#verdict !== undefined) return undefined;
    const mask = this.#ring.length - 1;
    for (let i = 0; i < samples.length; i++) {
      this.#ring[this.#samples & mask] = samples[i] ?? 0;
      this.#samples += 1;
      if (this.#samples < WINDOW || this.#samples % STEP !== 0) continue;
      this.#verdict = this.#step();
      if (this.#verdict !== undefined) return this.#verdict;
    }
    return undefined;
  }

  get isSure(): boolean {
    return this.#verdict !== undefined;
  }

  #step(): PickedUp | undefined {
    const powers = powersOf(this.#ring, this.#samples - WINDOW);
    if (this.#beeps(powers)) return this.#beeped();
    const level = levelOf(powers);
    this.#noise = Math.min(level, (this.#noise ?? level) + NOISE_UP);
    const speaks = this.#tone.steps === 0 && level > Math.max(FAINT, this.#noise + ABOVE_NOISE);
    if (speaks) {
      this.#spoken += STEP_SECONDS;
      this.#quiet = 0;
      return undefined;
    }
    if (this.#tone.steps === 0) this.#quiet += STEP_SECONDS;
    if (this.#spoken > 0 && this.#spoken < GREETING_SECONDS && this.#quiet >= WAIT_SECONDS)
      return person(`nói ${seconds(this.#spoken)} giây rồi chờ`);
    if (this.#samples / RATE > LONGEST_SECONDS) return person('không nghe tiếng bíp nào');
    return undefined;
  }

  /** Whether a tone has stood long enough. */
  #beeps(powers: Float64Array): boolean {
    let [loudest, all] = [0, 1];
    for (let k = 8; k < powers.length; k++) {
      all += powers[k] ?? 0;
      if ((powers[k] ?? 0) > (powers[loudest] ?? 0)) loudest = k;
    }
    let peak = 0;
    for (let k = loudest - 2; k <= loudest + 2; k++) peak += powers[k] ?? 0;
    const isTone =
      loudest >= BEEP_FROM && loudest <= BEEP_TO && peak > BEEP_SHARE * all && levelOf(powers) > FAINT + ABOVE_NOISE;
    if (!isTone) {
      this.#tone = { bin: -1, steps: 0 };
      return false;
    }
    const goesOn = Math.abs(loudest - this.#tone.bin) <= 1;
    this.#tone = { bin: loudest, steps: goesOn ? this.#tone.steps + 1 : 1 };
    return this.#tone.steps >= BEEP_STEPS;
  }

  #beeped(): PickedUp {
    if (this.#spoken < GREETING_SECONDS) return person('có tiếng bíp mà không có lời chào dài');
    if (this.#quiet > BEEP_WITHIN_SECONDS) return person('tiếng bíp cách lời nói quá lâu');
    return { by: 'machine', words: `lời chào ${seconds(this.#spoken)} giây không dừng, rồi tiếng bíp` };
  }
}

const person = (words: string): PickedUp => ({ by: 'person', words });
const seconds = (n: number): string => (Math.round(n * 10) / 10).toString().replace('.', ',');

/** Decibels below a full sine. */
function levelOf(powers: Float64Array): number {
  let sum = 1;
  for (let k = 8; k < powers.length; k++) sum += powers[k] ?? 0;
  return 10 * Math.log10(sum) - 20 * Math.log10(32_768 * WINDOW * 0.25);
}
