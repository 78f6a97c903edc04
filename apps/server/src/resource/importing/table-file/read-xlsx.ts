import { type FileCell, type FileRow, mostColumns, type UnreadCell } from '../file-row.ts';
import type { Archive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { shownNumber } from './number-format.ts';
import type { OpenWorkbook } from './pages.ts';
import type { TagReader } from './read-xml.ts';
import { rowsOfXml } from './rows-of-xml.ts';
import { cellError, noResult } from './unread.ts';
import { wallTimeText } from './wall-time.ts';
import { asMeant, readWorkbook, textReader, type Workbook } from './workbook.ts';

/** Characters of one row as it is written. */
const longestXml = 4 * 1024 * 1024;

/** The page that is asked for, or the first with any rows that a workbook shows, read as it is unpacked. No formula is ever worked out. */
export async function openXlsx(archive: Archive, asked: string | undefined): Promise<OpenWorkbook> {
  const { names: pages, wanted, ...workbook } = await readWorkbook(archive, asked);
  const empty = new Set<string>();
  for (const { name: page, part } of wanted) {
    // Pages may be said to be the same part.
    if (empty.has(part)) continue;
    empty.add(part);
    const rows = rowsOfXml(archive.text(part), (onRow) => rowReader(workbook, onRow));
    const first = await firstOf(rows);
    if (first !== undefined) return { pages, page, rows: behind(first, rows) };
  }
  return { pages, page: wanted[0].name, rows: behind([]) };
}

/** The first rows that there are. */
async function firstOf(rows: AsyncGenerator<FileRow[]>): Promise<FileRow[] | undefined> {
  for (;;) {
    const { done, value } = await rows.next();
    if (done === true) return undefined;
    if (value.length > 0) return value;
  }
}

async function* behind(first: FileRow[], others?: AsyncGenerator<FileRow[]>): AsyncGenerator<FileRow[]> {
  yield first;
  if (others !== undefined) yield* others;
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
  let isFormula = false;
  let unread: UnreadCell[] = [];
  return {
    open(name, attributes) {
      switch (name) {
        case 'row':
          isRow = true;
          number = numberOf(attributes.get('r')) ?? number + 1;
          cells = [];
          unread = [];
          characters = 0;
          break;
        case 'c': {
          const reference = attributes.get('r');
          const column = reference === undefined ? cells.length : columnOf(reference);
          if (column >= mostColumns) throw badFile('Tệp có quá nhiều cột');
          const style = Number(attributes.get('s') ?? 0);
          cell = { column, type: attributes.get('t') ?? 'n', style };
          value = undefined;
          isFormula = false;
          inline.begin();
          break;
        }
        case 'f':
          isFormula = true;
          break;
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
          if (isRow) onRow(unread.length === 0 ? { number, cells } : { number, cells, unread });
          isRow = false;
          break;
        case 'c': {
          if (!isRow) break;
          while (cells.length < cell.column) cells.push(null);
          if (isFormula && (value ?? '') === '' && cell.type !== 'str')
            unread.push({ column: cell.column, why: noResult });
          if (cell.type === 'e') unread.push({ column: cell.column, why: cellError(value ?? '') });
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
      if (characters > longestXml) throw badFile('Tệp có dòng quá dài');
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
      return asMeant(value);
    case 'd':
      return /^\d{4}-\d\d-\d\d/.test(value) ? wallTimeText(value) : value;
    case 'b':
      return value === '1' || value === 'true';
    case 'e':
      return null;
    default: {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return asMeant(value);
      return shownNumber(number, shown[style], firstDay);
    }
  }
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** `BC12` is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < Math.min(reference.length, 8); at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column === 0) throw badFile('Tệp bị hỏng');
  return column - 1;
}
