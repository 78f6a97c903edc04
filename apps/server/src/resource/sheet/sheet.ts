import { Readable } from 'node:stream';

import type { FileAnswer } from '../../http/file-answer.ts';
import { wallClock } from './cell.ts';
import type { Sheet } from './sheet-rows.ts';
import { csvBytes } from './write-csv.ts';
import { xlsxBytes } from './write-xlsx.ts';

export type SheetFormat = 'xlsx' | 'csv';

/** The sheet's bytes, written as fast as they are read and no faster. What a spreadsheet would run as a formula stays a text. */
export const sheetBytes = (sheet: Sheet, format: SheetFormat): AsyncIterable<Buffer> =>
  format === 'csv' ? csvBytes(sheet) : xlsxBytes(sheet);

/** What people save the sheet as. */
export function sheetName(
  { title, timeZone }: Pick<Sheet, 'title' | 'timeZone'>,
  format: SheetFormat,
  now = new Date(),
) {
  return `${title} ${new Date(wallClock(timeZone)(now)).toISOString().slice(0, 10)}.${format}`;
}

/** The sheet as a file that is written while it is sent. */
export const sheetFile = (sheet: Sheet, format: SheetFormat): FileAnswer => ({
  name: sheetName(sheet, format),
  contentType: sheetTypes[format],
  disposition: 'attachment',
  content: Readable.from(sheetBytes(sheet, format), { objectMode: false }),
});

export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
