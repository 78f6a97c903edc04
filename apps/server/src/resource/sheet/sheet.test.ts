import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Workbook } from '@cj-tech-master/excelts';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import type { Cell } from './cell.ts';
import { csvBytes } from './write-csv.ts';
import { xlsxBytes } from './write-xlsx.ts';

const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠x'];
const rows: Cell[][] = [
  ['Nguyễn "Đức" & <con>', 12.5, true, new Date('2026-03-02T03:00:00.999Z'), null],
  ['hai\ndòng, một ô', -3, false, new Date('2026-12-31T17:30:00Z'), ''],
  ['\0\u0001\uFFFE\uD800x', 0, true, new Date('1970-01-01T00:00:00Z'), ' '],
  ...dangerous.map((text): Cell[] => [text, 0, false, null, null]),
];

async function* inPieces(lines: readonly Cell[][], size: number) {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
}

const sheet = (lines: readonly Cell[][]) => ({
  title: 'Bảng: thử [1]',
  headings: ['Tên', 'Số', 'Đúng', 'Lúc', 'Trống'],
  timeZone: 'Asia/Ho_Chi_Minh',
  pieces: inPieces(lines, 4),
});
const bytesOf = (bytes: AsyncIterable<Buffer>) => buffer(Readable.from(bytes));

test('a workbook holds texts as texts, times as the wall shows them, and opens whatever was in a cell', async () => {
  const workbook = new Workbook();
  await workbook.xlsx.load(await bytesOf(xlsxBytes(sheet(rows))));
  const page = workbook.worksheets[0];
  expect(page?.name).toBe('Bảng  thử  1 ');
  const cell = (row: number, column: number) => page?.getRow(row).getCell(column).value;
  expect([1, 2, 3, 4, 5].map((column) => cell(1, column))).toEqual(['Tên', 'Số', 'Đúng', 'Lúc', 'Trống']);
  expect([cell(2, 1), cell(2, 2), cell(2, 3)]).toEqual(['Nguyễn "Đức" & <con>', 12.5, true]);
  expect(cell(2, 4)).toEqual(new Date('2026-03-02T10:00:00.999Z'));
  expect(cell(3, 4)).toEqual(new Date('2027-01-01T00:30:00Z'));
  expect(cell(3, 1)).toBe('hai\ndòng, một ô');
  expect(cell(4, 1)).toBe('\uFFFDx');
  dangerous.forEach((text, n) => expect(cell(5 + n, 1)).toBe(text));
  expect(page?.rowCount).toBe(rows.length + 1);
});

test('a workbook shows its headings above every row, in columns that are wide enough for them, and keeps noughts and kinds', async () => {
  const headings = ['Số điện thoại', 'Ngày gọi gần nhất của khách', 'Số tiền', 'Lúc', 'Đã gọi'];
  const lines: Cell[][] = [['0901234567', '00123', 1_500_000, new Date('2026-03-02T03:00:00Z'), true]];
  const workbook = new Workbook();
  await workbook.xlsx.load(await bytesOf(xlsxBytes({ ...sheet(lines), headings })));
  const page = workbook.worksheets[0];
  expect(page?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  headings.forEach((heading, n) => {
    const column = page?.getColumn(n + 1);
    expect(column?.width).toBeGreaterThan(Math.max(13, heading.length));
    expect(page?.getRow(1).getCell(n + 1).font).toMatchObject({ bold: true });
  });
  const cells = [1, 2, 3, 4, 5].map((column) => page?.getRow(2).getCell(column));
  expect(cells.map((cell) => typeof cell?.value)).toEqual(['string', 'string', 'number', 'object', 'boolean']);
  expect(cells.slice(0, 2).map((cell) => cell?.value)).toEqual(['0901234567', '00123']);
  expect(cells[3]?.numFmt).toMatch(/^dd\\?\/mm\\?\/yyyy\\? hh:mm:ss$/);
});

test('what is more than a page holds goes to the next, each with its headings', async () => {
  const lines = Array.from({ length: 25 }, (_, n): Cell[] => [`dòng ${n}`, n, null, null, null]);
  const workbook = new Workbook();
  await workbook.xlsx.load(await bytesOf(xlsxBytes(sheet(lines), 11)));
  const texts = workbook.worksheets.map((page) => page.getColumn(1).values.filter(Boolean));
  expect(texts.map(([first]) => first)).toEqual(['Tên', 'Tên', 'Tên']);
  expect(texts.flatMap(([, ...rest]) => rest)).toEqual(lines.map(([text]) => text));
});

test('a CSV file is one that Excel reads, and no cell of it runs', async () => {
  const text = String(await bytesOf(csvBytes(sheet(rows))));
  expect(text.startsWith('\uFEFFTên,Số,Đúng,Lúc,Trống\r\n')).toBe(true);
  const [, first, second] = text.split('\r\n');
  expect(first).toBe('"Nguyễn ""Đức"" & <con>",12.5,1,02/03/2026 10:00:00,');
  expect(second).toBe('"hai\ndòng, một ô",-3,,01/01/2027 00:30:00,');
  for (const cell of dangerous)
    expect(text).not.toMatch(new RegExp(`(^|,|")${cell.replace(/[+*?^$\\.[\]{}()|/]/g, '\\$&')}`, 'm'));
});

test('an empty table is a file with its headings, and a source that breaks breaks the file', async () => {
  const workbook = new Workbook();
  await workbook.xlsx.load(await bytesOf(xlsxBytes(sheet([]))));
  expect(workbook.worksheets[0]?.rowCount).toBe(1);
  async function* broken() {
    yield [['một', 1, true, null, null]];
    throw new Error('the source broke');
  }
  for (const write of [xlsxBytes, csvBytes]) {
    await expect(bytesOf(write({ ...sheet([]), pieces: broken() }))).rejects.toThrow('the source broke');
  }
});

test('texts that need care come out as they were, short and long ones among many', async () => {
  const texts = ['😀 & <b>', ' trước', 'sau ', '\u00A0lạ', 'a\tb', '"', ...dangerous, 'Đường Lê Lợi 😀 '.repeat(2_000)];
  const named = Array.from({ length: 600 }, (_, n) => texts[n % texts.length] ?? '');
  const lines = named.map((text, n): Cell[] => [text, n, null, null, null]);
  const workbook = new Workbook();
  const bytes = await bytesOf(xlsxBytes({ ...sheet([]), pieces: inPieces(lines, 250) }));
  await workbook.xlsx.load(bytes);
  const page = workbook.worksheets[0];
  // Excel keeps blanks at the ends only where it is told so.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('sheet1.xml')) continue;
    const xml = await text(await zip.openReadStreamPromise(entry));
    for (const edged of [' trước', 'sau ', '\u00A0lạ']) expect(xml).toContain(`<t xml:space="preserve">${edged}</t>`);
    expect(xml).toContain('<c t="str"><v>😀 &amp; &lt;b&gt;</v></c>');
  }
  expect(named.map((_, n) => page?.getRow(n + 2).getCell(1).value)).toEqual(named);

  const csv = String(await bytesOf(csvBytes({ ...sheet([]), pieces: inPieces(lines, 250) })));
  for (const [n, one] of named.entries()) {
    const written = dangerous.includes(one) ? `'${one}` : one;
    const spellings = [`\n${written},${n},`, `\n"${written.replaceAll('"', '""')}",${n},`];
    expect(spellings.some((line) => csv.includes(line))).toBe(true);
  }
});

test('who stops reading in the middle ends the reading of the rows', async () => {
  for (const write of [xlsxBytes, csvBytes]) {
    let isOpen = true;
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) yield Array.from({ length: 200 }, () => [crypto.randomUUID(), 1, true, null, null]);
      } finally {
        isOpen = false;
      }
    }
    let chunks = 0;
    for await (const _ of write({ ...sheet([]), pieces: endless() })) if (++chunks > 5) break;
    await expect.poll(() => isOpen).toBe(false);
  }
});
