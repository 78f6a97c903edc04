import type { Law } from './g711.ts';

/**
 * How speech is coded on a line. G.711 and G.722 have an octet for each sample of a clock of 8 kHz; that G.722 hears 16 kHz is
 * left out of its clock by an old mistake that stays (RFC 3551 §4.5.2). Opus has a clock of 48 kHz and two channels in its name, whatever it
 * codes (RFC 7587 §7).
 */
export type Codec = Law | 'g722' | 'opus';

/** As `a=rtpmap` names them, with the numbers that we give them: below 96 these need no name (RFC 3551 §6). */
const CODECS = {
  pcma: { name: 'PCMA/8000', number: 8 },
  pcmu: { name: 'PCMU/8000', number: 0 },
  g722: { name: 'G722/8000', number: 9 },
  opus: { name: 'opus/48000/2', number: 111 },
} as const satisfies Record<Codec, { readonly name: string; readonly number: number }>;

export const codecName = (codec: Codec): string => CODECS[codec].name;
/** In our offers. */
export const offeredNumber = (codec: Codec): number => CODECS[codec].number;
/** Undefined where a number means what the SDP says. */
export const fixedNumber = (codec: Codec): number | undefined =>
  CODECS[codec].number < 96 ? CODECS[codec].number : undefined;

/** Ticks a second of the timestamps of a stream. */
export type Clock = 8_000 | 48_000;

export const clockOf = (codec: Codec): Clock => (codec === 'opus' ? 48_000 : 8_000);

/** Comfort noise (RFC 3389): says that there is nothing to hear. */
export const NOISE_NUMBER = 13;
