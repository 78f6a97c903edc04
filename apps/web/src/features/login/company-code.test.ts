import { expect, test } from 'vitest';

import { codeOf } from './company-code.ts';

test.each([
  ['Công ty Sao Mai', 'cong-ty-sao-mai'],
  ['Công ty TNHH Nội thất Hoàng Gia', 'noi-that-hoang-gia'],
  ['CÔNG TY TNHH MTV Điện Đông Á', 'dien-dong-a'],
  ['Cty CP Bình Minh', 'binh-minh'],
  // Nothing would be left.
  ['Công ty cổ phần', 'cong-ty-co-phan'],
])('“%s” is proposed the code %s', (company, code) => {
  expect(codeOf(company)).toBe(code);
});
