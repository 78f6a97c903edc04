import { numberIn } from '@alo/phone-number';

/** Extensions and service codes are dialled as they are. */
const short = /^([\d*#]{2,6}|\*[\d*#]{1,30})$/;

/** What would be dialled: a number however it was written or pasted, in a sentence too, or an extension; null while it is neither. */
export function dialable(text: string): string | null {
  const compact = text.normalize('NFKC').replace(/[\s.\-()]/g, '');
  if (short.test(compact)) return compact;
  return numberIn(text)?.national ?? null;
}
