import type { StoredFile } from '../../../storage/file-store.ts';

/** Encodings that Vietnamese texts come in. TCVN3 is that of the old ".VnTime" fonts, which no library here knows. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1258' | 'tcvn3';

const probed = 128 * 1024;

/**
 * By the byte-order mark; without one by the first pieces that have more than plain letters: UTF-8 where they can be, else which
 * of the 8-bit encodings makes words of them.
 */
export async function encodingOf(file: StoredFile): Promise<Encoding> {
  const some: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  const pieces = await file.read();
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      if (isFirst && piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
      if (piece.some(isHigh)) {
        // A letter may have begun in the piece before.
        const start = isFirst ? 0 : piece.findIndex((byte) => (byte & 0xc0) !== 0x80);
        some.push(piece.subarray(Math.max(0, start)));
        bytes += piece.length;
      }
      isFirst = false;
      if (bytes >= probed) break;
    }
  } finally {
    pieces.destroy();
  }
  if (some.every(isUtf8)) return 'utf-8';
  return isTcvn3(Buffer.concat(some)) ? 'tcvn3' : 'windows-1258';
}

const isHigh = (byte: number) => byte >= 0x80;

function isUtf8(piece: Buffer): boolean {
  try {
    // A letter may be cut at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether signs stand inside words when it is read as Windows has it: `µ` and `¸` are the commonest letters of TCVN3, `à` and `á`.
 * Nobody writes them there otherwise.
 */
function isTcvn3(bytes: Buffer): boolean {
  let [signs, letters] = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (!isHigh(byte)) continue;
    if (byte < 0xa0 || byte > 0xbe) letters += 1;
    else if (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) signs += 1;
  }
  return signs > 0 && signs * 8 >= letters;
}

const isLetter = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** TCVN 5712:1993 VN3 from A1 on; what is a dot here is no letter there. */
const letters = 'ĂÂÊÔƠƯĐăâêôơưđ......àảãáạ.ằẳẵắ.......ặầẩẫấậè.ẻẽéẹềểễếệìỉ...ĩíịò.ỏõóọồổỗốộờởỡớợù.ủũúụừửữứựỳỷỹýỵ.';

/** The text of a file in pieces. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'tcvn3') {
    for await (const chunk of bytes) yield fromTcvn3(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding);
  // Windows-1258 has letters and their accents apart; people search for them together.
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The text of bytes that are TCVN3. */
export function fromTcvn3(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const letter = letters[byte - 0xa1];
    text += letter === undefined || letter === '.' ? String.fromCharCode(byte) : letter;
  }
  return text.replace(/\p{L}+/gu, inCapitals);
}

/** Its capitals are a font of their own: of a word in capitals the accented letters come out small. "Hà" cannot be told from "HÀ". */
const inCapitals = (word: string) =>
  (word.match(/\p{Lu}/gu) ?? []).length > 1 && !/[a-z]/.test(word) ? word.toUpperCase() : word;
