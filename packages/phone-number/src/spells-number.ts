import { parsePhone } from './parse.ts';

/** So few digits are nobody's number in a name with letters. */
const fewDigits = 6;

/**
 * Can a text stand for this number towards a carrier: a spelling of it, its end, what a carrier puts before it, or a name that is no
 * number? A text that reads as another number stands for that.
 */
export function spellsNumber(text: string, number: string): boolean {
  const read = parsePhone(text);
  const own = parsePhone(number);
  if (!own.ok) return text === number;
  if (read.ok) return read.phone.canonical === own.phone.canonical;
  const digits = text.replace(/\D/g, '');
  const significant = own.phone.national.replace(/^0+/, '');
  if (digits.length < fewDigits) return /[a-z]/i.test(text);
  return digits.endsWith(significant) || significant.endsWith(digits);
}
