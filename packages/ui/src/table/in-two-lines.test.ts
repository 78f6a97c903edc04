import { expect, test } from 'vitest';

import { inTwoLines } from './in-two-lines.ts';

test.each([
  ['Tổng', 'Tổng'],
  ['Gọi vào', 'Gọi vào'],
  ['Tổng đàm thoại', 'Tổng_đàm thoại'],
  ['% hoàn thành', '%_hoàn thành'],
  ['Cuộc gọi gần nhất', 'Cuộc_gọi gần_nhất'],
  ['', ''],
])('%s is written %s', (label, written) => expect(inTwoLines(label).replaceAll('\u00a0', '_')).toBe(written));
