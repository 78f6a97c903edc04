import { expect, test } from 'vitest';

import { cellsOf, storedBytes, zipOf } from '../../../../testing/table-files.ts';
import { makers } from '../../../../testing/workbooks.ts';
import type { FileCell, PlainCell } from '../file-row.ts';
import { columnNames, headingRowIn } from '../heading-row.ts';
import { openTable, type TableKind, type TableWay } from './open-table.ts';

/** A file as a program or a person leaves it, and what of it a person sees. */
interface Left {
  readonly content: string | Buffer | Promise<Buffer>;
  readonly way?: TableWay;
  readonly about?: Partial<TableKind>;
  /** The line that names the columns, as it is guessed where no name is known. */
  readonly heading?: number;
  readonly cells: readonly (readonly FileCell[])[];
}

const listed: readonly (readonly PlainCell[])[] = [
  ['Mã KH', 'Tên khách hàng', 'Số điện thoại', 'Ghi chú'],
  ['KH001', 'Nguyễn Văn Đức', '0901234567', 'gọi sáng'],
  ['KH002', 'Trần Thị Yến', '0912 345 678', 'đã hẹn'],
  ['KH003', 'Lê Hoàng', '+84 28 3829 1234', ''],
];
const lines = (separator: string, end = '\r\n') => listed.map((cells) => cells.join(separator)).join(end);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Windows-1258: letters with their shapes, tones behind them. */
const bytes1258 = new Map(
  Array.from(new TextDecoder('windows-1258').decode(Uint8Array.from({ length: 256 }, (_, n) => n)), (sign, n) => [
    sign,
    n,
  ]),
);
function windows1258(text: string): Buffer {
  const signs = Array.from(text.normalize('NFC')).flatMap((letter) => {
    if (bytes1258.has(letter)) return [letter];
    const [tone = ''] = /[\u0300\u0301\u0303\u0309\u0323]/u.exec(letter.normalize('NFD')) ?? [];
    return [letter.normalize('NFD').replace(tone, '').normalize('NFC'), tone];
  });
  return Buffer.from(signs.map((sign) => bytes1258.get(sign) ?? 63));
}

const page = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const words = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
interface BookPage {
  readonly name: string;
  readonly xml: string;
  readonly state?: string;
}
const workbook = (pages: readonly BookPage[], { head = '', styles = '' } = {}) =>
  zipOf({
    'xl/workbook.xml': `<workbook>${head}<sheets>${pages
      .map(
        ({ name, state = 'visible' }, n) => `<sheet name="${name}" sheetId="${n + 1}" state="${state}" r:id="r${n}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${pages
      .map((_, n) => `<Relationship Id="r${n}" Type="urn:x/worksheet" Target="worksheets/s${n}.xml"/>`)
      .join('')}</Relationships>`,
    ...(styles !== '' && { 'xl/styles.xml': styles }),
    ...Object.fromEntries(pages.map(({ xml }, n) => [`xl/worksheets/s${n}.xml`, xml])),
  });
const one = (xml: string, more?: { head?: string; styles?: string }) => workbook([{ name: 'Trang 1', xml }], more);
const formats = (...codes: string[]) =>
  `<styleSheet><numFmts>${codes.map((code, n) => `<numFmt numFmtId="${170 + n}" formatCode="${code}"/>`).join('')}</numFmts>
   <cellXfs><xf numFmtId="0"/>${codes.map((_, n) => `<xf numFmtId="${170 + n}"/>`).join('')}</cellXfs></styleSheet>`;

const odsSpaces =
  'xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x" xmlns:style="urn:s" xmlns:calcext="urn:c"';
const odsBody = `<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
  <style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
  <office:body><office:spreadsheet>
  <table:table table:name="Danh mục" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>ẩn</text:p></table:table-cell></table:table-row></table:table>
  <table:table table:name="Bìa" table:style-name="ta1"><table:table-row><table:table-cell/></table:table-row></table:table>
  <table:table table:name="Khách" table:style-name="ta1">
   <table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><text:p>Mã</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Số <text:span>máy</text:span></text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Lúc</text:p></table:table-cell></table:table-row></table:table-header-rows>
   <table:table-row><table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell><table:table-cell office:value-type="string"><office:annotation><text:p>nhận xét</text:p></office:annotation><text:p>0901234567</text:p></table:table-cell><table:table-cell office:value-type="time" office:time-value="PT08H30M00S"><text:p>08:30</text:p></table:table-cell></table:table-row>
   <table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
   <table:table-row><table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell><table:covered-table-cell/><table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell></table:table-row>
  </table:table></office:spreadsheet></office:body>`;
const odsCells = [
  ['Mã', 'Số máy', 'Lúc'],
  ['007', '0901234567', '08:30'],
  [null, null, true],
];

const spreadsheetml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">
 <Worksheet ss:Name="Danh mục"><Table><Row><Cell><Data ss:Type="String">ẩn</Data></Cell></Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet>
 <Worksheet ss:Name="Tháng 9"><Table><Row><Cell><Data ss:Type="String">Tên</Data></Cell><Cell><Data ss:Type="String">Giờ</Data></Cell></Row><Row><Cell><Data ss:Type="String">Lan</Data></Cell><Cell><Data ss:Type="DateTime">1899-12-31T08:30:00.000</Data></Cell></Row></Table></Worksheet>
 <Worksheet ss:Name="Tháng 10"><Table><Row><Cell><Data ss:Type="String">Tên</Data></Cell></Row><Row><Cell><Data ss:Type="String">Huệ</Data></Cell></Row></Table></Worksheet>
</Workbook>`;

const twice = (text: string) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)), 'utf8');

const corpus: Readonly<Record<string, Left>> = {
  'Excel here, CSV UTF-8': {
    content: `\uFEFF${lines(';')}`,
    about: { encoding: 'utf-8', separator: ';' },
    heading: 1,
    cells: listed,
  },
  'Google Sheets, CSV': { content: lines(','), about: { separator: ',' }, heading: 1, cells: listed },
  'Excel, Unicode text': {
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\t'), 'utf16le')]),
    about: { encoding: 'utf-16le', separator: '\t' },
    heading: 1,
    cells: listed,
  },
  'an older program, UTF-16 the other way round': {
    content: Buffer.from(`\uFEFF${lines('|', '\n')}`, 'utf16le').swap16(),
    about: { encoding: 'utf-16be', separator: '|' },
    heading: 1,
    cells: listed,
  },
  'Excel with Windows in Vietnamese, CSV': {
    content: windows1258(lines(';')),
    about: { encoding: 'windows-1258', letters: 'unicode' },
    heading: 1,
    cells: listed,
  },
  'a list typed with .VnTime': {
    content: latin1('M·;Hä tªn;§T\nKH001;NguyÔn V¨n §øc;0901234567\nKH002;TrÇn ThÞ YÕn;0912345678'),
    about: { letters: 'tcvn3' },
    heading: 1,
    cells: [
      ['Mã', 'Họ tên', 'ĐT'],
      ['KH001', 'Nguyễn Văn Đức', '0901234567'],
      ['KH002', 'Trần Thị Yến', '0912345678'],
    ],
  },
  'a list typed with VNI-Times': {
    content: latin1('Maõ;Hoï teân;ÑT\nKH001;Nguyeãn Vaên Ñöùc;0901234567\nKH002;Traàn Thò Yeán;0912345678'),
    about: { letters: 'vni' },
    heading: 1,
    cells: [
      ['Mã', 'Họ tên', 'ĐT'],
      ['KH001', 'Nguyễn Văn Đức', '0901234567'],
      ['KH002', 'Trần Thị Yến', '0912345678'],
    ],
  },
  'a list that was encoded twice': {
    content: twice(lines(';')),
    about: { letters: 'twice' },
    heading: 1,
    cells: listed,
  },
  'a list that has lost its accents': {
    content: 'M?;H? t?n\nKH001;Nguy?n Van ??c',
    heading: 1,
    cells: [
      ['M?', 'H? t?n'],
      ['KH001', 'Nguy?n Van ??c'],
    ],
  },
  'a CSV that tells Excel its separator': {
    content: `\uFEFFsep=|\r\n${lines('|')}`,
    about: { separator: '|' },
    heading: 2,
    cells: listed,
  },
  'a Mac of long ago': { content: lines(';', '\r'), about: { separator: ';' }, heading: 1, cells: listed },
  'a CSV with lines and quotes in its cells': {
    content: 'Tên,Địa chỉ,Ghi chú\n"Trần ""Lan""","12, Lê Lợi\nHuế",\n"Lê, Hoàng",,"a\r\nb"',
    heading: 1,
    cells: [
      ['Tên', 'Địa chỉ', 'Ghi chú'],
      ['Trần "Lan"', '12, Lê Lợi\nHuế', ''],
      ['Lê, Hoàng', '', 'a\r\nb'],
    ],
  },
  'the export of a bank': {
    content: [
      'NGÂN HÀNG TMCP; CHI NHÁNH HUẾ',
      'SAO KÊ TÀI KHOẢN, tháng 10',
      '',
      'Ngày;Diễn giải;Số tiền;Số dư',
      '02/10/2026;LAN CHUYEN TIEN, HD 12;1.500.000;2.000.000',
      '03/10/2026;Rút;-500.000;1.500.000',
      '04/10/2026;Phí;-1.100;1.498.900',
    ].join('\r\n'),
    about: { separator: ';' },
    heading: 4,
    cells: [
      ['NGÂN HÀNG TMCP', ' CHI NHÁNH HUẾ'],
      ['SAO KÊ TÀI KHOẢN, tháng 10'],
      ['Ngày', 'Diễn giải', 'Số tiền', 'Số dư'],
      ['02/10/2026', 'LAN CHUYEN TIEN, HD 12', '1.500.000', '2.000.000'],
      ['03/10/2026', 'Rút', '-500.000', '1.500.000'],
      ['04/10/2026', 'Phí', '-1.100', '1.498.900'],
    ],
  },
  'a list below its title, with a number for each line': {
    content: 'DANH SÁCH KHÁCH HÀNG THÁNG 10\n\nSTT;Tên khách hàng;Số điện thoại\n1;Lan;0901234567\n2;Huệ;0901234568\n',
    about: { separator: ';' },
    heading: 3,
    cells: [
      ['DANH SÁCH KHÁCH HÀNG THÁNG 10'],
      ['STT', 'Tên khách hàng', 'Số điện thoại'],
      ['1', 'Lan', '0901234567'],
      ['2', 'Huệ', '0901234568'],
    ],
  },
  'a CSV whose maker keeps the noughts of Excel': {
    content: 'Tên,Số,Phụ\nLan,"=""0901234567""",\'0901\nHuệ,="0901234568",\'=1+1\nĐức,\'="x",\'\'+84',
    heading: 1,
    cells: [
      ['Tên', 'Số', 'Phụ'],
      ['Lan', '0901234567', "'0901"],
      ['Huệ', '0901234568', '=1+1'],
      ['Đức', '="x"', "'+84"],
    ],
  },
  'a CSV with emptied rows and columns': {
    content: ';;\nTên;Số;\n;;\nLan;0901;\n"";;\n',
    about: { separator: ';' },
    heading: 2,
    cells: [
      ['Tên', 'Số', ''],
      ['Lan', '0901', ''],
    ],
  },
  'a CSV without headings': {
    content: 'Lan;0901234567\nHuệ;0901234568\n',
    heading: 0,
    cells: [
      ['Lan', '0901234567'],
      ['Huệ', '0901234568'],
    ],
  },
  'Excel, strict Open XML with days as texts': {
    content: one(page(row('<c t="d"><v>2026-03-02T00:00:00</v></c>', '<c t="d"><v>2026-03-02T08:05:00</v></c>'))),
    cells: [['02/03/2026', '02/03/2026 08:05']],
  },
  'Excel for Mac, days since 1904': {
    content: one(page(row('<c s="1"><v>44621.5</v></c>')), {
      head: '<workbookPr date1904="1"/>',
      styles: formats('dd/mm/yyyy'),
    }),
    cells: [['02/03/2026 12:00']],
  },
  'Excel, numbers of phones and hours by their formats': {
    content: one(
      page(row(...[901_234_567, 901_234_567, 1.5, 7].map((value, n) => `<c s="${n + 1}"><v>${value}</v></c>`))),
      { styles: formats('0000\\ 000\\ 000', '0###&quot;.&quot;###&quot;.&quot;###', '[h]:mm', '000') },
    ),
    cells: [['0901 234 567', '0901.234.567', '36:00', '007']],
  },
  'a template whose lists are hidden and whose first page is empty': {
    content: workbook([
      { name: 'ds', xml: page(row(words('Tỉnh'))), state: 'veryHidden' },
      { name: 'Bìa', xml: page('<row><c s="1"/></row>') },
      { name: 'Khách', xml: page(row(words('Tên')) + row(words('Lan'))) },
    ]),
    about: { pages: ['Bìa', 'Khách'], page: 'Khách' },
    cells: [['Tên'], ['Lan']],
  },
  'a workbook below a merged title, with merged heads': {
    content: one(
      page(
        [
          row(words('BÁO CÁO KHÁCH HÀNG'), '<c/>', '<c/>', '<c/>'),
          row(words('Khách hàng'), '<c/>', words('Liên hệ'), '<c/>'),
          row(words('Mã'), words('Tên'), words('Di động'), words('Email')),
          row(words('KH1'), words('Lan'), words('0901234567'), words('lan@x.vn')),
          row(words('KH2'), words('Huệ'), words('0901234568'), words('hue@x.vn')),
        ].join(''),
      ).replace(
        '</worksheet>',
        '<mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="A2:B2"/></mergeCells></worksheet>',
      ),
    ),
    cells: [
      ['BÁO CÁO KHÁCH HÀNG', null, null, null],
      ['Khách hàng', null, 'Liên hệ', null],
      ['Mã', 'Tên', 'Di động', 'Email'],
      ['KH1', 'Lan', '0901234567', 'lan@x.vn'],
      ['KH2', 'Huệ', '0901234568', 'hue@x.vn'],
    ],
  },
  'a workbook with signs that XML has no place for': {
    content: one(page(row(words('a_x000D_\nb'), words('_x005F_x000D_'), words('x &amp;lt; y &#7879;')))),
    cells: [['a\r\nb', '_x000D_', 'x &lt; y ệ']],
  },
  'a workbook with amounts as people have them shown': {
    content: one(
      page(
        row(words('Có'), '<c s="1"><v>1500000</v></c>', '<c s="2"><v>1500000</v></c>', '<c s="3"><v>12.5</v></c>') +
          row(words('Ít'), '<c s="4"><v>0.125</v></c>', '<c s="5"><v>-1500</v></c>', '<c><v>1500000</v></c>'),
      ),
      {
        styles: formats('#,##0\\ &quot;VND&quot;', '#,##0\\ [$₫-42A]', '0.00', '0%', '#,##0_);\\(#,##0\\)'),
      },
    ),
    cells: [
      [
        'Có',
        { shown: '1,500,000 VND', value: 1_500_000 },
        { shown: '1.500.000 ₫', value: 1_500_000 },
        { shown: '12.50', value: 12.5 },
      ],
      ['Ít', { shown: '13%', value: '12.5%' }, { shown: '(1,500)', value: -1_500 }, 1_500_000],
    ],
  },
  'LibreOffice, .ods with amounts': {
    content: `<office:document ${odsSpaces}><office:body><office:spreadsheet><table:table table:name="a"><table:table-row>${[
      ['currency', '1500000', '1.500.000 ₫'],
      ['float', '12.5', '12,50'],
      ['float', '1500000', '1500000'],
      ['percentage', '0.125', '13%'],
      ['percentage', '0.5', '50%'],
      ['float', '1500000', '###'],
    ]
      .map(
        ([type, value, text]) =>
          `<table:table-cell office:value-type="${type}" office:value="${value}"><text:p>${text}</text:p></table:table-cell>`,
      )
      .join('')}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`,
    cells: [
      [
        { shown: '1.500.000 ₫', value: 1_500_000 },
        { shown: '12,50', value: 12.5 },
        1_500_000,
        { shown: '13%', value: '12.5%' },
        '50%',
        1_500_000,
      ],
    ],
  },
  'LibreOffice, .ods': {
    content: zipOf({
      mimetype: 'x',
      'content.xml': `<office:document-content ${odsSpaces}>${odsBody}</office:document-content>`,
    }),
    about: { kind: 'workbook', pages: ['Bìa', 'Khách'], page: 'Khách' },
    cells: odsCells,
  },
  'LibreOffice, flat .fods': {
    content: `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${odsSpaces}>${odsBody}</office:document>`,
    about: { kind: 'workbook', pages: ['Bìa', 'Khách'], page: 'Khách', encoding: 'utf-8' },
    cells: odsCells,
  },
  'Excel, XML Spreadsheet 2003 with pages': {
    content: spreadsheetml,
    about: { kind: 'workbook', pages: ['Tháng 9', 'Tháng 10'], page: 'Tháng 9' },
    cells: [
      ['Tên', 'Giờ'],
      ['Lan', '08:30'],
    ],
  },
  'the other page of it': {
    content: spreadsheetml,
    way: { page: 'tháng  10' },
    about: { page: 'Tháng 10' },
    cells: [['Tên'], ['Huệ']],
  },
  'a shop that calls a page of the web .xls': {
    content: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset=utf-8><table border=1>
      <tr><td colspan=3><b>DANH SÁCH KHÁCH</b></td></tr><tr><th>Mã<th>Tên<th>Số
      <tr><td style='mso-number-format:"\\@"'>00123<td>Lan<td x:num="901234567">0901 234 567</table>`,
    about: { kind: 'page' },
    heading: 2,
    cells: [
      ['DANH SÁCH KHÁCH', null, null],
      ['Mã', 'Tên', 'Số'],
      ['00123', 'Lan', '0901 234 567'],
    ],
  },
};

test.each(Object.entries(corpus))('%s: every cell is read as a person sees it', async (_, left) => {
  const file = storedBytes(await left.content);
  const { about, rows } = await openTable(file, left.way);
  const read = [];
  for await (const piece of rows) read.push(...piece);
  const seen = (cell: FileCell) => (typeof cell === 'string' ? cell.normalize('NFC') : cell);
  expect(read.map(({ cells }) => cells.map(seen))).toEqual(left.cells);
  expect(about).toMatchObject(left.about ?? {});
  const heading = headingRowIn(read, []);
  expect(heading).toBe(left.heading ?? heading);
  const names = columnNames(read.find(({ number }) => number === heading)?.cells ?? []);
  expect(new Set(names).size).toBe(names.length);
});

test('with what the makers write they are more than sixty files', () => {
  // Each maker writes three lists, and `makers.test.ts` has more of their own.
  expect(Object.keys(corpus).length + 3 * Object.keys(makers).length).toBeGreaterThan(60);
});

const refused: readonly (readonly [string, string | Buffer | Promise<Buffer>, string])[] = [
  ['an old .xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'lưu lại thành .xlsx'],
  [
    'a workbook with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'Tệp có mật khẩu',
  ],
  ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), '.xlsb chưa được hỗ trợ'],
  ['a list of Numbers', zipOf({ 'Index/Document.iwa': 'x' }), 'xuất sang Excel'],
  ['a letter', zipOf({ 'word/document.xml': '<x/>' }), 'không phải là bảng tính'],
  ['a page without a table', '<html><p>Đăng nhập</p></html>', 'không có bảng nào'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'không phải là bảng tính'],
];
test.each(refused)('%s is refused in words that tell what to do', async (_, content, why) => {
  await expect(cellsOf(storedBytes(await content))).rejects.toThrow(why);
});
