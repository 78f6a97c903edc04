/** What Windows has for western Europe in place of 80 to 9F; the five that it has not stand for themselves. */
const windows1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (sign, byte) => [sign, byte],
  ),
);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A text whose UTF-8 was read as Windows has it and written as UTF-8 again; as it is where it is no such text. */
export function fromTwiceEncoded(text: string): string {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = windows1252.get(text[at] ?? '');
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
  /[\u0080-\uFFFF]/.test(text) && fromTwiceEncoded(text) !== text;
