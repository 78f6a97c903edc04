import { expect, test } from 'vitest';

import { separatorIn } from './separator.ts';

test.each([
  [
    'a title above the headings has none',
    'DANH SÁCH KHÁCH HÀNG, THÁNG 10\n\nSTT;Tên;SĐT\n1;Lan;0901\n2;Hoa;0902\n',
    ';',
  ],
  [
    'commas inside an address do not count',
    'Tên;Địa chỉ\nLan;12 Lê Lợi, Quận 1\nHoa;5 Hai Bà Trưng, Quận 3\nMai;Huế\n',
    ';',
  ],
  ['what is in quotation marks does not count', 'Tên,Ghi chú\nLan,"a;b;c;d"\nHoa,"e;f;g;h"\n', ','],
  ['tabs', 'Tên\tSĐT\nLan\t0901\n', '\t'],
  ['a bar', 'Tên|SĐT\nLan|0901\n', '|'],
  ['one column', 'SĐT\n0901\n0902\n', ','],
  ['one line', 'Tên;SĐT', ';'],
  ['decimal commas', 'Tên;Giá;Tỷ lệ\nA;1,5;2,5\nB;3,5;4,5\n', ';'],
])('%s', (_, begins, separator) => {
  expect(separatorIn(begins)).toBe(separator);
});

test('a long line without an end is looked at once', () => {
  expect(separatorIn(`${'a;"'.repeat(20_000)}`)).toBe(';');
});
