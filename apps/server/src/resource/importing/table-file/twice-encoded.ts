import { ofToday } from './of-today.ts';

/** What Windows has for western Europe in place of 80 to 9F, and what Unix has there. */
const byteOf = new Map([
  ...Array.from({ length: 256 }, (_, byte): [string, number] => [String.fromCharCode(byte), byte]),
  ...Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (sign, byte): [string, number] => [sign, byte],
  ),
]);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A text whose UTF-8 was read as of western Europe and written as UTF-8 again; as it is where it is no such text. */
export function fromTwiceEncoded(text: string): string {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf.get(text[at] ?? '');
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return text;
  }
}

export const isTwiceEncoded = (text: string): boolean =>
  /[\u0080-\uFFFF]/.test(text) && !inCapitals.test(text) && fromTwiceEncoded(text) !== text;

/** `MÃ KH` with the blank of a page of the web, which would be "MàKH". */
const inCapitals = /^[ -~]*\p{Lu}Ã\u00A0(?!\p{Ll})[ -~]*$/u;

/** Whether there is such a text within this one, a part of which is lost, so that it cannot be mended: `Nguyá»n`. */
export const isGarbled = (text: string): boolean => traces.test(text) && !ofToday.test(text) && !isTwiceEncoded(text);

/** The beginnings of letters with accents, and what cannot follow them as a letter. */
const traces =
  /á[º»]|[ÃÂ][\u0080-\u009F\u00A1-\u00BF\u2018-\u203A\u20AC\u2122]|[ÄÅÆ][\u0080-\u009F\u00A1\u00A9\u00B0\u0152\u0153\u0178\u0192\u2018-\u201D\u2020-\u2022]/u;
