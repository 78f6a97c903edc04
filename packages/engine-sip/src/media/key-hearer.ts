import type { Digit } from '@alo/call-core';
import { SAMPLE_RATE } from '@alo/engine-host/audio';
import { COLUMNS, KEYPAD, ROWS } from './dtmf-tones.ts';
import { type Law, linearOf } from './g711.ts';

/** Samples that are looked at together: so few tell 697 from 770 Hz, and still hear a key that is 1.5 % off. */
const BLOCK = 102;
/** Blocks overlap by half, so that a key of 40 ms (ITU-T Q.24) has four of its own wherever it begins. */
const HOP = BLOCK / 2;
const HITS = 4;
/** So many blocks without the key end it: interruptions of 10 ms do not. */
const MISSES = 4;

/** Each of the two tones: −34 dBm0, which is below the −25 dBm0 that must be heard and above what lines leak. */
const WEAKEST_AMPLITUDE = 450;
const WEAKEST_POWER = (WEAKEST_AMPLITUDE * BLOCK * 0.5) ** 2;
/** How much of all that is heard the two tones are; speech has other frequencies as well. */
const PURITY = 0.7;
/** The column may be 4 dB louder than the row and the row 8 dB louder than the column (Q.24), with a little to spare. */
const [COLUMN_LOUDER, ROW_LOUDER] = [10 ** 0.55, 10 ** 0.95];
/** How much louder each of the two is than the others of its kind: 8 dB. */
const PEAK = 10 ** 0.8;
/** How much of each may be in its second harmonic, which voices have and keys have not: −13 dB. */
const HARMONIC = 10 ** -1.3;

type Four = readonly [number, number, number, number];
const coefficient = (hertz: number): number => 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
const coefficients = ([a, b, c, d]: Four): Four => [coefficient(a), coefficient(b), coefficient(c), coefficient(d)];
const [ROW_COEFFICIENTS, COLUMN_COEFFICIENTS] = [coefficients(ROWS), coefficients(COLUMNS)];
const ROW_HARMONICS = ROWS.map((hertz) => coefficient(2 * hertz));
const COLUMN_HARMONICS = COLUMNS.map((hertz) => coefficient(2 * hertz));
/** So near to its row's second harmonic a column is heard there, too. */
const NEAR_HERTZ = 100;

/** One block's key, with how strong its tones are. */
interface Hit {
  readonly digit: Digit;
  readonly low: number;
  readonly high: number;
}

/** A key sounds evenly from its first block to its last, voices swell and fade: 3 dB. */
const isEven = (a: Hit, b: Hit): boolean => isNear(a.low, b.low) && isNear(a.high, b.high);
const isNear = (a: number, b: number): boolean => a < 2 * b && b < 2 * a;

/** Hears keys in the sound itself (ITU-T Q.23, Q.24), for lines that tell them in no other way. */
export class KeyHearer {
  readonly #block = new Float64Array(BLOCK);
  #filled = 0;
  #key: Hit | undefined;
  #hits = 0;
  #misses = 0;
  #told = false;

  /** The keys whose presses are sure with this packet, each press once. */
  push(law: Law, octets: Uint8Array): Digit[] {
    const pressed: Digit[] = [];
    const table = linearOf(law);
    const block = this.#block;
    let filled = this.#filled;
    for (let i = 0; i < octets.length; i++) {
      block[filled++] = table[octets[i] ?? 0] ?? 0;
      if (filled < BLOCK) continue;
      const digit = this.#take(keyOf(block));
      if (digit !== undefined) pressed.push(digit);
      block.copyWithin(0, HOP);
      filled = BLOCK - HOP;
    }
    this.#filled = filled;
    return pressed;
  }

  #take(heard: Hit | undefined): Digit | undefined {
    const isSame = heard !== undefined && heard.digit === this.#key?.digit;
    if (isSame && (this.#told || (this.#key && isEven(heard, this.#key)))) {
      this.#hits++;
      this.#misses = 0;
      if (this.#told || this.#hits < HITS) return undefined;
      this.#told = true;
      return heard.digit;
    }
    this.#misses++;
    // Until it is sure, a key is heard without a break.
    if (this.#told && this.#misses < MISSES) return undefined;
    this.#key = heard;
    this.#hits = heard === undefined ? 0 : 1;
    this.#misses = 0;
    this.#told = false;
    return undefined;
  }
}

/** The key that a block is, and nothing else. */
function keyOf(block: Float64Array): Hit | undefined {
  const energy = powerIn(block);
  // Two tones of that amplitude have at least so much.
  if (energy < BLOCK * WEAKEST_AMPLITUDE ** 2) return undefined;
  const rows = powersOf(block, ROW_COEFFICIENTS);
  const row = strongest(rows);
  const low = rows[row] ?? 0;
  const pure = PURITY * energy * (BLOCK / 2);
  // Most of what people say ends here: the loudest column would not make it a key.
  if (low <= WEAKEST_POWER || low * (1 + COLUMN_LOUDER) <= pure) return undefined;
  const columns = powersOf(block, COLUMN_COEFFICIENTS);
  const column = strongest(columns);
  const high = columns[column] ?? 0;
  const isKey =
    high > WEAKEST_POWER &&
    high < low * COLUMN_LOUDER &&
    low < high * ROW_LOUDER &&
    low + high > pure &&
    rows.every((other, i) => i === row || other * PEAK < low) &&
    columns.every((other, i) => i === column || other * PEAK < high) &&
    (isColumnNear(row, column) || powerOf(block, ROW_HARMONICS[row] ?? 0) < HARMONIC * low) &&
    powerOf(block, COLUMN_HARMONICS[column] ?? 0) < HARMONIC * high;
  const digit = KEYPAD[row]?.[column];
  return isKey && digit !== undefined ? { digit, low, high } : undefined;
}

const isColumnNear = (row: number, column: number): boolean =>
  Math.abs(2 * (ROWS[row] ?? 0) - (COLUMNS[column] ?? 0)) < NEAR_HERTZ;

/** All that a block holds. */
function powerIn(block: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < BLOCK; i++) energy += (block[i] ?? 0) ** 2;
  return energy;
}

/** How strong one frequency is (Goertzel): a sine of amplitude a gives (a · length / 2)². */
function powerOf(block: Float64Array, factor: number): number {
  let one = 0;
  let two = 0;
  for (let i = 0; i < BLOCK; i++) {
    const next = (block[i] ?? 0) + factor * one - two;
    two = one;
    one = next;
  }
  return one * one + two * two - factor * one * two;
}

/**
 * The same of four frequencies, written out in the plainest way: a processor works on all four at once, six times as fast, and
 * every line without events is listened to all the time.
 */
function powersOf(block: Float64Array, [a, b, c, d]: Four): Four {
  let a1 = 0;
  let a2 = 0;
  let b1 = 0;
  let b2 = 0;
  let c1 = 0;
  let c2 = 0;
  let d1 = 0;
  let d2 = 0;
  for (let i = 0; i < BLOCK; i++) {
    const sample = block[i] ?? 0;
    const a0 = sample + a * a1 - a2;
    const b0 = sample + b * b1 - b2;
    const c0 = sample + c * c1 - c2;
    const d0 = sample + d * d1 - d2;
    a2 = a1;
    a1 = a0;
    b2 = b1;
    b1 = b0;
    c2 = c1;
    c1 = c0;
    d2 = d1;
    d1 = d0;
  }
  return [
    a1 * a1 + a2 * a2 - a * a1 * a2,
    b1 * b1 + b2 * b2 - b * b1 * b2,
    c1 * c1 + c2 * c2 - c * c1 * c2,
    d1 * d1 + d2 * d2 - d * d1 * d2,
  ];
}

const strongest = (powers: readonly number[]): number => powers.indexOf(Math.max(...powers));
