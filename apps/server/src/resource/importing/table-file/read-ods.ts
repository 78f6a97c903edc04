import type { Readable } from 'node:stream';

import { type FileCell, type FileRow, longestRow, mostColumns } from '../file-row.ts';
import type { Archive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { type Attributes, attribute, readXml, type TagReader, XmlReader } from './read-xml.ts';
import { RowPieces } from './row-pieces.ts';
import { wallTimeText } from './wall-time.ts';
import { type OpenWorkbook, pageAsked } from './workbook.ts';

export const odsContent = 'content.xml';

/**
 * The rows of the page that is asked for, or of the first, of an OpenDocument table (ISO/IEC 26300), which LibreOffice writes. The
 * names of all pages are looked for first: they stand in the same part as the rows.
 */
export async function openOds(archive: Archive, asked: string | undefined): Promise<OpenWorkbook> {
  const pages: string[] = [];
  await readXml(await archive.open(odsContent), {
    open(name, attributes) {
      if (name === 'table') pages.push(attribute(attributes, 'name') ?? '');
    },
    close: () => undefined,
    text: () => undefined,
  });
  const page = pageAsked(pages, pages, asked);
  return { pages, page, rows: rowsOf(archive, page) };
}

async function* rowsOf(archive: Archive, page: string): AsyncGenerator<FileRow[]> {
  const pieces = new RowPieces();
  const pages = new Pages(page, (row) => pieces.add(row));
  const reader = new XmlReader(pages);
  const decoder = new TextDecoder('utf-8');
  const part: Readable = await archive.open(odsContent);
  for await (const bytes of part) {
    reader.write(decoder.decode(bytes as Buffer, { stream: true }));
    const piece = pieces.take();
    if (piece !== undefined) yield piece;
  }
  reader.end();
  yield pieces.rest();
}

/** A cell as it comes in. */
interface OpenCell {
  readonly attributes: Attributes;
  readonly times: number;
  paragraphs: string[];
}

class Pages implements TagReader {
  readonly #asked: string;
  readonly #onRow: (row: FileRow) => void;
  #isFound = false;
  #isPage = false;
  #number = 0;
  #repeated = 1;
  #cells: FileCell[] = [];
  /** Empty cells that count where another follows: a row has up to its last column of them. */
  #empty = 0;
  #cell: OpenCell | undefined;
  #isText = false;
  /** Inside a remark, which is no part of the cell. */
  #remarks = 0;
  #characters = 0;

  constructor(asked: string, onRow: (row: FileRow) => void) {
    this.#asked = asked;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table') {
      this.#isPage = !this.#isFound && (attribute(attributes, 'name') ?? '') === this.#asked;
      this.#isFound ||= this.#isPage;
    }
    if (!this.#isPage) return;
    switch (name) {
      case 'table-row':
        this.#repeated = times(attribute(attributes, 'number-rows-repeated'));
        this.#cells = [];
        this.#empty = 0;
        this.#characters = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = { attributes, times: times(attribute(attributes, 'number-columns-repeated')), paragraphs: [] };
        break;
      case 'annotation':
        this.#remarks += 1;
        break;
      case 'p':
        this.#isText = this.#remarks === 0;
        if (this.#isText) this.#cell?.paragraphs.push('');
        break;
      case 's':
        this.text(' '.repeat(Math.min(1_000, times(attribute(attributes, 'c')))));
        break;
      case 'tab':
        this.text('\t');
        break;
      case 'line-break':
        this.text('\n');
        break;
      default:
    }
  }

  close(name: string): void {
    if (!this.#isPage) return;
    switch (name) {
      case 'table':
        this.#isPage = false;
        break;
      case 'table-row':
        this.#endRow();
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#endCell();
        break;
      case 'annotation':
        this.#remarks -= 1;
        break;
      case 'p':
        this.#isText = false;
        break;
      default:
    }
  }

  text(piece: string): void {
    if (!this.#isText || this.#cell === undefined) return;
    this.#characters += piece.length;
    if (this.#characters > longestRow) throw badFile('Tệp có dòng quá dài');
    const last = this.#cell.paragraphs.length - 1;
    this.#cell.paragraphs[last] = (this.#cell.paragraphs[last] ?? '') + piece;
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    const value = valueOf(cell);
    if (value === null || value === '') {
      this.#empty += cell.times;
      return;
    }
    if (this.#cells.length + this.#empty + cell.times > mostColumns) throw badFile('Tệp có quá nhiều cột');
    for (let at = 0; at < this.#empty; at += 1) this.#cells.push(null);
    this.#empty = 0;
    for (let at = 0; at < cell.times; at += 1) this.#cells.push(value);
  }

  #endRow(): void {
    const cells = this.#cells;
    if (cells.length === 0) this.#number += this.#repeated;
    else for (let at = 0; at < this.#repeated; at += 1) this.#onRow({ number: (this.#number += 1), cells });
  }
}

const times = (text = '1') => Math.min(1_048_576, Math.max(1, Math.trunc(Number(text)) || 1));

/** The value itself, but for codes: digits that begin with 0, or follow letters, are what is shown. */
function valueOf({ attributes, paragraphs }: OpenCell): FileCell {
  const shown = paragraphs.join('\n');
  const number = Number(attribute(attributes, 'value') ?? Number.NaN);
  switch (attribute(attributes, 'value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return Number.isNaN(number) || /^(?:[(+]?0\d|\p{L}+[\s.-]?\d+$)/u.test(shown) ? shown : number;
    case 'boolean':
      return attribute(attributes, 'boolean-value') === 'true';
    case 'date': {
      const date = attribute(attributes, 'date-value') ?? '';
      return /^\d{4}-\d\d-\d\d/.test(date) ? wallTimeText(date) : shown;
    }
    default:
      return shown;
  }
}
