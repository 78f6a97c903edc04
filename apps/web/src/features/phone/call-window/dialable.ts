import { parsePhone } from '@alo/phone-number';

/** Extensions and service codes are dialled as they are. */
const short = /^[\d*#]{2,6}$/;

/** What would be dialled: a number however it was written or pasted, an extension; null while it is neither. */
export function dialable(text: string): string | null {
  const compact = text.replace(/[\s.\-()]/g, '');
  if (short.test(compact)) return compact;
  const parsed = parsePhone(text);
  return parsed.ok ? parsed.phone.national : null;
}
