import { expect, test } from 'vitest';

import { storedBytes } from '../../../testing/table-files.ts';
import { doubtsOf, namedAbove, notesOf } from './doubts.ts';
import type { FileRow } from './file-row.ts';
import { headingRowIn } from './heading-row.ts';
import { openTable, type TableWay } from './table-file/open-table.ts';

/** What is told of a file, as an import reads it. */
async function told(content: string | Buffer, way: TableWay & { heading?: number } = {}) {
  const { about, rows: pieces } = await openTable(storedBytes(content), way);
  const rows: FileRow[] = [];
  for await (const piece of pieces) rows.push(...piece);
  const heading = way.heading ?? headingRowIn(rows, ['Tên khách hàng', 'Số điện thoại', 'Email']);
  const read = { about, heading, rows, named: namedAbove(rows, heading) };
  return { notes: notesOf(read, {}), doubts: doubtsOf(read), rows };
}

const lines = (...all: string[]) => ['Tên khách hàng;Số điện thoại;Ghi chú', ...all].join('\n');
const twice = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
const good = ['Trần Thị Yến;0901234567;đã hẹn', 'Lê Hoàng Đức;0901234568;gọi sáng', 'Phạm Thuỳ;0901234569;'];

test('a list of people as they write it is no doubt', async () => {
  const plain = [
    ...good,
    'Anh Hoà;0901234570;Mua chưa? Hỏi lại lúc mấy giờ??',
    'Toàn <toan@x.vn>;0901234571;xem https://x.vn/sp?id=12&m=3',
    'MÃ\u00A0KH;0901234572;“KHUYẾN MÃ”, «Lan», 100 m², A·B, nhỏ < 3 và > 1',
    'Noël Anaïs;0901234573;São Paulo, Málaga & con',
  ];
  expect(await told(lines(...plain))).toMatchObject({ notes: [], doubts: [] });
});

test.each([
  [
    'tags of a page',
    'Lan;0901234570;<b>khách</b> quen',
    'Có mã trang web (HTML) trong ô, như “<b>khách</b> quen” ở dòng 5',
  ],
  [
    'letters as a page writes them',
    '"Nguy&#7877;n Lan";0901234570;',
    'Có mã trang web (HTML) trong ô, như “Nguy&#7877;n Lan” ở dòng 5',
  ],
  ['accents that are lost', 'Nguy?n V?n ??c;0901234570;', 'như “Nguy?n V?n ??c” ở dòng 5: tệp đã mất dấu tiếng Việt'],
  ['a first letter that is lost', '?ng Ba;0901234570;', 'như “?ng Ba” ở dòng 5: tệp đã mất dấu tiếng Việt'],
  ['a sign in place of what cannot be', 'Nguy\uFFFDn;0901234570;', 'tệp đã mất dấu tiếng Việt'],
  [
    'one cell that was encoded twice',
    `${twice('Nguyễn Văn Đức')};0901234570;`,
    'hãy chọn “Kiểu chữ” là “Unicode bị mã hoá hai lần”',
  ],
  [
    'one that has lost a part since',
    'Nguyá»n VÄn Äá»©c;0901234570;',
    'Chữ bị mã hoá hai lần và đã mất một phần, như “Nguyá»n VÄn Äá»©c” ở dòng 5',
  ],
  [
    'one cell with the vowels of VNI',
    'Nguyeãn Vaên Ñöùc;0901234570;',
    'Có chữ VNI (VNI-Times), như “Nguyeãn Vaên Ñöùc” ở dòng 5: hãy chọn “Kiểu chữ” là “VNI (VNI-Times)”',
  ],
  ['one cell of .VnTime', 'NguyÔn V¨n §øc;0901234570;', 'Có chữ TCVN3 (.VnTime, ABC), như “NguyÔn V¨n §øc” ở dòng 5'],
])('among good lines %s: named with its line, and what can be done', async (_, line, why) => {
  const { doubts, notes } = await told(lines(...good, line));
  expect(doubts).toEqual([expect.stringContaining(why)]);
  expect(notes).toEqual([]);
});

test('once it is said how, those cells alone are read otherwise, and nothing is left to be told', async () => {
  const mixed = (cell: string) => lines(...good, `${cell};0901234570;`);
  for (const [cell, letters] of [
    [twice('Nguyễn Văn Đức'), 'twice'],
    ['Nguyeãn Vaên Ñöùc', 'vni'],
    ['NguyÔn V¨n §øc', 'tcvn3'],
  ] as const) {
    const { doubts, notes, rows } = await told(mixed(cell), { letters });
    expect(doubts).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^Đã đổi chữ .* sang Unicode\.$/)]);
    expect(rows.map(({ cells }) => cells[0])).toEqual([
      'Tên khách hàng',
      'Trần Thị Yến',
      'Lê Hoàng Đức',
      'Phạm Thuỳ',
      'Nguyễn Văn Đức',
    ]);
  }
});

test('a list that a program has taken for one of Unix is mended like one of Windows', async () => {
  const unix = Buffer.from(lines(...good)).toString('latin1');
  const { notes, doubts, rows } = await told(unix);
  expect([notes, doubts]).toEqual([['Đã đổi chữ Unicode bị mã hoá hai lần sang Unicode.'], []]);
  expect(rows[1]?.cells).toEqual(['Trần Thị Yến', '0901234567', 'đã hẹn']);
});

test('letters of old that were said to be of today are told of', async () => {
  const { doubts } = await told(Buffer.from('Teân;Soá\nTraàn;1\nYeán;2\n', 'latin1'), {
    encoding: 'windows-1252',
    letters: 'unicode',
    heading: 1,
  });
  expect(doubts).toEqual([expect.stringContaining('Có chữ VNI (VNI-Times)')]);
});

test('titles above the names are left out, and it is told', async () => {
  const { notes, doubts } = await told(`DANH SÁCH KHÁCH HÀNG\nTháng 10\n${lines(...good)}`);
  expect([notes, doubts]).toEqual([['Bỏ qua 2 dòng nằm trên dòng tên cột.'], []]);
});

test('names that stand for several columns are told, and those that reach over both lines are kept', async () => {
  const merged = [
    'STT;Tên khách hàng;Liên hệ;;Ghi chú',
    ';;Số điện thoại;Email;',
    '1;Lan;0901234567;lan@x.vn;quen',
    '2;Huệ;0901234568;hue@x.vn;',
  ];
  const { notes, doubts, rows } = await told(merged.join('\n'));
  expect(headingRowIn(rows, ['Số điện thoại', 'Email'])).toBe(2);
  expect(notes).toEqual([
    'Bỏ qua 1 dòng nằm trên dòng tên cột.',
    'Tên của Cột 1, Cột 2, Cột 5 được lấy từ dòng 1, vì ô tên bị gộp.',
  ]);
  expect(doubts).toEqual(['Dòng 1 có ô gộp cho nhiều cột (“Liên hệ”): cột được gọi theo dòng 2.']);
  const groups = await told('Khách;;Liên hệ;\nMã;Tên khách hàng;Số điện thoại;Email\nA;Lan;0901234567;lan@x.vn\n');
  expect(groups.doubts).toEqual(['Dòng 1 có ô gộp cho nhiều cột (“Khách”, “Liên hệ”): cột được gọi theo dòng 2.']);
});

test('a title of two cells names nothing', async () => {
  const titled = await told('Công ty;ABC;;\nMã;Tên khách hàng;Số điện thoại;\nA;Lan;0901234567;x\nB;Huệ;0901234568;\n');
  expect(titled.doubts).toEqual(['Cột 4 có dữ liệu mà không có tên: tên có thể nằm trong ô gộp hoặc ở dòng khác.']);
});

test('columns without a name are told by their places', async () => {
  const { doubts } = await told('Tên khách hàng;Số điện thoại;;;\nLan;0901234567;a;;b\nHuệ;0901234568;c;;\n');
  expect(doubts).toEqual(['Cột 3, Cột 5 có dữ liệu mà không có tên: tên có thể nằm trong ô gộp hoặc ở dòng khác.']);
});

test('a page of the web that is called a workbook is told as one', async () => {
  const page = '<html><table><tr><th>Tên khách hàng<th>Số điện thoại<tr><td>Lan<td>0901234567</table>';
  expect((await told(page)).doubts).toEqual([expect.stringContaining('Tệp là một trang web')]);
});

test('lines without names, and one column alone, are told', async () => {
  expect((await told('Lan;0901234567\nHuệ;0901234568\n')).doubts).toEqual([
    'Dòng đầu có vẻ đã là dữ liệu: các cột được gọi theo vị trí.',
  ]);
  expect((await told('Tên khách hàng/Số\nLan/1\nHuệ/2\n')).doubts).toEqual([
    'Chỉ thấy một cột: hãy xem lại dấu ngăn cách cột.',
  ]);
});

test('of a long cell the part is shown that is meant, and of endless ones only so much is looked at', async () => {
  const note = `Khách hỏi giá của ba gói, hẹn gọi lại sau giờ trưa <br> rồi gửi báo giá qua thư, ${'đã đọc kỹ '.repeat(200)}`;
  expect((await told(lines(...good, `Lan;0901234570;${note}`))).doubts).toEqual([
    'Có mã trang web (HTML) trong ô, như “…i sau giờ trưa <br> rồi gửi báo giá qua…” ở dòng 5: hãy kiểm tra nơi xuất tệp này.',
  ]);
  // A letter that was encoded twice is cut at no place within it.
  const long = twice('Nguyễn Văn Đức ở phường Bến Nghé '.repeat(100));
  expect((await told(lines(...good, `Lan;0901234570;${long}`))).doubts).toEqual([
    expect.stringContaining('Có chữ Unicode bị mã hoá hai lần'),
  ]);
  const wide = Array.from({ length: 300 }, (_, n) => `Khách ${n}${`;${'ă'.repeat(900)}`.repeat(9)}`);
  expect((await told(['Tên khách hàng;Số điện thoại', ...wide, 'Lan;<b>'].join('\n'))).doubts.join()).not.toContain(
    '<b>',
  );
});
