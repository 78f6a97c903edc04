import { buffer } from 'node:stream/consumers';
import type { ImportEncoding, ImportLetters, ImportSeparator } from '@alo/contract';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, mostRows } from '../file-row.ts';
import { openArchive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { encodingOf, type FoundEncoding, textOf } from './encoding.ts';
import { inUnicode, lettersIn } from './letters.ts';
import { readCsv, separatorTold } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { odsContent, openOds } from './read-ods.ts';
import { readSpreadsheetml } from './read-spreadsheetml.ts';
import { openXlsx } from './read-xlsx.ts';
import { separatorIn } from './separator.ts';

/** What a person says of a file, in place of what it looks like. */
export interface TableWay {
  readonly encoding?: ImportEncoding | undefined;
  readonly separator?: ImportSeparator | undefined;
  readonly letters?: ImportLetters | undefined;
  readonly page?: string | undefined;
}

/** How a file is read. A workbook has pages, a text an encoding, and a separator where it is no page of the web. */
export interface TableKind {
  readonly kind: 'workbook' | 'text' | 'page';
  readonly encoding?: ImportEncoding | undefined;
  /** Any sign may be told by a file's own first line. */
  readonly separator?: string | undefined;
  readonly letters: ImportLetters;
  readonly pages: readonly string[];
  readonly page?: string | undefined;
}

export interface OpenTable {
  readonly about: TableKind;
  /** To be read to the end, or to be returned: the file is open until then. */
  readonly rows: AsyncGenerator<readonly FileRow[]>;
}

interface Found {
  readonly about: Omit<TableKind, 'letters'>;
  readonly letters?: ImportLetters | undefined;
  readonly rows: AsyncGenerator<readonly FileRow[]>;
}

/**
 * How a file is read, whatever it is called, and its rows in pieces: what it is say its first bytes. Refuses what is no table,
 * and what would be too much for anybody.
 */
export async function openTable(file: StoredFile, asked: TableWay = {}): Promise<OpenTable> {
  if (file.bytes === 0) throw badFile('Tệp trống');
  const head = await buffer(await file.read({ start: 0, end: Math.min(file.bytes, 64 * 1024) - 1 }));
  const found = isZip(head) ? await openWorkbook(file, asked) : await openText(file, head, asked);
  const first = await found.rows.next();
  const letters = asked.letters ?? found.letters ?? (first.done === true ? undefined : lettersIn(first.value));
  return { about: { ...found.about, letters: letters ?? 'unicode' }, rows: meantRows(first, found.rows, letters) };
}

/** The rows in letters of today; what font they are in is known once a text has more than plain letters. */
async function* meantRows(
  first: IteratorResult<readonly FileRow[]>,
  others: AsyncGenerator<readonly FileRow[]>,
  known: ImportLetters | undefined,
): AsyncGenerator<readonly FileRow[]> {
  let letters = known;
  let rows = 0;
  try {
    for (let piece = first; piece.done !== true; piece = await others.next()) {
      rows += piece.value.length;
      if (rows > mostRows) throw badFile(`Tệp có hơn ${mostRows.toLocaleString('vi-VN')} dòng, vui lòng chia nhỏ`);
      letters ??= lettersIn(piece.value);
      yield inUnicode(piece.value, letters ?? 'unicode');
    }
  } finally {
    await others.return(undefined);
  }
}

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

async function openWorkbook(file: StoredFile, { page: asked }: TableWay): Promise<Found> {
  const archive = await openArchive(file);
  try {
    const { pages, page, rows } = await (archive.has(odsContent) ? openOds : openXlsx)(archive, asked);
    return { about: { kind: 'workbook', pages, page }, rows: untilClosed(rows, () => archive.close()) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function* untilClosed(rows: AsyncGenerator<FileRow[]>, close: () => void): AsyncGenerator<FileRow[]> {
  try {
    yield* rows;
  } finally {
    close();
  }
}

async function openText(file: StoredFile, head: Buffer, asked: TableWay): Promise<Found> {
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw badFile('Tệp .xls đời cũ chưa được hỗ trợ: hãy mở bằng Excel và lưu lại thành .xlsx');
  }
  const isUtf16 = ['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'));
  if (!isUtf16 && head.includes(0)) throw badFile('Tệp không phải là bảng tính .xlsx hay .csv');
  const { encoding, letters }: FoundEncoding =
    asked.encoding === undefined ? await encodingOf(file) : { encoding: asked.encoding };
  const begins = new TextDecoder(encoding).decode(head, { stream: true });
  const about = { encoding, pages: [] };
  if (/^\s{0,100}<(?:\?xml|!doctype|!--|html|head|body|table|meta|style|div|workbook)\b/i.test(begins)) {
    const text = textIn(file, encoding);
    const rows = isSpreadsheetml.test(begins.slice(0, 4_096)) ? readSpreadsheetml(text) : readHtml(text);
    return { about: { ...about, kind: 'page' }, letters, rows };
  }
  const told = separatorTold(begins);
  const separator = asked.separator ?? told ?? separatorIn(begins);
  const rows = readCsv(file, { encoding, separator, isTold: told !== undefined });
  return { about: { ...about, kind: 'text', separator }, letters, rows };
}

async function* textIn(file: StoredFile, encoding: ImportEncoding): AsyncGenerator<string> {
  const bytes = await file.read();
  try {
    yield* textOf(bytes, encoding);
  } finally {
    bytes.destroy();
  }
}

const isSpreadsheetml = /<(?:\w{1,20}:)?Workbook[\s>]/;
