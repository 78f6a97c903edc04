/** What a cell means by itself: text as it is shown; a time as the wall shows it, `02/03/2026 10:00`. */
export type PlainCell = string | number | boolean | null;

/** A number that its format shows otherwise: `1,500,000 VND` and 1500000, `13%` and `12.5%`. */
export interface ShownNumber {
  readonly shown: string;
  readonly value: string | number;
}

/** What a file has in a cell; of a number that is shown as it is there is that alone. */
export type FileCell = PlainCell | ShownNumber;

export const isShownNumber = (cell: FileCell): cell is ShownNumber => typeof cell === 'object' && cell !== null;

/** What a cell means, however it is shown: for numbers, days, phones and codes. */
export const plainCell = (cell: FileCell = null): PlainCell => (isShownNumber(cell) ? cell.value : cell);

/** The same as a text. */
export const plainText = (cell: FileCell | undefined): string => String(plainCell(cell) ?? '');

/** What a person sees in a cell. */
export const seenText = (cell: FileCell = null): string => (isShownNumber(cell) ? cell.shown : plainText(cell));

/** A cell that has no value to be read, and why. Columns are counted from 0. */
export interface UnreadCell {
  readonly column: number;
  readonly why: string;
}

/** One line of the file, by its number there, counted from 1. */
export interface FileRow {
  readonly number: number;
  readonly cells: readonly FileCell[];
  readonly unread?: readonly UnreadCell[];
}

/** Whether there is anything in it: spreadsheets keep rows that were emptied. */
export const isFilled = ({ cells }: FileRow): boolean => cells.some((cell) => cell !== null && cell !== '');

/** A row with more than this is no row of a table. */
export const mostColumns = 200;
/** What one import takes; more is brought in several files. */
export const importedRowsAtMost = 1_048_576;

/** Of one row; more is a quotation mark that is never closed, or a text that is made to be repeated. */
export const longestRow = 256 * 1024;
/** Of a whole table as it is read; a million rows of twenty columns are a fifth of this. */
export const mostCharacters = 1_500_000_000;
