import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Workbook } from '@cj-tech-master/excelts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { FileCell, FileRow } from '../../apps/server/src/resource/importing/file-row.ts';
import { headingRowIn } from '../../apps/server/src/resource/importing/heading-row.ts';
import {
  openTable,
  type TableKind,
  type TableWay,
} from '../../apps/server/src/resource/importing/table-file/open-table.ts';
import type { Cell } from '../../apps/server/src/resource/sheet/cell.ts';
import { xlsxBytes } from '../../apps/server/src/resource/sheet/write-xlsx.ts';
import { storedBytes } from '../../apps/server/testing/table-files.ts';

/** Files of LibreOffice itself: whatever it saves a list as is read cell by cell. */
const soffice = process.env['ALO_SOFFICE'] ?? '/usr/bin/soffice';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-libreoffice-'));
  await writeFile(join(folder, 'khach.xlsx'), Buffer.from(await listOf().xlsx.writeBuffer()));
});

afterAll(() => rm(folder, { recursive: true }));

/** A list as people keep it: a title, codes with noughts, days, hours, money, formulas, remarks, a page that is hidden, and one that follows. */
function listOf(): Workbook {
  const book = new Workbook();
  book.addWorksheet('Danh mục', { state: 'hidden' }).addRows([['Tỉnh'], ['Huế']]);
  const page = book.addWorksheet('Khách hàng');
  // LibreOffice shows whatever page is open.
  book.views = [{ x: 0, y: 0, width: 10_000, height: 20_000, firstSheet: 0, activeTab: 1, visibility: 'visible' }];
  page.addRow(['DANH SÁCH KHÁCH HÀNG THÁNG 10']);
  page.mergeCells('A1:E1');
  page.addRow([]);
  page.addRow(['Mã', 'Tên khách hàng', 'Số điện thoại', 'Nợ', 'Ngày', 'Giờ', 'Ghi chú', 'Đã trả']);
  page.addRow([
    7,
    'Nguyễn Văn Đức',
    '0901234567',
    1_500_000,
    new Date('2026-03-02T00:00:00Z'),
    0.354_166_666_666_666_7,
    'một\nhai',
    0.8,
  ]);
  page.addRow([
    12,
    'Trần "Lan", <Huế> & con',
    912_345_678,
    -1_234.5,
    new Date('2026-12-31T00:00:00Z'),
    0.75,
    '=1+1',
    0.125,
  ]);
  page.addRow([345, 'Lê  Hoàng', '+84 28 3829 1234', { formula: 'D4*2', result: 3_000_000 }, null, null, '  hở ']);
  page.addRow([6, 'Sai', { formula: 'NA()', result: { error: '#N/A' } }, 0, null, null, 'Có']);
  page.getColumn(1).numFmt = '"KH"00000';
  page.getColumn(4).numFmt = '#,##0.00\\ "VND"';
  page.getColumn(5).numFmt = 'dd/mm/yyyy';
  page.getColumn(6).numFmt = 'hh:mm';
  page.getColumn(8).numFmt = '0.0%';
  page.getCell('C4').note = 'máy của chồng';
  book.addWorksheet('Tháng 9').addRows([
    ['Mã', 'Tên'],
    ['A1', 'Bình'],
  ]);
  return book;
}

/** What LibreOffice makes of the list. */
async function saved(as: string, ending: string, list = 'khach.xlsx'): Promise<Buffer> {
  const out = await mkdtemp(join(folder, 'out-'));
  await promisify(execFile)(
    soffice,
    [
      `-env:UserInstallation=file://${folder}/person`,
      '--headless',
      '--convert-to',
      `${ending}:${as}`,
      '--outdir',
      out,
      join(folder, list),
    ],
    { timeout: 180_000 },
  );
  const name = (await readdir(out)).find((one) => extname(one) === `.${ending}`);
  if (name === undefined) throw new Error(`LibreOffice has saved nothing as ${as}.`);
  return readFile(join(out, name));
}

async function read(bytes: Buffer, way?: TableWay): Promise<{ about: TableKind; rows: FileRow[] }> {
  const { about, rows: pieces } = await openTable(storedBytes(bytes), way);
  const rows: FileRow[] = [];
  for await (const piece of pieces) rows.push(...piece);
  return { about, rows };
}

const headings = ['Mã', 'Tên khách hàng', 'Số điện thoại', 'Nợ', 'Ngày', 'Giờ', 'Ghi chú', 'Đã trả'];
const vnd = (shown: string, value: number): FileCell => ({ shown: `${shown} VND`, value });
/** Days are values, codes are what is shown; numbers are both, as LibreOffice itself shows them. */
const inWorkbooks: FileCell[][] = [
  ['DANH SÁCH KHÁCH HÀNG THÁNG 10'],
  headings,
  [
    'KH00007',
    'Nguyễn Văn Đức',
    '0901234567',
    vnd('1,500,000.00', 1_500_000),
    '02/03/2026',
    '08:30',
    'một\nhai',
    { shown: '80.0%', value: '80%' },
  ],
  [
    'KH00012',
    'Trần "Lan", <Huế> & con',
    912_345_678,
    vnd('-1,234.50', -1_234.5),
    '31/12/2026',
    '18:00',
    '=1+1',
    '12.5%',
  ],
  ['KH00345', 'Lê  Hoàng', '+84 28 3829 1234', vnd('3,000,000.00', 3_000_000), null, null, '  hở '],
  ['KH00006', 'Sai', null, vnd('0.00', 0), null, null, 'Có'],
];
/** Cells that are empty behind the last one are no difference. */
const trimmed = (cells: readonly FileCell[]) =>
  cells.slice(0, cells.findLastIndex((one) => one !== null && one !== '') + 1);

test.each([
  ['Calc MS Excel 2007 XML', 'xlsx'],
  ['calc8', 'ods'],
  ['OpenDocument Spreadsheet Flat XML', 'fods'],
] as const)('a list that it saves as %s is read cell by cell, with its pages', async (as, ending) => {
  const bytes = await saved(as, ending);
  const { about, rows } = await read(bytes);
  expect(rows.map(({ cells }) => trimmed(cells))).toEqual(inWorkbooks);
  expect(about).toMatchObject({
    kind: 'workbook',
    pages: ['Khách hàng', 'Tháng 9'],
    page: 'Khách hàng',
    letters: 'unicode',
  });
  expect(headingRowIn(rows, [])).toBe(3);
  expect(rows.at(-1)?.unread).toEqual([{ column: 2, why: 'ô có lỗi #N/A' }]);
  const other = await read(bytes, { page: 'Tháng 9' });
  expect(other.rows.map(({ cells }) => trimmed(cells))).toEqual([
    ['Mã', 'Tên'],
    ['A1', 'Bình'],
  ]);
});

/** As they are shown. */
const inTexts = [
  ['DANH SÁCH KHÁCH HÀNG THÁNG 10'],
  headings,
  ['KH00007', 'Nguyễn Văn Đức', '0901234567', '1,500,000.00 VND', '02/03/2026', '08:30', 'một\nhai', '80.0%'],
  ['KH00012', 'Trần "Lan", <Huế> & con', '912345678', '-1,234.50 VND', '31/12/2026', '18:00', '=1+1', '12.5%'],
  ['KH00345', 'Lê  Hoàng', '+84 28 3829 1234', '3,000,000.00 VND', '', '', '  hở '],
  ['KH00006', 'Sai', '#N/A', '0.00 VND', '', '', 'Có'],
];

/** Separator, quotation mark and character set as LibreOffice numbers them; the second page is the first that is shown. */
const csv = (separator: number, set: number) =>
  `Text - txt - csv (StarCalc):${separator},34,${set},1,,0,false,true,true,false,false,2`;

test.each([
  ['UTF-8 with commas', csv(44, 76), { encoding: 'utf-8', separator: ',' }],
  ['UTF-16 with tabs', csv(9, 65_535), { encoding: 'utf-16le', separator: '\t' }],
  ['Windows-1258 with semicolons', csv(59, 40), { encoding: 'windows-1258', separator: ';' }],
] as const)('a list that it saves as text, %s, is read cell by cell', async (_, as, told) => {
  const { about, rows } = await read(await saved(as, 'csv'));
  const seen = (cell: FileCell) => (typeof cell === 'string' ? cell.normalize('NFC') : cell);
  expect(rows.map(({ cells }) => trimmed(cells).map(seen))).toEqual(inTexts);
  expect(about).toMatchObject({ kind: 'text', letters: 'unicode', ...told });
  expect(headingRowIn(rows, [])).toBe(3);
});

test('a page of the web that it saves is read as a browser shows it', async () => {
  const { about, rows } = await read(await saved('HTML (StarCalc)', 'html'));
  expect(about).toMatchObject({ kind: 'page' });
  const shown = inTexts.map((cells) => cells.map((cell) => cell.replace(/ +/g, ' ').trim()));
  expect(rows.slice(0, shown.length).map(({ cells }) => trimmed(cells))).toEqual(shown);
});

test('the old .xls that it saves is refused in words that tell how to save it', async () => {
  const bytes = await saved('MS Excel 97', 'xls');
  await expect(read(bytes)).rejects.toThrow('hãy mở bằng Excel và lưu lại thành .xlsx');
});

test('a workbook of ours is shown as it was written: noughts, kinds, moments, and texts that would run', async () => {
  const rows: Cell[][] = [
    ['00123', '0901234567', 1_500_000, new Date('2026-03-02T03:00:00Z'), '=1+1'],
    ['=HYPERLINK("x")', '+84 28 3829 1234', -1.5, null, ' hở '],
  ];
  const headings = ['Mã', 'Số điện thoại', 'Nợ', 'Lúc', 'Ghi chú'];
  const sheet = { title: 'Khách hàng', headings, timeZone: 'Asia/Ho_Chi_Minh', pieces: Readable.from([rows]) };
  await writeFile(join(folder, 'xuat.xlsx'), await buffer(Readable.from(xlsxBytes(sheet))));
  const asText = 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true';
  const shown = await read(await saved(asText, 'csv', 'xuat.xlsx'));
  expect(shown.rows.map(({ cells }) => cells)).toEqual([
    headings,
    ['00123', '0901234567', '1500000', '02/03/2026 10:00:00', '=1+1'],
    ['=HYPERLINK("x")', '+84 28 3829 1234', '-1.5', '', ' hở '],
  ]);
});
