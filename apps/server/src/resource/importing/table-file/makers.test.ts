import { expect, test } from 'vitest';

import { cellsOf, storedBytes, zipOf } from '../../../../testing/table-files.ts';
import { bookOf, type CellValue, makers, styles } from '../../../../testing/workbooks.ts';
import type { FileCell } from '../file-row.ts';
import { openTable } from './open-table.ts';

const { date, money, code, digits, percent, clock, long } = styles;

const tables: Record<
  string,
  { readonly rows: readonly (readonly CellValue[])[]; readonly read: readonly FileCell[][] }
> = {
  customers: {
    rows: [
      ['Mã', 'Tên khách hàng', 'Số điện thoại', 'Nợ'].map((text) => ({ text })),
      [
        { number: 123, style: code },
        { text: 'Nguyễn Văn Đức' },
        { number: 901_234_567, style: digits },
        { number: 1_500_000, style: money },
      ],
      [{ text: '00123' }, { text: 'A & B <Cty>' }, { text: '0901234567' }, { number: 0 }],
      [undefined, { text: 'Trần "Lan"' }, { number: 901_234_568 }, { number: -1.5, style: money }],
    ],
    read: [
      ['Mã', 'Tên khách hàng', 'Số điện thoại', 'Nợ'],
      ['KH00123', 'Nguyễn Văn Đức', '0901234567', { shown: '1,500,000 VND', value: 1_500_000 }],
      ['00123', 'A & B <Cty>', '0901234567', 0],
      [null, 'Trần "Lan"', 901_234_568, { shown: '-2 VND', value: -1.5 }],
    ],
  },
  days: {
    rows: [
      [{ text: 'Ngày' }, { text: 'Giờ' }, { text: 'Tỷ lệ' }, { text: 'Đúng' }],
      [
        { number: 46_083, style: date },
        { number: 0.354_166_666_666_666_7, style: clock },
        { number: 0.5, style: percent },
        { truth: true },
      ],
      [{ number: 46_083.5, style: long }, { text: '8:30' }, undefined, { truth: false }],
    ],
    read: [
      ['Ngày', 'Giờ', 'Tỷ lệ', 'Đúng'],
      ['02/03/2026', '08:30', '50%', true],
      ['02/03/2026 12:00', '8:30', null, false],
    ],
  },
  texts: {
    rows: [
      [{ text: 'Dòng một\ndòng hai' }, { text: ' thừa ' }, { text: '=1+1' }],
      [{ word: 'Kết quả', formula: 'A1&amp;B1' }, { number: 84_901_234_567, formula: 'SUM(A1)' }, { text: "'0901" }],
      [{ number: 1e15 }, { number: 123_456_789_012 }, { text: '1,5' }],
    ],
    read: [
      ['Dòng một\ndòng hai', ' thừa ', '=1+1'],
      ['Kết quả', 84_901_234_567, "'0901"],
      [1e15, 123_456_789_012, '1,5'],
    ],
  },
};

const all = Object.entries(makers).flatMap(([maker, way]) =>
  Object.entries(tables).map(([table, { rows, read }]) => ({ maker, table, way, rows, read })),
);

test.each(all)('$table as $maker writes them are read cell by cell', async ({ way, rows, read }) => {
  expect(await cellsOf(await bookOf(way, rows))).toEqual(read);
});

const page = (
  rows: string,
) => `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-number-format:"\\@"}</style>
  <meta charset="utf-8"></head><body>${rows}</body></html>`;
const listed = [
  ['Tên', 'SĐT'],
  ['Lan & Huệ', '0901234567'],
  ['Đức', '901 234 568'],
];
const pages: Record<string, string> = {
  plain:
    '<table><tr><th>Tên</th><th>SĐT</th></tr><tr><td>Lan &amp; Huệ</td><td>0901234567</td></tr><tr><td>Đức</td><td>901 234 568</td></tr></table>',
  'without ends':
    '<TABLE BORDER=1><TR><TH>Tên<TH>SĐT<TR><TD>Lan &amp; Huệ<TD>0901234567<TR><TD>Đức<TD>901&nbsp;234&nbsp;568</TABLE>',
  'with sections':
    '<table><thead><tr><td><b>Tên</b></td><td>S<i>ĐT</i></td></tr></thead><tbody><tr><td>\n Lan &amp;\n Huệ </td><td x:str>0901234567</td></tr></tbody><tfoot><tr><td>Đức</td><td>901 234 568</td></tr></tfoot></table>',
  'in a frame of tables':
    '<table><tr><td><table><tr><th>Tên</th><th>SĐT</th></tr><tr><td>Lan &amp; Huệ</td><td>0901234567</td></tr><tr><td>Đức</td><td>901 234 568</td></tr></table></td></tr></table><table><tr><td>Trang</td><td>1</td></tr></table>',
};

test.each(Object.entries(pages))('a page of the web called .xls, %s, is read as it is shown', async (_, rows) => {
  expect(await cellsOf(storedBytes(Buffer.from(page(rows))))).toEqual(listed);
});

test('cells of a page that reach over others leave these empty, and a title above is a row', async () => {
  const rows =
    '<table><tr><td colspan=2>DANH SÁCH</td></tr></table><table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c<br>d</td></tr></table>';
  expect(await cellsOf(storedBytes(Buffer.from(page(rows))))).toEqual([
    ['DANH SÁCH', null],
    ['a', 'b'],
    [null, 'c\nd'],
  ]);
});

test.each(['utf8', 'utf16le'] as const)(
  'an XML spreadsheet of 2003 in %s is read by its places and formats',
  async (encoding) => {
    const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
 <Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="k"><NumberFormat ss:Format="&quot;KH&quot;00000"/></Style><Style ss:ID="s"><NumberFormat ss:Format="Standard"/></Style></Styles>
 <Worksheet ss:Name="Trống"><Table/></Worksheet>
 <Worksheet ss:Name="Khách"><Table>
  <Row><Cell><Data ss:Type="String">Tên</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Mã</Data><Comment><ss:Data>x</ss:Data></Comment></Cell></Row>
  <Row ss:Index="4"><Cell ss:MergeAcross="1"><ss:Data ss:Type="String"><B>Lan</B> &amp; Huệ</ss:Data></Cell><Cell ss:StyleID="k"><Data ss:Type="Number">7</Data></Cell>
   <Cell ss:StyleID="d"><Data ss:Type="DateTime">2026-03-02T00:00:00.000</Data></Cell><Cell><Data ss:Type="Number">901234567</Data></Cell><Cell ss:StyleID="s"><Data ss:Type="Number">1500000</Data></Cell></Row>
 </Table></Worksheet></Workbook>`;
    const bytes = encoding === 'utf8' ? Buffer.from(xml) : Buffer.from(`\uFEFF${xml}`, 'utf16le');
    expect(await cellsOf(storedBytes(bytes))).toEqual([
      ['Tên', null, 'Mã'],
      ['Lan & Huệ', null, 'KH00007', '02/03/2026', 901_234_567, { shown: '1,500,000.00', value: 1_500_000 }],
    ]);
  },
);

test('an OpenDocument table is read as it is shown where a value alone would lose it', async () => {
  const content = `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="a">
   <table:table-row><table:table-cell office:value-type="string"><text:p>Mã</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>SĐT</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
   <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
   <table:table-row><table:table-cell office:value-type="float" office:value="123"><text:p>000123</text:p><office:annotation><text:p>x</text:p></office:annotation></table:table-cell><table:table-cell office:value-type="float" office:value="1500000"><text:p>1.500.000 VND</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2026-03-02"><text:p>02/03/26</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>hai<text:s text:c="2"/>dòng</text:p><text:p>hết</text:p></table:table-cell></table:table-row>
  </table:table></office:spreadsheet></office:body></office:document-content>`;
  expect(
    await cellsOf(
      storedBytes(await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content })),
    ),
  ).toEqual([
    ['Mã', 'SĐT', 'SĐT'],
    ['000123', { shown: '1.500.000 VND', value: 1_500_000 }, '02/03/2026', 'hai  dòng\nhết'],
  ]);
});

test('a formula without a result, and a cell with an error, are named', async () => {
  const rows = [[{ text: 'a' }], [{ number: 1, formula: '1+0' }]];
  const file = await bookOf({ texts: 'inline', places: true, formulas: true }, rows);
  expect(await cellsOf(file)).toEqual([['a'], [1]]);
  const parts = await bookOf(
    {
      texts: 'inline',
      places: true,
      head: '<sheetData><row><c><f>A1</f></c><c t="e"><v>#N/A</v></c><c><v>3</v></c></row></sheetData>',
    },
    [],
  );
  const unread = [];
  for await (const piece of (await openTable(parts)).rows) unread.push(...piece);
  expect(unread).toEqual([
    {
      number: 1,
      cells: [null, null, 3],
      unread: [
        { column: 0, why: 'công thức chưa có kết quả, hãy mở bằng Excel và lưu lại' },
        { column: 1, why: 'ô có lỗi #N/A' },
      ],
    },
  ]);
});
