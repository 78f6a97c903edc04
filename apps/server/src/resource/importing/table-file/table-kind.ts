import { buffer } from 'node:stream/consumers';

import type { StoredFile } from '../../../storage/file-store.ts';
import { type FileRow, mostRows } from '../file-row.ts';
import { badFile } from './bad-file.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/**
 * The rows of a file in pieces, whatever it is called: what it is says its first bytes. Refuses what is no table, and what would
 * be too much for anybody.
 */
export async function* rowsOf(file: StoredFile): AsyncGenerator<readonly FileRow[]> {
  if (file.bytes === 0) throw badFile('Tệp trống');
  const head = await buffer(await file.read({ start: 0, end: Math.min(file.bytes, 4_096) - 1 }));
  const pieces = isZip(head) ? readXlsx(file) : readCsv(file, textOnly(head));
  let rows = 0;
  for await (const piece of pieces) {
    rows += piece.length;
    if (rows > mostRows) throw badFile(`Tệp có hơn ${mostRows.toLocaleString('vi-VN')} dòng, vui lòng chia nhỏ`);
    yield piece;
  }
}

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

function textOnly(head: Buffer): Buffer {
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw badFile('Tệp .xls đời cũ chưa được hỗ trợ: hãy mở bằng Excel và lưu lại thành .xlsx');
  }
  const utf16 = ['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'));
  if (!utf16 && head.includes(0)) throw badFile('Tệp không phải là bảng tính .xlsx hay .csv');
  const text = utf16 ? head.toString('utf16le').replace(/^\uFEFF/, '') : head.toString('utf8').replace(/^\uFEFF/, '');
  if (/^\s{0,100}<(\?xml|!doctype|html|table|meta|style)\b/i.test(text)) {
    throw badFile('Tệp này là trang web mang tên bảng tính: hãy mở bằng Excel và lưu lại thành .xlsx');
  }
  return head;
}
