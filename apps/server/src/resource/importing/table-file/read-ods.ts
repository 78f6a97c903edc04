import { type FileCell, type FileRow, longestRow, mostColumns, type UnreadCell } from '../file-row.ts';
import type { Attributes } from './attributes.ts';
import { badFile } from './bad-file.ts';
import { asPercent, withShown } from './number-format.ts';
import { firstFilled, type OpenWorkbook, pagesAsked, type ToldPage } from './pages.ts';
import { readXml, type TagReader } from './read-xml.ts';
import { rowsOfXml, type WholeText } from './rows-of-xml.ts';
import { cellError, noResult } from './unread.ts';
import { wallTimeText } from './wall-time.ts';

/**
 * The rows of the page that is asked for, or of the first that has any, of an OpenDocument table (ISO/IEC 26300), which LibreOffice writes:
 * a document of its own, or the content of an archive. Which pages there are is looked for first: they stand in the same text as the rows.
 */
export async function openOds(text: WholeText, asked: string | undefined): Promise<OpenWorkbook> {
  const { names, wanted } = pagesAsked(await pagesIn(text()), asked);
  const page = firstFilled(wanted);
  return { pages: names, page: page.name, rows: rowsOfXml(text(), (onRow) => new PageReader(page.place, onRow)) };
}

/** A page is hidden by its style, and so are those that LibreOffice keeps of other files. */
async function pagesIn(text: AsyncIterable<string>): Promise<ToldPage[]> {
  const pages: ToldPage[] = [];
  const hiding = new Set<string>();
  let style = '';
  let tables = 0;
  let page: Omit<ToldPage, 'isFilled'> | undefined;
  let isFilled = false;
  await readXml(text, {
    open(name, attributes) {
      if (name === 'style') style = attributes.get('name') ?? '';
      else if (name === 'table-properties' && attributes.get('display') === 'false') hiding.add(style);
      else if (name === 'p') isFilled = true;
      if (name !== 'table') return;
      tables += 1;
      if (tables > 1) return;
      const isHidden = hiding.has(attributes.get('style-name') ?? '');
      page = { name: attributes.get('name') ?? '', isHidden, place: pages.length };
      isFilled = false;
    },
    close(name) {
      if (name !== 'table') return;
      tables -= 1;
      if (tables === 0 && page !== undefined) pages.push({ ...page, isFilled });
    },
    text: () => undefined,
  });
  return pages;
}

/** A cell as it comes in. */
interface OpenCell {
  readonly type: string | undefined;
  /** As it is kept, beside the text that shows it. */
  readonly value: string | undefined;
  readonly isFormula: boolean;
  readonly isError: boolean;
  readonly times: number;
  paragraphs: string[];
}

/** What stands in a cell, and is no part of it: remarks and drawings. */
const asides = new Set([
  'annotation',
  'ruby-text',
  'frame',
  'custom-shape',
  'rect',
  'line',
  'ellipse',
  'circle',
  'caption',
  'g',
  'control',
]);

class PageReader implements TagReader {
  readonly #asked: number;
  readonly #onRow: (row: FileRow) => void;
  /** That have begun, one in the other. */
  #tables = 0;
  #pages = 0;
  #isPage = false;
  #number = 0;
  #repeated = 1;
  #cells: FileCell[] = [];
  #unread: UnreadCell[] = [];
  /** Empty cells that count where another follows: a row has up to its last column of them. */
  #empty = 0;
  #cell: OpenCell | undefined;
  #isText = false;
  #asides = 0;
  #characters = 0;

  constructor(asked: number, onRow: (row: FileRow) => void) {
    this.#asked = asked;
    this.#onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'table') {
      this.#tables += 1;
      if (this.#tables === 1) {
        this.#isPage = this.#pages === this.#asked;
        this.#pages += 1;
      }
    }
    if (!this.#isPage || this.#tables > 1) return;
    if (asides.has(name)) this.#asides += 1;
    if (this.#asides > 0) return;
    switch (name) {
      case 'table-row':
        this.#repeated = times(attributes.get('number-rows-repeated'));
        this.#cells = [];
        this.#unread = [];
        this.#empty = 0;
        this.#characters = 0;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = openCell(attributes);
        break;
      case 'p':
        this.#isText = true;
        this.#cell?.paragraphs.push('');
        break;
      case 's':
        this.text(' '.repeat(Math.min(1_000, times(attributes.get('c')))));
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
    if (name === 'table') {
      this.#tables -= 1;
      if (this.#tables === 0) this.#isPage = false;
    }
    if (!this.#isPage || this.#tables > 1) return;
    if (asides.has(name)) this.#asides -= 1;
    else if (this.#asides > 0) return;
    switch (name) {
      case 'table-row':
        this.#endRow();
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#endCell();
        break;
      case 'p':
        this.#isText = false;
        break;
      default:
    }
  }

  text(piece: string): void {
    if (!this.#isText || this.#asides > 0 || this.#cell === undefined) return;
    this.#characters += piece.length;
    if (this.#characters > longestRow) throw badFile('Tệp có dòng quá dài');
    const last = this.#cell.paragraphs.length - 1;
    this.#cell.paragraphs[last] = (this.#cell.paragraphs[last] ?? '') + piece;
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    const why = whyUnread(cell);
    if (why !== undefined) this.#unread.push({ column: this.#cells.length + this.#empty, why });
    const value = why === undefined ? valueOf(cell) : null;
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
    const unread = this.#unread;
    const row = unread.length === 0 ? { cells } : { cells, unread };
    if (cells.length + unread.length === 0) this.#number += this.#repeated;
    else for (let at = 0; at < this.#repeated; at += 1) this.#onRow({ number: (this.#number += 1), ...row });
  }
}

const times = (text = '1') => Math.min(1_048_576, Math.max(1, Math.trunc(Number(text)) || 1));

function openCell(attributes: Attributes): OpenCell {
  const type = attributes.get('value-type');
  return {
    type,
    value: attributes.get(type === 'boolean' || type === 'date' ? `${type}-value` : 'value'),
    isFormula: attributes.get('formula') !== undefined,
    // LibreOffice says it beside a text that shows it.
    isError: attributes.get('calcext:value-type') === 'error',
    times: times(attributes.get('number-columns-repeated')),
    paragraphs: [],
  };
}

function whyUnread({ isError, isFormula, type, paragraphs }: OpenCell): string | undefined {
  if (isError) return cellError(paragraphs.join(' '));
  return isFormula && type === undefined && paragraphs.length === 0 ? noResult : undefined;
}

/** Codes, whose digits begin with 0 or follow letters. */
const isCode = /^(?:[(+]?0\d|\p{L}+[\s.-]?\d+$)/u;
const isHundredths = /\d\s?%$/;
/** In a column that was too narrow. */
const isHidden = /^#*$/;

/** The value itself, but for what is meant as it is shown, and what is shown where that differs. */
function valueOf({ type, value, paragraphs }: OpenCell): FileCell {
  const shown = paragraphs.join('\n');
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const number = Number(value ?? Number.NaN);
      if (Number.isNaN(number) || isCode.test(shown)) return shown;
      return withShown(isHundredths.test(shown) ? asPercent(number) : number, isHidden.test(shown) ? undefined : shown);
    }
    case 'boolean':
      return value === 'true';
    case 'date':
      return /^\d{4}-\d\d-\d\d/.test(value ?? '') ? wallTimeText(value ?? '') : shown;
    default:
      return shown;
  }
}
