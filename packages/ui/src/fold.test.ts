import { expect, test } from 'vitest';

import { fold, matches } from './fold.ts';

test('accents, case and đ are folded', () => expect(fold('Đường Nguyễn Huệ')).toBe('duong nguyen hue'));

test.each([
  ['Lịch sử cuộc gọi', 'lich goi', true],
  ['Phòng ban', 'PHÒNG', true],
  ['Phòng ban', 'phong nhom', false],
  ['Chi nhánh', '', true],
])('"%s" is found by "%s": %s', (text, query, found) => expect(matches(text, query)).toBe(found));
