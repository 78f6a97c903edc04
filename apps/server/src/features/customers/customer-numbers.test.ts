import { expect, test } from 'vitest';

import { dialled, recognisedByNumber, whyNoNumber } from './customer-numbers.ts';

test.each([
  ['0901239906 (chị Xuân)', '0901239906'],
  ['Chị Xuân: 0901 239 906', '0901239906'],
  ['0901239906 - anh Đức', '0901239906'],
  ['01681234567', '0381234567'],
  ['0511 3822 222', '02363822222'],
])('%s is the number %s', (text, number) => {
  expect(dialled(text)).toBe(number);
  expect(recognisedByNumber.key(text)).toBe(recognisedByNumber.key(number));
});

test.each([
  ['0901239902/0901239903', 'có 2 số trong một ô'],
  ['0901239902, 0901239903', 'có 2 số trong một ô'],
  ['(08) 3829 1234', 'máy bàn mã vùng cũ (nay là 028 3829 1234) hoặc di động 0838 291 234'],
  ['08-38291234 anh Đức', 'máy bàn mã vùng cũ'],
  ['(84-8) 3829 1234', 'máy bàn mã vùng cũ (nay là 028 3829 1234) hoặc di động 0838 291 234'],
  ['+84 8 3829 1234', 'máy bàn mã vùng cũ'],
  ['0901xxx906', 'số đã bị che'],
  ['9.8E+08', 'Excel đã đổi'],
  ['0901239906 máy lẻ 12', 'Định dạng số điện thoại sai'],
  ['0901239906 x12', 'số đã bị che'],
])('%s comes back: %s', (text, why) => {
  expect(dialled(text)).toBeUndefined();
  expect(whyNoNumber(text)).toContain(why);
});
