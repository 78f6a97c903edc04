import { buffer } from 'node:stream/consumers';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, mostRows } from '../file-row.ts';
import { openArchive } from './archive.ts';
import { badFile } from './bad-file.ts';
import { type Encoding, encodingOf, textOf } from './encoding.ts';
import { readCsv } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { odsContent, readOds } from './read-ods.ts';
import { readSpreadsheetml } from './read-spreadsheetml.ts';
import { openXlsx } from './read-xlsx.ts';

/**
 * The rows of a file in pieces, whatever it is called: what it is says its first bytes. Refuses what is no table, and what would
 * be too much for anybody.
 */
export async function* openTable(file: StoredFile): AsyncGenerator<readonly FileRow[]> {
  if (file.bytes === 0) throw badFile('Tệp trống');
  const head = await buffer(await file.read({ start: 0, end: Math.min(file.bytes, 4_096) - 1 }));
  const pieces = isZip(head) ? workbookRows(file) : textRows(file, head);
  let rows = 0;
  for await (const piece of pieces) {
    rows += piece.length;
    if (rows > mostRows) throw badFile(`Tệp có hơn ${mostRows.toLocaleString('vi-VN')} dòng, vui lòng chia nhỏ`);
    yield piece;
  }
}

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

async function* workbookRows(file: StoredFile): AsyncGenerator<FileRow[]> {
  const archive = await openArchive(file);
  try {
    if (archive.has(odsContent)) yield* readOds(archive, undefined);
    else yield* (await openXlsx(archive, undefined)).rows;
  } finally {
    archive.close();
  }
}

async function* textRows(file: StoredFile, head: Buffer): AsyncGenerator<FileRow[]> {
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw badFile('Tệp .xls đời cũ chưa được hỗ trợ: hãy mở bằng Excel và lưu lại thành .xlsx');
  }
  const isUtf16 = ['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'));
  if (!isUtf16 && head.includes(0)) throw badFile('Tệp không phải là bảng tính .xlsx hay .csv');
  const encoding = await encodingOf(file);
  // Tags and separators are the same signs in all of them that have a letter in a byte.
  const begins = new TextDecoder(encoding === 'tcvn3' ? 'latin1' : encoding).decode(head);
  if (!/^\s{0,100}<(?:\?xml|!doctype|!--|html|head|body|table|meta|style|div|workbook)\b/i.test(begins)) {
    return yield* readCsv(file, encoding, begins);
  }
  const text = textIn(file, encoding);
  yield* isSpreadsheetml.test(begins) ? readSpreadsheetml(text) : readHtml(text);
}

async function* textIn(file: StoredFile, encoding: Encoding): AsyncGenerator<string> {
  const bytes = await file.read();
  try {
    yield* textOf(bytes, encoding);
  } finally {
    bytes.destroy();
  }
}

const isSpreadsheetml = /<(?:\w{1,20}:)?Workbook[\s>]/;
