import { type FileCell, type FileRow, mostColumns, type UnreadCell } from '../file-row.ts';
import type { Attributes } from './attributes.ts';
import { badFile } from './bad-file.ts';
import { type CellFormat, shownBy, shownNumber } from './number-format.ts';
import { firstFilled, type OpenWorkbook, pagesAsked, type ToldPage } from './pages.ts';
import { readXml, type TagReader } from './read-xml.ts';
import { rowsOfXml, type WholeText } from './rows-of-xml.ts';
import { cellError, noResult } from './unread.ts';
import { wallTimeText } from './wall-time.ts';

/** Characters of one row as it is written. */
const longestXml = 4 * 1024 * 1024;

/**
 * The page that is asked for, or the first that has any rows, of an "XML Spreadsheet 2003", which reports of many programs are called
 * `.xls`. Which pages there are is looked for first: they stand in one text.
 */
export async function openSpreadsheetml(text: WholeText, asked: string | undefined): Promise<OpenWorkbook> {
  const { names, wanted } = pagesAsked(await pagesIn(text()), asked);
  const page = firstFilled(wanted);
  return { pages: names, page: page.name, rows: rowsOfXml(text(), (onRow) => new PageReader(page.place, onRow)) };
}

async function pagesIn(text: AsyncIterable<string>): Promise<ToldPage[]> {
  const pages: ToldPage[] = [];
  let [name, visible] = ['', ''];
  let [isFilled, isVisible] = [false, false];
  await readXml(text, {
    open(element, attributes) {
      if (element === 'Worksheet') [name, visible, isFilled] = [attributes.get('Name') ?? '', '', false];
      else if (element === 'Data') isFilled = true;
      isVisible = element === 'Visible';
    },
    close(element) {
      isVisible = false;
      // `SheetHidden` and `SheetVeryHidden`; what is shown says nothing of it.
      const isHidden = visible.includes('Hidden');
      if (element === 'Worksheet') pages.push({ name, isHidden, place: pages.length, isFilled });
    },
    text(piece) {
      if (isVisible && visible.length < 100) visible += piece;
    },
  });
  return pages;
}

class PageReader implements TagReader {
  readonly #asked: number;
  readonly #onRow: (row: FileRow) => void;
  readonly #styles = new Map<string, CellFormat>();
  #style = '';
  #pages = 0;
  #isPage = false;
  #number = 0;
  #cells: FileCell[] | undefined;
  #unread: UnreadCell[] = [];
  #column = 0;
  #across = 0;
  #cellStyle: string | undefined;
  #hasFormula = false;
  /** Of the cell's own data, not of a remark on it. */
  #data: { readonly type: string; text: string } | undefined;
  #isData = false;
  #remarks = 0;
  #characters = 0;

  constructor(asked: number, onRow: (row: FileRow) => void) {
    this.#asked = asked;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    const said = (what: string) => attributes.get(what);
    if (name === 'Worksheet') {
      this.#isPage = this.#pages === this.#asked;
      this.#pages += 1;
    } else if (name === 'Style') this.#style = said('ID') ?? '';
    else if (name === 'NumberFormat') this.#styles.set(this.#style, formatOf(said('Format') ?? ''));
    if (!this.#isPage) return;
    switch (name) {
      case 'Row':
        this.#number = placeOf(said('Index')) ?? this.#number + 1;
        this.#cells = [];
        this.#unread = [];
        this.#characters = 0;
        this.#column = -1;
        this.#across = 0;
        break;
      case 'Cell':
        this.#column = (placeOf(said('Index')) ?? this.#column + 2 + this.#across) - 1;
        this.#across = Number(said('MergeAcross') ?? 0) || 0;
        this.#cellStyle = said('StyleID');
        this.#hasFormula = said('Formula') !== undefined;
        this.#data = undefined;
        break;
      case 'Comment':
        this.#remarks += 1;
        break;
      case 'Data':
        if (this.#remarks > 0) break;
        this.#data = { type: said('Type') ?? 'String', text: '' };
        this.#isData = true;
        break;
      default:
    }
  }

  close(name: string): void {
    if (name === 'Worksheet') this.#isPage = false;
    if (!this.#isPage) return;
    switch (name) {
      case 'Row':
        this.#endRow();
        break;
      case 'Cell':
        this.#endCell();
        break;
      case 'Comment':
        this.#remarks -= 1;
        break;
      case 'Data':
        if (this.#remarks === 0) this.#isData = false;
        break;
      default:
    }
  }

  text(piece: string): void {
    if (!this.#isPage || this.#cells === undefined) return;
    this.#characters += piece.length;
    if (this.#characters > longestXml) throw badFile('Tệp có dòng quá dài');
    if (this.#isData && this.#data !== undefined) this.#data.text += piece;
  }

  #endCell(): void {
    const cells = this.#cells;
    if (cells === undefined) return;
    if (this.#column >= mostColumns) throw badFile('Tệp có quá nhiều cột');
    if (this.#hasFormula && this.#data === undefined) {
      this.#unread.push({ column: this.#column, why: noResult });
    }
    if (this.#data?.type === 'Error') this.#unread.push({ column: this.#column, why: cellError(this.#data.text) });
    if (this.#data === undefined) return;
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = valueOf(this.#data, this.#styles.get(this.#cellStyle ?? ''));
  }

  #endRow(): void {
    const cells = this.#cells;
    this.#cells = undefined;
    if (cells === undefined) return;
    const row = { number: this.#number, cells };
    this.#onRow(this.#unread.length === 0 ? row : { ...row, unread: this.#unread });
  }
}

function placeOf(text: string | undefined): number | undefined {
  const place = Number(text);
  return Number.isSafeInteger(place) && place > 0 ? place : undefined;
}

/** Some formats are called by a name. */
const formatOf = (format: string): CellFormat =>
  shownBy(/\b(?:date|time)$/i.test(format) ? 'd' : (formatsByName[format.toLowerCase()] ?? format));

const formatsByName: Readonly<Record<string, string>> = { fixed: '0.00', standard: '#,##0.00', percent: '0.00%' };

function valueOf(
  { type, text }: { readonly type: string; readonly text: string },
  shown: CellFormat | undefined,
): FileCell {
  switch (type) {
    case 'Number': {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) return text;
      return shownNumber(number, shown);
    }
    case 'DateTime':
      return /^\d{4}-\d\d-\d\dT/.test(text) ? wallTimeText(text) : text;
    case 'Boolean':
      return text === '1';
    case 'Error':
      return null;
    default:
      return text;
  }
}
