import type { ImportEncoding, ImportLetters } from '@alo/contract';

import type { StoredFile } from '../../../storage/file-store.ts';
import { isTcvn3 } from './tcvn3.ts';
import { isVni } from './vni.ts';

const probed = 128 * 1024;

/** How the bytes of a text stand for signs, and where that is known by the bytes alone, for which font they were written. */
export interface FoundEncoding {
  readonly encoding: ImportEncoding;
  readonly letters?: ImportLetters;
}

/**
 * By the byte-order mark; without one by the first pieces that have more than plain letters: UTF-8 where they can be, else which
 * of the 8-bit encodings makes words of them.
 */
export async function encodingOf(file: StoredFile): Promise<FoundEncoding> {
  const some: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  const pieces = await file.read();
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) return { encoding: 'utf-16le' };
      if (isFirst && piece[0] === 0xfe && piece[1] === 0xff) return { encoding: 'utf-16be' };
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
  if (some.every(isUtf8)) return { encoding: 'utf-8' };
  const western = new TextDecoder('windows-1252').decode(Buffer.concat(some));
  if (isTcvn3(western)) return { encoding: 'windows-1252', letters: 'tcvn3' };
  return isVni(western)
    ? { encoding: 'windows-1252', letters: 'vni' }
    : { encoding: 'windows-1258', letters: 'unicode' };
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

/** The text of a file in pieces. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: ImportEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  // Windows-1258 has letters and their accents apart; people search for them together.
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
