import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, isFilled, longestRow, mostColumns } from '../file-row.ts';
import { badFile } from './bad-file.ts';
import { type Encoding, encodingOf, fromTcvn3 } from './encoding.ts';

const rowsAtATime = 1_000;

/** Rows of a text with separators, in any of the encodings that Vietnamese texts come in. `head` is its first bytes. */
export async function* readCsv(file: StoredFile, head: Buffer): AsyncGenerator<FileRow[]> {
  const encoding = await encodingOf(file);
  // A separator is the same sign in all of them that have a letter in a byte.
  const begins = new TextDecoder(encoding === 'tcvn3' ? 'latin1' : encoding).decode(head);
  const told = /^sep=(.)\r?\n/i.exec(begins)?.[1];
  const parser = parse({
    delimiter: told ?? delimiterOf(begins),
    // A line for Excel alone, which says by what the others are separated.
    from_line: told === undefined ? 1 : 2,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
  });
  const bytes = await file.read();
  const text = Readable.from(decoded(bytes, encoding));
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

/** A text that a spreadsheet would run is written with an apostrophe before it, by us too (write-csv.ts): it is no part of the text. */
const asMeant = (text: string) => text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/u, '');

async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding === 'tcvn3') {
    for await (const chunk of bytes) yield fromTcvn3(chunk);
    return;
  }
  const decoder = new TextDecoder(encoding);
  // Windows-1258 has letters and their accents apart; people search for them together.
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Excel writes semicolons where the comma is for decimals. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split(/\r?\n/, 1);
  const plain = line.replace(/"[^"]*"/g, '');
  const [best] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, count: plain.split(delimiter).length }))
    .toSorted((one, other) => other.count - one.count);
  return best?.delimiter ?? ',';
}
