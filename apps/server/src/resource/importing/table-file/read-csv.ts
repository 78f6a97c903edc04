import { Readable } from 'node:stream';
import type { ImportEncoding } from '@alo/contract';
import { CsvError, parse } from 'csv-parse';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, isFilled, longestRow, mostColumns } from '../file-row.ts';
import { badFile } from './bad-file.ts';
import { textOf } from './encoding.ts';

const rowsAtATime = 1_000;

/** How a text with separators is written. */
export interface CsvWay {
  readonly encoding: ImportEncoding;
  readonly separator: string;
  /** Whether its first line is for Excel alone, which says by what the others are separated. */
  readonly isTold: boolean;
}

/** Rows of a text with separators. */
export async function* readCsv(file: StoredFile, { encoding, separator, isTold }: CsvWay): AsyncGenerator<FileRow[]> {
  const parser = parse({
    delimiter: separator,
    from_line: isTold ? 2 : 1,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
  });
  const bytes = await file.read();
  const text = Readable.from(textOf(bytes, encoding));
  // `compose` would keep a broken source to itself.
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let piece: FileRow[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > mostColumns) throw badFile(`Dòng ${info.lines} có quá nhiều cột`);
      const row = { number: info.lines, cells: record.map(asMeant) };
      if (isFilled(row)) piece.push(row);
      if (piece.length === rowsAtATime) {
        yield piece;
        piece = [];
      }
    }
  } catch (error) {
    if (error instanceof CsvError) throw badFile('Tệp .csv không đọc được: có dòng quá dài hoặc thiếu dấu ngoặc kép');
    throw error;
  } finally {
    text.destroy();
    bytes.destroy();
  }
  if (piece.length > 0) yield piece;
}

/**
 * A text that a spreadsheet would run is written with an apostrophe before it, by us too (write-csv.ts): it is no part of the text, and
 * neither is what makes a formula of a number so that Excel keeps its noughts, as in `="0901234567"`.
 */
const asMeant = (text: string) =>
  text.startsWith("'") ? text.replace(guarded, '') : text.startsWith('="') ? text.replace(keptAsText, '$1') : text;

const guarded = /^'(?='*[=+\-@\t\r＝＋－＠])/u;
const keptAsText = /^="([^"]*)"$/;

/** What the first line says to Excel of the separator of the others; undefined where it says nothing. */
export const separatorTold = (begins: string): string | undefined => /^\uFEFF?sep=(.)\r?\n/i.exec(begins)?.[1];
