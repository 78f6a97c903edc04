import { ILB, Q6, QM4, QM6, STEP_CHANGE } from './g722-tables.ts';

/**
 * The lower sub-band of ITU-T G.722, 0 to 4 kHz at 8,000 samples a second, by adaptive differential coding in six bits.
 * That is all of it that a switch hears which speaks in 8 kHz; what two wideband phones say to each other is not decoded.
 * Blocks are named as in clause 6 of the recommendation.
 */

/** What the upper sub-band has to say when there is nothing: the smallest step, upwards. */
const SILENT_UPPER = 0xc0;
/** Samples of the sub-band have 15 bits. */
const SUB_BAND = 16_384;

/** Speaks G.722. */
export class G722Encoder {
  readonly #band = new LowerBand();

  /** Compresses 16-bit samples into `octets` from `offset` on, one octet each. */
  encodeInto(samples: Int16Array, octets: Uint8Array, offset: number): void {
    const band = this.#band;
    for (let i = 0; i < samples.length; i++) {
      const code = quantized(saturated(((samples[i] ?? 0) >> 1) - band.prediction), band.step);
      band.adapt(code >> 2);
      octets[offset + i] = SILENT_UPPER | code;
    }
  }
}

/** Hears G.722. */
export class G722Decoder {
  readonly #band = new LowerBand();

  /** Expands octets to 16-bit samples. Returns a new array. */
  decode(octets: Uint8Array): Int16Array {
    const band = this.#band;
    const samples = new Int16Array(octets.length);
    for (let i = 0; i < octets.length; i++) {
      const code = (octets[i] ?? 0) & 0x3f;
      const heard = band.prediction + ((band.step * (QM6[code] ?? 0)) >> 15);
      samples[i] = (heard < -SUB_BAND ? -SUB_BAND : heard >= SUB_BAND ? SUB_BAND - 1 : heard) << 1;
      band.adapt(code >> 2);
    }
    return samples;
  }
}

/** Which of sixty steps a difference is (QUANTL). */
function quantized(difference: number, step: number): number {
  const size = difference < 0 ? -(difference + 1) : difference;
  let [level, above] = [0, Q6.length];
  while (level < above) {
    const middle = (level + above) >> 1;
    if (size >= ((Q6[middle] ?? 0) * step) >> 12) level = middle + 1;
    else above = middle;
  }
  if (difference >= 0) return 61 - level;
  return level < 2 ? 63 - level : 33 - level;
}

/** What both ends know: the step and the prediction for the next sample, made of what was sent. */
class LowerBand {
  prediction = 0;
  step = 32;
  #logStep = 0;
  #zeroPrediction = 0;
  /** The two last reconstructed samples and partial ones, the newest first. */
  #r1 = 0;
  #p1 = 0;
  #p2 = 0;
  /** Coefficients of the poles. */
  #a1 = 0;
  #a2 = 0;
  /** Coefficients of the zeros, and the differences that they weigh. */
  readonly #b = new Int32Array(6);
  readonly #d = new Int32Array(6);

  /** Takes the four bits of a code that adapt. */
  adapt(code: number): void {
    const difference = (this.step * (QM4[code] ?? 0)) >> 15; // INVQAL
    this.#scale(code);
    this.#predict(difference);
  }

  /** LOGSCL, SCALEL: the logarithm of the step leaks towards zero and moves by the code. */
  #scale(code: number): void {
    const log = ((this.#logStep * 127) >> 7) + (STEP_CHANGE[code] ?? 0);
    this.#logStep = log < 0 ? 0 : log > 18_432 ? 18_432 : log;
    const shift = 8 - (this.#logStep >> 11);
    const mantissa = ILB[(this.#logStep >> 6) & 31] ?? 0;
    this.step = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  #predict(difference: number): void {
    const reconstructed = saturated(this.prediction + difference); // RECONS
    const partial = saturated(this.#zeroPrediction + difference); // PARREC
    this.#movePoles(partial);
    this.#moveZeros(difference);
    const before = this.#r1;
    this.#r1 = reconstructed;
    const poles = saturated(weighed(this.#a1, reconstructed) + weighed(this.#a2, before)); // FILTEP
    this.prediction = saturated(poles + this.#zeroPrediction); // PREDIC
  }

  /** UPPOL2, UPPOL1: both coefficients follow the signs, and keep the filter stable. */
  #movePoles(partial: number): void {
    const sign = partial >> 15;
    const [same1, same2] = [sign === this.#p1 >> 15, sign === this.#p2 >> 15];
    const fourfold = saturated(this.#a1 << 2);
    const away = Math.min(same1 ? -fourfold : fourfold, 32_767);
    const a2 = (away >> 7) + (same2 ? 128 : -128) + ((this.#a2 * 32_512) >> 15);
    this.#a2 = a2 > 12_288 ? 12_288 : a2 < -12_288 ? -12_288 : a2;
    const a1 = saturated((same1 ? 192 : -192) + ((this.#a1 * 32_640) >> 15));
    const most = saturated(15_360 - this.#a2);
    this.#a1 = a1 > most ? most : a1 < -most ? -most : a1;
    this.#p2 = this.#p1;
    this.#p1 = partial;
  }

  /** UPZERO, DELAYA, FILTEZ in one walk, from the oldest to the newest. */
  #moveZeros(difference: number): void {
    const [b, d] = [this.#b, this.#d];
    const pull = difference === 0 ? 0 : 128;
    const sign = difference >> 15;
    let sum = 0;
    for (let i = 5; i >= 0; i--) {
      const before = d[i] ?? 0;
      const coefficient = saturated((before >> 15 === sign ? pull : -pull) + (((b[i] ?? 0) * 32_640) >> 15));
      const newer = i === 0 ? difference : (d[i - 1] ?? 0);
      b[i] = coefficient;
      d[i] = newer;
      sum += weighed(coefficient, newer);
    }
    this.#zeroPrediction = saturated(sum);
  }
}

/** A coefficient has one bit before its point, so its product counts twice. */
function weighed(coefficient: number, sample: number): number {
  return (coefficient * saturated(sample + sample)) >> 15;
}

function saturated(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}
