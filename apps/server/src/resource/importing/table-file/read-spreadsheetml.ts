import { type FileCell, type FileRow, mostColumns, type UnreadCell } from '../file-row.ts';
import { badFile } from './bad-file.ts';
import { asCode, type Shown, shownBy } from './number-format.ts';
import { type Attributes, attribute, type TagReader, XmlReader } from './read-xml.ts';
import { RowPieces } from './row-pieces.ts';
import { wallTime, wallTimeText } from './wall-time.ts';

/** Characters of one row as it is written. */
const longestXml = 4 * 1024 * 1024;

/** The rows of the first page with any of an "XML Spreadsheet 2003", which reports of many programs are called `.xls`. */
export async function* readSpreadsheetml(pieces: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  const rows = new RowPieces();
  const reader = new XmlReader(new FirstPage((row) => rows.add(row)));
  for await (const piece of pieces) {
    reader.write(piece.replace(/^\uFEFF/, ''));
    const some = rows.take();
    if (some !== undefined) yield some;
  }
  reader.end();
  yield rows.rest();
}

class FirstPage implements TagReader {
  readonly #onRow: (row: FileRow) => void;
  readonly #styles = new Map<string, Shown>();
  #style = '';
  #isBehind = false;
  #hasRows = false;
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

  constructor(onRow: (row: FileRow) => void) {
    this.#onRow = onRow;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#isBehind) return;
    const said = (what: string) => attribute(attributes, what);
    switch (name) {
      case 'Style':
        this.#style = said('ID') ?? '';
        break;
      case 'NumberFormat':
        this.#styles.set(this.#style, formatOf(said('Format') ?? ''));
        break;
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
    if (this.#isBehind) return;
    switch (name) {
      case 'Worksheet':
        this.#isBehind = this.#hasRows;
        this.#number = 0;
        break;
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
    if (this.#isBehind || this.#cells === undefined) return;
    this.#characters += piece.length;
    if (this.#characters > longestXml) throw badFile('Tệp có dòng quá dài');
    if (this.#isData && this.#data !== undefined) this.#data.text += piece;
  }

  #endCell(): void {
    const cells = this.#cells;
    if (cells === undefined) return;
    if (this.#column >= mostColumns) throw badFile('Tệp có quá nhiều cột');
    if (this.#hasFormula && this.#data === undefined) {
      this.#unread.push({ column: this.#column, why: 'công thức chưa có kết quả, hãy mở bằng Excel và lưu lại' });
    }
    if (this.#data?.type === 'Error') this.#unread.push({ column: this.#column, why: `ô có lỗi ${this.#data.text}` });
    if (this.#data === undefined) return;
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = valueOf(this.#data, this.#styles.get(this.#cellStyle ?? ''));
  }

  #endRow(): void {
    const cells = this.#cells;
    this.#cells = undefined;
    if (cells === undefined) return;
    this.#hasRows ||= cells.length > 0;
    const row = { number: this.#number, cells };
    this.#onRow(this.#unread.length === 0 ? row : { ...row, unread: this.#unread });
  }
}

function placeOf(text: string | undefined): number | undefined {
  const place = Number(text);
  return Number.isSafeInteger(place) && place > 0 ? place : undefined;
}

/** Some formats are called by a name. */
const formatOf = (format: string): Shown => (/\b(?:date|time)$/i.test(format) ? shownBy('d') : shownBy(format));

function valueOf({ type, text }: { readonly type: string; readonly text: string }, shown: Shown | undefined): FileCell {
  switch (type) {
    case 'Number': {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) return text;
      if (shown?.kind === 'time') return wallTime(number);
      return shown?.kind === 'code' ? (asCode(number, shown) ?? number) : number;
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
