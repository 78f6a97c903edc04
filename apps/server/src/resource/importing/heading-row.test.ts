import { expect, test } from 'vitest';

import { columnNames, headingRowIn } from './heading-row.ts';

const rowsOf = (...rows: (string | number | null)[][]) => rows.map((cells, at) => ({ number: at + 1, cells }));
const known = ['Tên khách hàng', 'Số điện thoại', 'name', 'phone'];

test.each([
  [
    'a title and a note stand above',
    rowsOf(
      ['DANH SÁCH THÁNG 10'],
      ['Xuất ngày 1/10'],
      ['STT', 'Họ tên', 'Di động'],
      ['1', 'Lan', '0901234567'],
      ['2', 'Hoa', '0902345678'],
    ),
    3,
  ],
  [
    'names that are known go before shape',
    rowsOf(['Công ty', 'ABC', 'Báo cáo'], ['Số điện thoại', 'Tên khách hàng', ''], ['0901234567', 'Lan', '']),
    2,
  ],
  ['of two columns, too', rowsOf(['DANH SÁCH'], ['Tên', 'Mã'], ['Lan', 'A'], ['Hoa', 'B']), 2],
  ['the first line where nothing speaks against it', rowsOf(['a', 'b'], ['c', 'd']), 1],
  ['no name is a phone number', rowsOf(['Lan', '0901234567'], ['Hoa', '0902345678']), 0],
  ['or a number of a workbook', rowsOf(['Lan', 901234567], ['Hoa', 902345678]), 0],
  ['a year is one', rowsOf(['Tên', '2025', '2026'], ['Lan', '5', '6']), 1],
  ['one column', rowsOf(['SĐT'], ['0901234567']), 1],
  [
    'an empty line before it',
    [
      { number: 4, cells: ['Tên', 'SĐT'] },
      { number: 5, cells: ['Lan', '0901234567'] },
    ],
    4,
  ],
])('%s', (_, rows, line) => {
  expect(headingRowIn(rows, known)).toBe(line);
});

test('columns that were called by their places the last time have no line of names', () => {
  expect(headingRowIn(rowsOf(['Lan', 'Huế'], ['Hoa', 'Vinh']), ['Cột 1', 'Cột 2'])).toBe(0);
  expect(columnNames([null, 'SĐT', 'sđt ', ''])).toEqual(['Cột 1', 'SĐT', 'sđt (2)', 'Cột 4']);
});
