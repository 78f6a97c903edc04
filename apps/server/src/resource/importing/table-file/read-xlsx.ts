import type { Readable } from 'node:stream';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileCell, type FileRow, isFilled, longestRow, mostCharacters, mostColumns } from '../file-row.ts';
import { openArchive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { asCode } from './number-format.ts';
import { readWorkbook, textReader, type Workbook } from './workbook.ts';
import { attribute, type TagReader, TagScanner, unescaped } from './xml-tags.ts';

const rowsAtATime = 1_000;
/** Characters of one row as it is written. */
const longestXml = 4 * 1024 * 1024;
const charactersAtATime = 1_000_000;

/** The rows of the first page that a workbook shows (ECMA-376), read as they are unpacked. Values only: no formula is ever worked out. */
export async function* readXlsx(file: StoredFile): AsyncGenerator<FileRow[]> {
  const archive = await openArchive(file);
  try {
    const workbook = await readWorkbook(archive);
    yield* pieces(await archive.open(workbook.page), workbook);
  } finally {
    archive.close();
  }
}

async function* pieces(page: Readable, workbook: Workbook): AsyncGenerator<FileRow[]> {
  let piece: FileRow[] = [];
  let [inPiece, inAll] = [0, 0];
  const scanner = new TagScanner(
    rowReader(workbook, (row) => {
      if (!isFilled(row)) return;
      piece.push(row);
      // One text may be shared by all cells.
      const characters = row.cells.reduce<number>((sum, cell) => sum + String(cell ?? '').length, 0);
      inPiece += characters;
      inAll += characters;
      if (characters > longestRow) throw badFile('Tệp .xlsx có dòng quá dài');
      if (inAll > mostCharacters) throw badFile('Tệp .xlsx có quá nhiều chữ');
    }),
  );
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of page) {
    scanner.write(decoder.decode(bytes as Buffer, { stream: true }));
    if (piece.length < rowsAtATime && inPiece < charactersAtATime) continue;
    yield piece;
    piece = [];
    inPiece = 0;
  }
  scanner.end();
  yield piece;
}

/** Tells each row of a page once it is whole. */
function rowReader(workbook: Workbook, onRow: (row: FileRow) => void): TagReader {
  const inline = textReader();
  let number = 0;
  let cells: FileCell[] = [];
  let isRow = false;
  /** Of the row. */
  let characters = 0;
  let cell = { column: 0, type: 'n', style: 0 };
  let value: string | undefined;
  let isValue = false;
  return {
    open(name, attributes) {
      switch (name) {
        case 'row':
          isRow = true;
          number = numberOf(attribute(attributes, 'r')) ?? number + 1;
          cells = [];
          characters = 0;
          break;
        case 'c': {
          const reference = attribute(attributes, 'r');
          const column = reference === undefined ? cells.length : columnOf(reference);
          if (column >= mostColumns) throw badFile('Tệp có quá nhiều cột');
          const style = Number(attribute(attributes, 's') ?? 0);
          cell = { column, type: attribute(attributes, 't') ?? 'n', style };
          value = undefined;
          inline.begin();
          break;
        }
        case 'v':
          isValue = true;
          value = '';
          break;
        default:
          inline.open(name);
      }
    },
    close(name) {
      switch (name) {
        case 'row':
          if (isRow) onRow({ number, cells });
          isRow = false;
          break;
        case 'c': {
          if (!isRow) break;
          while (cells.length < cell.column) cells.push(null);
          cells[cell.column] = cell.type === 'inlineStr' ? inline.text() : valueOf(cell, value, workbook);
          break;
        }
        case 'v':
          isValue = false;
          break;
        default:
          inline.close(name);
      }
    },
    text(piece) {
      if (!isRow) return;
      characters += piece.length;
      if (characters > longestXml) throw badFile('Tệp .xlsx có dòng quá dài');
      if (isValue) value += piece;
      else inline.take(piece);
    },
  };
}

function valueOf(
  { type, style }: { readonly type: string; readonly style: number },
  value: string | undefined,
  { shared, shown, firstDay }: Workbook,
): FileCell {
  if (value === undefined) return null;
  switch (type) {
    case 's':
      return shared[Number(value)] ?? '';
    case 'str':
    case 'd':
      return unescaped(value);
    case 'b':
      return value === '1' || value === 'true';
    case 'e':
      return null;
    default: {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return unescaped(value);
      const as = shown[style];
      if (as?.kind === 'time') return wallTime(firstDay + number);
      return as?.kind === 'code' ? (asCode(number, as) ?? number) : number;
    }
  }
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Days since 30 December 1899, as the clock shows them. */
function wallTime(days: number): string {
  const at = Math.round((days - 25_569) * 86_400) * 1_000;
  return Math.abs(at) > 8.64e15 ? String(days) : new Date(at).toISOString().slice(0, 19);
}

/** `BC12` is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < Math.min(reference.length, 8); at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw badFile('Tệp .xlsx bị hỏng');
  return column - 1;
}
