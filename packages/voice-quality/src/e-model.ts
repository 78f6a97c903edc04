/** What is measured of sound that goes one way. */
export interface PathMeasures {
  /** Share of the packets that did not arrive, 0 to 100. */
  readonly lossPercent: number;
  readonly jitterMs: number;
  /** There and back; null while nobody knows. */
  readonly roundTripMs: number | null;
}

/** Of a party both ways: what came from it, and what it says of what it received (RTCP); null while it says nothing. */
export interface BothWays extends PathMeasures {
  readonly farLossPercent: number | null;
}

/** What is wrong with a sound. */
export type Wrong = 'loss' | 'jitter' | 'delay';

/**
 * The mean opinion score, 1 (bad) to 4.5, by the E-model of ITU-T G.107, simplified to what is measured:
 *
 *     R   = 93.2 − Id − Ie,eff                           the defaults of G.107 for all that is not measured
 *     Id  = 0.024 d + 0.11 (d − 177.3) [d > 177.3]       d = round trip / 2 + 2 · jitter + 20 ms, one way
 *     Ie,eff = 95 · loss / (loss + 25.1)                 G.711 with concealment: Ie 0, Bpl 25.1 (G.113 appendix I), losses by chance
 *     MOS = 1 + 0.035 R + R (R − 60) (100 − R) · 7·10⁻⁶  (annex B)
 *
 * A jitter buffer of twice the jitter is supposed. G.722 is judged as if it were narrow-band too, so that calls can be compared.
 */
export function mosOf(measured: PathMeasures): number {
  const { lossPercent } = measured;
  const delay = delayOf(measured);
  const delayImpairment = 0.024 * delay + (delay > 177.3 ? 0.11 * (delay - 177.3) : 0);
  const lossImpairment = (95 * lossPercent) / (lossPercent + 25.1);
  const r = Math.min(100, Math.max(0, 93.2 - delayImpairment - lossImpairment));
  const mos = 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6;
  return Math.min(4.5, Math.max(1, mos));
}

/** Of the way that sounds worse: who is not heard well and who does not hear well are in the same call. */
export const mosBothWays = (measured: BothWays): number => mosOf(worseWay(measured));

/** That way. Jitter and delay are measured of one, and stand for both. */
export const worseWay = ({ lossPercent, farLossPercent, jitterMs, roundTripMs }: BothWays): PathMeasures => ({
  lossPercent: Math.max(lossPercent, farLossPercent ?? 0),
  jitterMs,
  roundTripMs,
});

/** What costs the most of the score. */
export function wrongWith({ lossPercent, jitterMs, roundTripMs }: PathMeasures): Wrong {
  const without = [
    ['loss', mosOf({ lossPercent: 0, jitterMs, roundTripMs })],
    ['jitter', mosOf({ lossPercent, jitterMs: 0, roundTripMs })],
    ['delay', mosOf({ lossPercent, jitterMs, roundTripMs: 0 })],
  ] as const;
  return without.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

const delayOf = ({ jitterMs, roundTripMs }: PathMeasures): number => (roundTripMs ?? 0) / 2 + 2 * jitterMs + 20;
