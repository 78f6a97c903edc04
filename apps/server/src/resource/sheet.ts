import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { localTime } from '@alo/calendar';
import { WorkbookWriter } from '@cj-tech-master/excelts';
import { stringify } from 'csv-stringify';

import type { FileAnswer } from '../http/file-answer.ts';

export type Cell = string | number | boolean | Date | null;

/** A table on its way into a file: headings in Vietnamese, rows as they come. */
export interface Sheet {
  /** Names the file and the sheet. */
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** Times are written as the clock on this wall shows them. */
  readonly timeZone: string;
}

/** The sheet as a file that is written while it is sent. Cells that a spreadsheet would run as a formula stay texts. */
export function sheetFile(sheet: Sheet, format: 'xlsx' | 'csv', now = new Date()): FileAnswer {
  const day = wallClock(now, sheet.timeZone).toISOString().slice(0, 10);
  const base = { name: `${sheet.title} ${day}.${format}`, disposition: 'attachment' } as const;
  return format === 'csv'
    ? { ...base, contentType: 'text/csv; charset=utf-8', content: csv(sheet) }
    : {
        ...base,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        content: xlsx(sheet),
      };
}

function csv({ headings, rows, timeZone }: Sheet): Readable {
  async function* lines() {
    yield headings;
    for await (const row of rows) {
      yield row.map((cell) => (cell instanceof Date ? readable(wallClock(cell, timeZone)) : cell));
    }
  }
  // The byte-order mark is for Excel, which else takes the file for an 8-bit one.
  const out = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
  void pipeline(Readable.from(lines()), out).catch((error: Error) => out.destroy(error));
  return out;
}

function xlsx({ title, headings, rows, timeZone }: Sheet): Readable {
  const out = new PassThrough();
  const write = async () => {
    const workbook = new WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
    const page = workbook.addWorksheet(title.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] });
    page.columns = headings.map((heading) => ({ header: heading, width: Math.max(14, heading.length + 4) }));
    const head = page.getRow(1);
    head.font = { bold: true };
    head.commit();
    for await (const row of rows) {
      const line = page.addRow(row.map((cell) => (cell instanceof Date ? wallClock(cell, timeZone) : cell)));
      for (const [index, cell] of row.entries()) {
        if (cell instanceof Date) line.getCell(index + 1).numFmt = 'dd/mm/yyyy hh:mm:ss';
      }
      line.commit();
    }
    page.commit();
    await workbook.commit();
  };
  void write().catch((error: Error) => out.destroy(error));
  return out;
}

/** The same hands of the clock, in UTC: spreadsheets know no time zones. */
function wallClock(at: Date, timeZone: string): Date {
  const { date, minute } = localTime(at.getTime(), timeZone);
  return new Date(Date.parse(`${date}T00:00:00Z`) + minute * 60_000 + (at.getTime() % 60_000));
}

function readable(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  return `${date.split('-').toReversed().join('/')} ${time.slice(0, 8)}`;
}
