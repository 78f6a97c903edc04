import type { AudioSource } from './vocabulary.ts';

/** A text of digits, one after the other. */
export function sayDigits(digits: string): readonly AudioSource[] {
  return digits
    .split('')
    .filter((digit) => digit >= '0' && digit <= '9')
    .map((digit) => ({ kind: 'file', file: `system/vi/say/${digit}.wav` }));
}
