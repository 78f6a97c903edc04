import {
  type FileRow,
  importedRowsAtMost,
  isFilled,
  longestRow,
  mostCharacters,
  mostColumns,
  seenText,
} from '../file-row.ts';
import { badFile } from './bad-file.ts';

const rowsAtATime = 1_000;
const charactersAtATime = 1_000_000;

export const tooManyRows = (): Error =>
  badFile(`Tệp có hơn ${importedRowsAtMost.toLocaleString('vi-VN')} dòng, vui lòng chia nhỏ`);

/** Rows as they are read, until there are enough for a piece; refuses what no table of people has. Rows with nothing in them are left out. */
export class RowPieces {
  #rows: FileRow[] = [];
  #inPiece = 0;
  #inAll = 0;
  #all = 0;

  add(row: FileRow): void {
    if (row.cells.length > mostColumns) throw badFile(`Dòng ${row.number} có quá nhiều cột`);
    if (!isFilled(row) && row.unread === undefined) return;
    this.#all += 1;
    // A row may be said to stand there a million times.
    if (this.#all > importedRowsAtMost) throw tooManyRows();
    this.#rows.push(row);
    // One text may be shared by all cells.
    const characters = row.cells.reduce<number>((sum, cell) => sum + seenText(cell).length, 0);
    this.#inPiece += characters;
    this.#inAll += characters;
    if (characters > longestRow) throw badFile('Tệp có dòng quá dài');
    if (this.#inAll > mostCharacters) throw badFile('Tệp có quá nhiều chữ');
  }

  /** Those that have come together; undefined while they are few. */
  take(): FileRow[] | undefined {
    return this.#rows.length < rowsAtATime && this.#inPiece < charactersAtATime ? undefined : this.rest();
  }

  /** Those that are left at the end. */
  rest(): FileRow[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#inPiece = 0;
    return rows;
  }
}
