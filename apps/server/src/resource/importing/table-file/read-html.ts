import { Parser } from 'htmlparser2';

import { type FileCell, type FileRow, isFilled, mostColumns } from '../file-row.ts';
import { badFile } from './bad-file.ts';
import { RowPieces } from './row-pieces.ts';

/** Of elements: the parser takes a time by the square of it. */
const deepest = 256;
const mostTitleRows = 1_000;
/** Remarks on cells are elements of LibreOffice's own. */
const unshown = new Set(['script', 'style', 'head', 'title', 'comment']);
const blocks = new Set(['p', 'div', 'li']);

/**
 * The rows of a page's first table that has columns, as they are shown: many programs call such a page `.xls`. A table of single
 * cells above it is a title.
 */
export async function* readHtml(pieces: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  const table = new HtmlTable();
  for await (const piece of pieces) {
    table.write(piece);
    const rows = table.rows.take();
    if (rows !== undefined) yield rows;
  }
  table.end();
  yield table.rows.rest();
}

/** A cell that reaches down into rows that follow. */
interface Reaching {
  rows: number;
}

class HtmlTable {
  readonly rows = new RowPieces();
  readonly #parser: Parser;
  #depth = 0;
  #tables = 0;
  /** Which of the tables that stand in one another is read: the innermost, until one has columns. */
  #level = 1;
  #unshown = 0;
  /** Rows of a table whose columns have not been seen yet. */
  #above: FileRow[] = [];
  #state: 'before' | 'in' | 'behind' = 'before';
  #number = 0;
  #cells: FileCell[] | undefined;
  #reaching: (Reaching | undefined)[] = [];
  #cell: { text: string; columns: number; rows: number } | undefined;

  constructor() {
    this.#parser = new Parser({
      onopentagname: () => {
        this.#depth += 1;
        if (this.#depth > deepest) throw badFile('Tệp bị hỏng');
      },
      onopentag: (name, attributes) => this.#open(name, attributes),
      onclosetag: (name) => {
        this.#depth -= 1;
        this.#close(name);
      },
      ontext: (text) => {
        if (this.#unshown === 0 && this.#cell !== undefined) this.#cell.text += text.replace(/[ \t\r\n\f]+/g, ' ');
      },
    });
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#parser.end();
    if (this.#state === 'before') {
      if (this.#above.length === 0) {
        throw badFile('Tệp này là trang web không có bảng nào: hãy mở bằng Excel và lưu lại thành .xlsx');
      }
      for (const row of this.#above) this.rows.add(row);
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (unshown.has(name)) this.#unshown += 1;
    if (name === 'table') {
      this.#tables += 1;
      if (this.#state === 'before') this.#begin();
    }
    if (name === 'br' && this.#cell !== undefined) this.#cell.text += '\n';
    if (this.#tables !== this.#level || this.#state === 'behind') return;
    if (name === 'tr') {
      this.#number += 1;
      this.#cells = [];
    } else if ((name === 'td' || name === 'th') && this.#cells !== undefined) {
      this.#cell = { text: '', columns: span(attributes['colspan']), rows: span(attributes['rowspan']) };
    }
  }

  #close(name: string): void {
    if (unshown.has(name)) this.#unshown -= 1;
    if (blocks.has(name) && this.#cell !== undefined) this.#cell.text += '\n';
    if (this.#tables === this.#level) {
      if (name === 'td' || name === 'th') this.#endCell();
      else if (name === 'tr') this.#endRow();
    }
    if (name !== 'table') return;
    if (this.#tables === this.#level && this.#state === 'in') this.#state = 'behind';
    this.#tables = Math.max(0, this.#tables - 1);
  }

  /** What stood around it was there for its looks, or is a title. */
  #begin(): void {
    this.#level = this.#tables;
    if (this.#cell !== undefined) this.#endCell();
    if (this.#cells !== undefined) this.#endRow();
    this.#reaching = [];
  }

  #endCell(): void {
    const [cell, cells] = [this.#cell, this.#cells];
    this.#cell = undefined;
    if (cell === undefined || cells === undefined) return;
    // A cell of a row above stands there.
    while (this.#reaching[cells.length] !== undefined) cells.push(null);
    for (let at = 0; at < cell.columns; at += 1) {
      if (cells.length >= mostColumns) throw badFile(`Dòng ${this.#number} có quá nhiều cột`);
      if (cell.rows > 1) this.#reaching[cells.length] = { rows: cell.rows };
      cells.push(at === 0 ? tidy(cell.text) : null);
    }
  }

  #endRow(): void {
    const cells = this.#cells;
    this.#cells = undefined;
    this.#cell = undefined;
    if (cells === undefined) return;
    for (const [column, reaching] of this.#reaching.entries()) {
      if (reaching === undefined) continue;
      reaching.rows -= 1;
      if (reaching.rows <= 0) this.#reaching[column] = undefined;
    }
    const row = { number: this.#number, cells };
    if (this.#state === 'in') this.rows.add(row);
    else if (isFilled(row)) this.#above.push(row);
    if (this.#state === 'before' && cells.filter((cell) => cell !== null && cell !== '').length > 1) {
      this.#state = 'in';
      for (const above of this.#above) this.rows.add(above);
      this.#above = [];
    }
    if (this.#above.length > mostTitleRows) throw badFile('Tệp này là trang web không có bảng nào có cột');
  }
}

const span = (text = '1') => Math.min(1_000, Math.max(1, Math.trunc(Number(text)) || 1));

/** As a browser shows it: blanks are one, and lines have none at their ends. */
const tidy = (text: string) =>
  text
    .replaceAll('\u00A0', ' ')
    .replace(/ +/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
