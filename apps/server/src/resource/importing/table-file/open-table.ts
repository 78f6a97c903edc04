import { buffer } from 'node:stream/consumers';
import type { ImportEncoding, ImportLetters, ImportSeparator } from '@alo/contract';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, importedRowsAtMost } from '../file-row.ts';
import { openArchive, withPassword } from './archive.ts';
import { badFile } from './bad-file.ts';
import { encodingOf, type FoundEncoding, textOf } from './encoding.ts';
import { inUnicode, lettersIn } from './letters.ts';
import { readCsv, separatorTold } from './read-csv.ts';
import { tooManyRows } from './row-pieces.ts';
import { separatorIn } from './separator.ts';

/** What a person says of a file, in place of what it looks like. */
export interface TableWay {
  readonly encoding?: ImportEncoding | undefined;
  readonly separator?: ImportSeparator | undefined;
  readonly letters?: ImportLetters | undefined;
  readonly page?: string | undefined;
}

/** How a file is read. A workbook has pages, a text an encoding, and a separator where it is no page of the web; a workbook may be a text. */
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
      if (rows > importedRowsAtMost) throw tooManyRows();
      letters ??= lettersIn(piece.value);
      yield inUnicode(piece.value, letters ?? 'unicode');
    }
  } finally {
    await others.return(undefined);
  }
}

/** Each is loaded by a file of its kind only: a program starts for every file, and most are CSV. */
const readers = {
  html: () => import('./read-html.ts'),
  ods: () => import('./read-ods.ts'),
  spreadsheetml: () => import('./read-spreadsheetml.ts'),
  xlsx: () => import('./read-xlsx.ts'),
};

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

const odsContent = 'content.xml';
/** Workbooks that are no XML. */
const unread = {
  'xl/workbook.bin': 'Tệp .xlsb chưa được hỗ trợ: hãy mở bằng Excel và lưu lại thành .xlsx',
  'Index/Document.iwa': 'Tệp .numbers chưa được hỗ trợ: hãy xuất sang Excel (.xlsx)',
};

async function openWorkbook(file: StoredFile, { page: asked }: TableWay): Promise<Found> {
  const archive = await openArchive(file);
  try {
    for (const [part, why] of Object.entries(unread)) if (archive.has(part)) throw badFile(why);
    const { pages, page, rows } = archive.has(odsContent)
      ? await (await readers.ods()).openOds(() => archive.text(odsContent), asked)
      : await (await readers.xlsx()).openXlsx(archive, asked);
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
    // A workbook with a password is packed like an old one.
    if (head.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw withPassword();
    throw badFile('Tệp .xls đời cũ chưa được hỗ trợ: hãy mở bằng Excel và lưu lại thành .xlsx');
  }
  const isUtf16 = ['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'));
  if (!isUtf16 && head.includes(0)) throw badFile('Tệp không phải là bảng tính .xlsx hay .csv');
  const { encoding, letters }: FoundEncoding =
    asked.encoding === undefined ? await encodingOf(file) : { encoding: asked.encoding };
  const begins = new TextDecoder(encoding).decode(head, { stream: true });
  const about = { encoding, pages: [] };
  if (isMarkup.test(begins)) {
    const text = () => textIn(file, encoding);
    const root = begins.slice(0, 4_096);
    const open = isSpreadsheetml.test(root)
      ? (await readers.spreadsheetml()).openSpreadsheetml
      : isFlatOds.test(root)
        ? (await readers.ods()).openOds
        : undefined;
    if (open === undefined) {
      const { readHtml } = await readers.html();
      return { about: { ...about, kind: 'page' }, letters, rows: readHtml(text()) };
    }
    const { pages, page, rows } = await open(text, asked.page);
    return { about: { kind: 'workbook', encoding, pages, page }, letters, rows };
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

const isMarkup =
  /^\s{0,100}<(?:\?xml|!doctype|!--|(?:\w{1,20}:)?(?:html|head|body|title|meta|style|script|center|font|div|table|tr|workbook|document)\b)/i;
const isSpreadsheetml = /<(?:\w{1,20}:)?Workbook[\s>]/;
/** An OpenDocument table in one text, `.fods`. */
const isFlatOds = /<(?:\w{1,20}:)?document[\s>]/;
