import { isTenDigits, numberIn } from '@alo/phone-number';

/** Extensions and service codes are dialled as they are. */
const short = /^([\d*#]{2,6}|\*[\d*#]{1,30})$/;

/**
 * What would be dialled: an extension or a code, a number however it was written or pasted, in a sentence too, and whatever is
 * exactly ten digits (specification §5), though its prefix is none that we know; null while it is none of these.
 */
export function dialable(text: string): string | null {
  const compact = text.normalize('NFKC').replace(/[\s.\-()]/g, '');
  if (short.test(compact)) return compact;
  return numberIn(text)?.national ?? (isTenDigits(compact) ? compact : null);
}
