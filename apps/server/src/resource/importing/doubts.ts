import { importLetters } from '@alo/contract';

import { type FileRow, isFilled } from './file-row.ts';
import { lettersIn } from './table-file/letters.ts';
import type { TableKind } from './table-file/open-table.ts';
import { isTwiceEncoded } from './table-file/twice-encoded.ts';
import type { WrittenValues } from './written-values.ts';

const lost = /[\p{L}]\?(?=\p{L})|\?\?|\uFFFD/u;
const tag = /<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,200})?>/i;

/** What looks wrong in a file as it is read, and what was mended, in words that its person can act upon. */
export function doubtsOf(about: TableKind, heading: number, rows: readonly FileRow[]): string[] {
  const texts = rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string'));
  const above = rows.filter((row) => row.number < heading && isFilled(row));
  const head = rows.find(({ number }) => number === heading);
  const body = rows.filter(({ number }) => number > heading);
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));
  const unnamed = Array.from({ length: width }, (_, at) => at).filter(
    (at) => isEmpty(head?.cells[at]) && body.some(({ cells }) => !isEmpty(cells[at])),
  );
  const still = about.letters === 'unicode' ? lettersIn(rows) : undefined;
  const doubts = [
    about.letters !== 'unicode' && `Đã đổi chữ ${importLetters[about.letters]} sang Unicode.`,
    still !== undefined &&
      still !== 'unicode' &&
      `Chữ có vẻ được gõ bằng ${importLetters[still]}: hãy chọn lại “Kiểu chữ”.`,
    about.letters === 'unicode' &&
      still === 'unicode' &&
      texts.some(isTwiceEncoded) &&
      'Có ô như “Ã¡”: chữ đã bị mã hoá hai lần ở nơi xuất tệp này.',
    texts.some((text) => lost.test(text)) &&
      'Có dấu “?” giữa chữ: tệp đã mất dấu tiếng Việt khi được lưu. Hãy xuất lại thành .xlsx hoặc CSV UTF-8.',
    texts.some((text) => tag.test(text)) && 'Có thẻ HTML trong ô: hãy kiểm tra nơi xuất tệp này.',
    above.length > 0 && `Bỏ qua ${above.length} dòng nằm trên dòng tên cột.`,
    heading === 0 && 'Dòng đầu có vẻ đã là dữ liệu: các cột được gọi theo vị trí.',
    head !== undefined &&
      unnamed.length > 0 &&
      `${unnamed.length === 1 ? 'Một cột' : `${unnamed.length} cột`} có dữ liệu mà không có tên: tên có thể nằm trong ô gộp hoặc ở dòng khác.`,
    about.kind === 'text' &&
      Math.max(width, head?.cells.length ?? 0) <= 1 &&
      'Chỉ thấy một cột: hãy xem lại dấu ngăn cách cột.',
    about.pages.length > 1 && `Tệp có ${about.pages.length} trang, chỉ trang “${about.page}” được nhập.`,
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/** What is not as people here write it. */
export function writtenDoubts({ days, decimal }: WrittenValues): string[] {
  const doubts = [
    days === 'month-first' && 'Ngày được đọc là tháng/ngày/năm.',
    decimal === '.' && 'Số được đọc là 1,234.5: dấu phẩy ngăn hàng nghìn.',
  ];
  return doubts.filter((doubt) => doubt !== false);
}

const isEmpty = (cell: unknown) => cell === undefined || cell === null || cell === '';
