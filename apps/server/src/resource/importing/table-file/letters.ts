import type { ImportLetters } from '@alo/contract';

import type { FileCell, FileRow } from '../file-row.ts';
import { ofToday } from './of-today.ts';
import { fromTcvn3, isTcvn3 } from './tcvn3.ts';
import { fromTwiceEncoded, isTwiceEncoded } from './twice-encoded.ts';
import { fromVni, isVni } from './vni.ts';

/** How each makes a text of today out of a cell. */
const meantBy: Readonly<Record<ImportLetters, (text: string) => string>> = {
  unicode: (text) => text,
  tcvn3: fromTcvn3,
  vni: fromVni,
  twice: fromTwiceEncoded,
};

const isAscii = (text: string) => !/[\u0080-\uFFFF]/.test(text);
/** Enough to know a font by. */
const mostProbed = 20_000;

/** For which font the texts of these rows were written; undefined where all of them are plain. */
export function lettersIn(rows: readonly FileRow[]): ImportLetters | undefined {
  const texts: string[] = [];
  let characters = 0;
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (typeof cell !== 'string' || isAscii(cell)) continue;
      texts.push(cell.slice(0, 1_000));
      characters += Math.min(cell.length, 1_000);
    }
    if (characters >= mostProbed) break;
  }
  return texts.length === 0 ? undefined : lettersOf(texts);
}

/** For which font a cell by itself was written, where that is certain; undefined where it is not. */
export function lettersWithin(text: string): 'vni' | 'tcvn3' | undefined {
  if (isAscii(text) || ofToday.test(text)) return undefined;
  if (isVni(text)) return 'vni';
  return signInWord.test(text) && isTcvn3(text) ? 'tcvn3' : undefined;
}

/** Quotation marks stand around words, and no sign of them in one. */
const signInWord = /[a-z][\u00A1-\u00BE][a-z]/i;

/** For which font texts with more than plain letters were written. */
export function lettersOf(texts: readonly string[]): ImportLetters {
  const twice = texts.filter(isTwiceEncoded).length;
  if (twice * 2 > texts.length) return 'twice';
  // Headings of today may stand above a list of long ago, and a sign such as `·` within words of today.
  const old = texts.filter((text) => !ofToday.test(text));
  const all = old.join('\n');
  const letters = isVni(all) ? 'vni' : isTcvn3(all) ? 'tcvn3' : 'unicode';
  if (old.length === texts.length || letters === 'unicode') return letters;
  const its = old.filter(letters === 'vni' ? isVni : isTcvn3);
  return its.length > texts.length - old.length ? letters : 'unicode';
}

/** The rows with their texts in letters of today. */
export function inUnicode(rows: readonly FileRow[], letters: ImportLetters): readonly FileRow[] {
  if (letters === 'unicode') return rows;
  const meant = meantBy[letters];
  const cellOf = (cell: FileCell, isRowOfToday: boolean) =>
    typeof cell !== 'string' || isAscii(cell) || ofToday.test(cell) || (isRowOfToday && couldBeOfToday(cell, letters))
      ? cell
      : meant(cell);
  return rows.map((row) => {
    const isOfToday = row.cells.some((cell) => typeof cell === 'string' && ofToday.test(cell));
    return { ...row, cells: row.cells.map((cell) => cellOf(cell, isOfToday)) };
  });
}

/** `Tên khách hàng` is so in letters of today and of old: it is what the other cells of its row are. */
const couldBeOfToday = (text: string, letters: ImportLetters): boolean =>
  lettersWithin(text) !== letters && !/[^ -~\sàáâãèéêìíòóôõùúý]/i.test(text.normalize('NFC'));
