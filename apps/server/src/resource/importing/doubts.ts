import { type ImportLetters, importLetters } from '@alo/contract';

import { type FileCell, type FileRow, isFilled, seenText } from './file-row.ts';
import { columnPlace, isNaming } from './heading-row.ts';
import { lettersIn, lettersWithin } from './table-file/letters.ts';
import type { TableKind } from './table-file/open-table.ts';
import { isGarbled, isTwiceEncoded } from './table-file/twice-encoded.ts';
import type { WrittenValues } from './written-values.ts';

/** Letters lost to `?`: within a word, or at its beginning. A question ends in one, and an address on the web goes on with `id=`. */
const lost = /(?:\p{L}|(?<=^|\s))\?+\p{L}(?!\w*=)|\uFFFD/u;
/** Elements of pages, and letters as pages write them. */
const tag =
  /<\/?(?:a|b|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|s|script|small|span|strong|style|sub|sup|t[dhr]|table|tbody|u|ul)(?:\s[^<>]{0,200})?\/?>|&(?:nbsp|amp|lt|gt|quot|apos|#\d{2,5}|#x[0-9a-f]{2,4}|[aeiouyd](?:grave|acute|circ|tilde));/i;

/** How a file is read: which line names its columns, and of which the names stand in the line above it. */
export interface ReadHead {
  readonly about: TableKind;
  readonly heading: number;
  readonly rows: readonly FileRow[];
  readonly named: readonly number[];
}

/** What was done so that the file can be read, in words. */
export function notesOf({ about, heading, rows, named }: ReadHead, { days, decimal }: WrittenValues): string[] {
  const above = rows.filter((row) => row.number < heading && isFilled(row));
  const notes = [
    about.letters !== 'unicode' && `Đã đổi chữ ${importLetters[about.letters]} sang Unicode.`,
    above.length > 0 && `Bỏ qua ${above.length} dòng nằm trên dòng tên cột.`,
    named.length > 0 && `Tên của ${placesOf(named)} được lấy từ dòng ${heading - 1}, vì ô tên bị gộp.`,
    about.pages.length > 1 && `Tệp có ${about.pages.length} trang, chỉ trang “${about.page}” được nhập.`,
    days === 'month-first' && 'Ngày được đọc là tháng/ngày/năm.',
    decimal === '.' && 'Số được đọc là 1,234.5: dấu phẩy ngăn hàng nghìn.',
  ];
  return notes.filter((note) => note !== false);
}

/** What looks wrong in a file as it is read, where, and what its person can do about it. */
export function doubtsOf(head: ReadHead): string[] {
  const { about, heading, rows } = head;
  const texts = textsIn(rows);
  const questions = exampleIn(texts, (text) => text.search(lost));
  const tags = exampleIn(texts, (text) => text.search(tag));
  const garbled = exampleIn(texts, where(isGarbled));
  const doubts = [
    ...fontDoubts(rows, texts, about.letters),
    garbled !== undefined &&
      `Chữ bị mã hoá hai lần và đã mất một phần, như ${garbled}: hãy xuất lại tệp từ nơi có nó thành .xlsx.`,
    questions !== undefined &&
      `Có dấu “?” giữa chữ, như ${questions}: tệp đã mất dấu tiếng Việt khi được lưu. Hãy xuất lại thành .xlsx hoặc CSV UTF-8.`,
    tags !== undefined && `Có mã trang web (HTML) trong ô, như ${tags}: hãy kiểm tra nơi xuất tệp này.`,
    about.kind === 'page' &&
      'Tệp là một trang web được đặt tên như bảng tính: chỉ bảng đầu tiên có nhiều cột được đọc.',
    heading === 0 && 'Dòng đầu có vẻ đã là dữ liệu: các cột được gọi theo vị trí.',
    ...headDoubts(head),
  ];
  return doubts.filter((doubt) => doubt !== false);
}

/** Letters of before Unicode, and what was encoded twice, in cells that are read as they stand. */
function fontDoubts(rows: readonly FileRow[], texts: readonly Text[], read: ImportLetters): string[] {
  const cells: readonly (readonly [ImportLetters, string | undefined])[] = [
    ['twice', exampleIn(texts, where(isTwiceEncoded))],
    [
      'vni',
      exampleIn(
        texts,
        where((text) => lettersWithin(text) === 'vni'),
      ),
    ],
    [
      'tcvn3',
      exampleIn(
        texts,
        where((text) => lettersWithin(text) === 'tcvn3'),
      ),
    ],
  ];
  const found = cells.filter(([, example]) => example !== undefined);
  const all = found.length === 0 && read === 'unicode' ? lettersIn(rows) : undefined;
  const told: typeof cells =
    all === undefined || all === 'unicode'
      ? found
      : [[all, exampleIn(texts, (text) => text.search(/[\u0080-\uFFFF]/))]];
  return told.map(
    ([letters, example]) =>
      `Có chữ ${importLetters[letters]}, như ${example}: hãy chọn “Kiểu chữ” là “${importLetters[letters]}”.`,
  );
}

/** Names that are not there, or stand for several columns. */
function headDoubts({ about, heading, rows, named }: ReadHead): (string | false)[] {
  const head = rows.find(({ number }) => number === heading);
  const body = rows.filter(({ number }) => number > heading);
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));
  const unnamed = Array.from({ length: width }, (_, at) => at).filter(
    (at) => isEmpty(head?.cells[at]) && !named.includes(at) && body.some(({ cells }) => !isEmpty(cells[at])),
  );
  const groups = groupsAbove(rows, heading);
  return [
    // A title may have two cells as well.
    groups.length + Math.min(1, named.length) > 1 &&
      `Dòng ${heading - 1} có ô gộp cho nhiều cột (${groups.map((group) => quoted(group)).join(', ')}): cột được gọi theo dòng ${heading}.`,
    head !== undefined &&
      unnamed.length > 0 &&
      `${placesOf(unnamed)} có dữ liệu mà không có tên: tên có thể nằm trong ô gộp hoặc ở dòng khác.`,
    about.kind === 'text' &&
      Math.max(width, head?.cells.length ?? 0) <= 1 &&
      'Chỉ thấy một cột: hãy xem lại dấu ngăn cách cột.',
  ];
}

/** What stands above several columns that have names of their own, right above these. */
function groupsAbove(rows: readonly FileRow[], heading: number): string[] {
  const { above, head } = namesIn(rows, heading);
  return above.flatMap((cell, at) => {
    const isWide = isEmpty(above[at + 1]) && !isEmpty(head[at + 1]);
    return !isEmpty(cell) && !isEmpty(head[at]) && isWide ? [seenText(cell).trim()] : [];
  });
}

/**
 * Columns whose names stand in the line above the one that names the others, as where a name reaches over both: those of them that
 * have rows below.
 */
export function namedAbove(rows: readonly FileRow[], heading: number): number[] {
  const { above, head } = namesIn(rows, heading);
  const body = rows.filter(({ number }) => number > heading);
  return above.flatMap((cell, at) =>
    !isEmpty(cell) && isEmpty(head[at]) && body.some(({ cells }) => !isEmpty(cells[at])) ? [at] : [],
  );
}

/** The line that names the columns, and the one right above it where it could, too; a title has one cell. */
function namesIn(rows: readonly FileRow[], heading: number): Record<'above' | 'head', readonly FileCell[]> {
  const [above, head] = [heading - 1, heading].map((line) => rows.find(({ number }) => number === line));
  const couldName = above !== undefined && isNaming(above) && above.cells.filter((cell) => !isEmpty(cell)).length > 1;
  return { above: couldName ? above.cells : [], head: head?.cells ?? [] };
}

const mostPlaces = 5;
const placesOf = (columns: readonly number[]): string => {
  const places = columns.slice(0, mostPlaces).map(columnPlace);
  return columns.length > mostPlaces
    ? `${places.join(', ')} và ${columns.length - mostPlaces} cột nữa`
    : places.join(', ');
};

/** A cell, or what it begins with, and its line. */
interface Text {
  readonly number: number;
  readonly text: string;
}

/** Characters of a cell, and of all cells, in which faults are looked for: a list of texts without end would take long. */
const longestLooked = 1_000;
const mostLooked = 2_000_000;

function textsIn(rows: readonly FileRow[]): readonly Text[] {
  const texts: Text[] = [];
  let characters = 0;
  for (const { number, cells } of rows) {
    for (const cell of cells) {
      if (typeof cell !== 'string') continue;
      const text = cell.length > longestLooked ? atBlank(cell.slice(0, longestLooked)) : cell;
      characters += text.length;
      if (characters > mostLooked) return texts;
      texts.push({ number, text });
    }
  }
  return texts;
}

/** Up to its last blank: a letter may be cut at its end. */
const atBlank = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf(' ')));

const where = (isIt: (text: string) => boolean) => (text: string) => (isIt(text) ? 0 : -1);

/** The first text in which there is a place that is so, from a little before that on, and its line. */
function exampleIn(texts: readonly Text[], placeIn: (text: string) => number): string | undefined {
  for (const { number, text } of texts) {
    const place = placeIn(text);
    if (place !== -1) return `${quoted(text, place)} ở dòng ${number}`;
  }
  return undefined;
}

const longestQuoted = 40;
const longestBefore = 15;

function quoted(text: string, place = 0): string {
  const from = text.length <= longestQuoted || place <= longestBefore ? 0 : place - longestBefore;
  const part = text
    .slice(from, from + longestQuoted)
    .replace(/\s+/g, ' ')
    .trim();
  return `“${from > 0 ? '…' : ''}${part}${from + longestQuoted < text.length ? '…' : ''}”`;
}

const isEmpty = (cell: unknown) => cell === undefined || cell === null || cell === '';
