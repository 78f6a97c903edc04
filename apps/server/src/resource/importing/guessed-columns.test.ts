import { expect, test } from 'vitest';

import { guessedColumns } from './guessed-columns.ts';

const isNumber = (text: string) => /^0\d{9}$/.test(text);
const isMail = (text: string) => text.includes('@');
const fields = [
  { name: 'name', label: 'Tên', required: true },
  { name: 'phone', label: 'Số', required: true, looksLike: isNumber },
  { name: 'email', label: 'Email', required: false, looksLike: isMail },
];
const rowsOf = (...all: (string | number | null)[][]) => all.map((cells, at) => ({ number: at + 2, cells }));

test('a column without a name that is known goes where most of its cells belong', () => {
  const rows = rowsOf(
    ['Lan', 'lan@x.vn', '0901234567'],
    ['Huệ', null, '0901234568'],
    ['Đức', 'duc@x.vn', '0901234569'],
  );
  expect(guessedColumns(rows, { fields, mapping: {} })).toEqual({ phone: 2, email: 1 });
});

test('what somebody has named is left, and a column is one field’s', () => {
  const rows = rowsOf(['0901234567', '0911234567'], ['0901234568', '0911234568']);
  expect(guessedColumns(rows, { fields, mapping: {} })).toEqual({ phone: 0 });
  expect(guessedColumns(rows, { fields, mapping: { name: 0 } })).toEqual({ phone: 1 });
  expect(guessedColumns(rows, { fields, mapping: { phone: 1 } })).toEqual({});
});

test('a few of many, or one alone, tell nothing', () => {
  expect(guessedColumns(rowsOf(['0901234567']), { fields, mapping: {} })).toEqual({});
  const mixed = rowsOf(['0901234567'], ['KH1'], ['KH2'], ['0901234568']);
  expect(guessedColumns(mixed, { fields, mapping: {} })).toEqual({});
});
