import type { Law } from './g711.ts';

/**
 * How speech is coded on a line. All of them have an octet for each sample of a clock of 8 kHz; that G.722 hears 16 kHz is
 * left out of its clock by an old mistake that stays (RFC 3551 §4.5.2).
 */
export type Codec = Law | 'g722';

/** As `a=rtpmap` names them, with the numbers that need no name (RFC 3551 §6). */
const CODECS = {
  pcma: { name: 'PCMA/8000', fixed: 8 },
  pcmu: { name: 'PCMU/8000', fixed: 0 },
  g722: { name: 'G722/8000', fixed: 9 },
} as const satisfies Record<Codec, { readonly name: string; readonly fixed: number }>;

export const codecName = (codec: Codec): string => CODECS[codec].name;
export const fixedNumber = (codec: Codec): number => CODECS[codec].fixed;

/** Comfort noise (RFC 3389): says that there is nothing to hear. */
export const NOISE_NUMBER = 13;
