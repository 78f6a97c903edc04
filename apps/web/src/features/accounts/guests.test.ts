import { expect, test } from 'vitest';

import { guestsIn } from './guests.ts';

test('names and addresses are read as people paste them', () => {
  const text = `Nguyễn Thị Lan <lan@acme.vn>
minh@acme.vn; "Trần Hoa" <hoa@acme.vn>
Lê Anh\tanh@acme.vn
Phạm Bình, binh@acme.vn

không có địa chỉ`;
  expect(guestsIn(text)).toEqual([
    { name: 'Nguyễn Thị Lan', email: 'lan@acme.vn' },
    { name: '', email: 'minh@acme.vn' },
    { name: 'Trần Hoa', email: 'hoa@acme.vn' },
    { name: 'Lê Anh', email: 'anh@acme.vn' },
    { name: 'Phạm Bình', email: 'binh@acme.vn' },
    { name: '', email: 'không có địa chỉ' },
  ]);
});

test('several in a line, as programs for letters copy them, are several', () => {
  expect(guestsIn('lan@acme.vn, minh@acme.vn,hoa@acme.vn')).toEqual([
    { name: '', email: 'lan@acme.vn' },
    { name: '', email: 'minh@acme.vn' },
    { name: '', email: 'hoa@acme.vn' },
  ]);
  expect(guestsIn('"Nguyễn Thị Lan" <lan@acme.vn>, Lê Minh <minh@acme.vn>, hoa@acme.vn')).toEqual([
    { name: 'Nguyễn Thị Lan', email: 'lan@acme.vn' },
    { name: 'Lê Minh', email: 'minh@acme.vn' },
    { name: '', email: 'hoa@acme.vn' },
  ]);
});
