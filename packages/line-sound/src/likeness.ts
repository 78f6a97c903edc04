import { bitsAt, type Print, STEP_MS, stepsOf, voicedIn } from './print.ts';

/** How well two prints agree where they agree best. */
export interface Likeness {
  /** They are of one announcement. */
  readonly same: boolean;
  /** Of the bits where they lie over each other, those that differ: of two announcements about half. */
  readonly errors: number;
  /** So long they lie over each other. */
  readonly ms: number;
}

/** So long two prints have to lie over each other, and so much of the shorter one of them. */
const LEAST_STEPS = Math.round(1_500 / STEP_MS);
const LEAST_SHARE = 0.6;
/** Of one announcement in noise about a quarter differ, of two announcements at their likest place at least two fifths. */
const MOST_ERRORS = 0.36;
/** What begins alike and goes on otherwise is not the same: no stretch of it may differ as strangers do. */
const STRETCH = Math.round(500 / STEP_MS);
const MOST_STRETCH_ERRORS = 0.42;
/** Half of the bits are looked at in the search for the best place, and all of them there. */
const SKIP = 2;

const ones = Uint8Array.from({ length: 1 << 16 }, (_, bits) => {
  let n = 0;
  for (let rest = bits; rest > 0; rest >>= 1) n += rest & 1;
  return n;
});

/** A print that is ready to be compared with many. */
export interface ReadPrint {
  readonly bits: Uint16Array;
  readonly voiced: Uint8Array;
}

export const readPrint = (print: Print): ReadPrint => ({
  bits: Uint16Array.from({ length: stepsOf(print) }, (_, step) => bitsAt(print, step)),
  voiced: voicedIn(print),
});

const unlike: Likeness = { same: false, errors: 1, ms: 0 };

/** Lays one over the other at every place, and says how they agree at the best one. */
export function likeness(a: ReadPrint, b: ReadPrint): Likeness {
  const [one, other] = [a.bits.length, b.bits.length];
  const least = Math.max(LEAST_STEPS, Math.round(LEAST_SHARE * Math.min(one, other)));
  if (Math.min(one, other) < least) return unlike;
  let best = 1;
  let shift = 0;
  for (let at = least - other; at <= one - least; at++) {
    const errors = errorsAt(a, b, at, SKIP);
    if (errors < best) [best, shift] = [errors, at];
  }
  const errors = errorsAt(a, b, shift, 1);
  const steps = Math.min(one, other + shift) - Math.max(0, shift);
  const same = errors <= MOST_ERRORS && worstStretch(a, b, shift) <= MOST_STRETCH_ERRORS;
  return { same, errors, ms: steps * STEP_MS };
}

/** Of the steps in which either of them speaks. */
function errorsAt(a: ReadPrint, b: ReadPrint, shift: number, every: number): number {
  let [wrong, looked] = [0, 0];
  const to = Math.min(a.bits.length, b.bits.length + shift);
  for (let i = Math.max(0, shift); i < to; i += every) {
    if (a.voiced[i] === 0 && b.voiced[i - shift] === 0) continue;
    looked += 1;
    wrong += ones[(a.bits[i] ?? 0) ^ (b.bits[i - shift] ?? 0)] ?? 0;
  }
  return looked * every < LEAST_STEPS / 2 ? 1 : wrong / (16 * looked);
}

function worstStretch(a: ReadPrint, b: ReadPrint, shift: number): number {
  const wrong: number[] = [];
  const to = Math.min(a.bits.length, b.bits.length + shift);
  let [sum, worst] = [0, 0];
  for (let i = Math.max(0, shift); i < to; i++) {
    if (a.voiced[i] === 0 && b.voiced[i - shift] === 0) continue;
    const now = ones[(a.bits[i] ?? 0) ^ (b.bits[i - shift] ?? 0)] ?? 0;
    wrong.push(now);
    sum += now;
    if (wrong.length > STRETCH) sum -= wrong[wrong.length - 1 - STRETCH] ?? 0;
    if (wrong.length >= STRETCH) worst = Math.max(worst, sum / (16 * STRETCH));
  }
  return worst;
}
