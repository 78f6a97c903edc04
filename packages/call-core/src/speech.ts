import type { AudioSource } from './vocabulary.ts';

/** A text of digits, one after the other. */
export function sayDigits(digits: string): readonly AudioSource[] {
  return digits
    .split('')
    .filter((digit) => digit >= '0' && digit <= '9')
    .map((digit) => ({ kind: 'file', file: `system/vi/say/${digit}.wav` }));
}

/** A number from 1 to 99 as it is read: `mười lăm`, `hai mươi mốt`; others are said digit by digit. */
export function sayNumber(value: number): readonly AudioSource[] {
  if (!Number.isInteger(value) || value < 1 || value > 99) return sayDigits(String(value));
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const last = ones === 5 && tens > 0 ? 'five-after-ten' : ones === 1 && tens > 1 ? 'one-after-tens' : String(ones);
  const words = [...(tens > 1 ? [String(tens), 'tens'] : tens === 1 ? ['ten'] : []), ...(ones === 0 ? [] : [last])];
  return words.map((word) => ({ kind: 'file', file: `system/vi/say/${word}.wav` }));
}
