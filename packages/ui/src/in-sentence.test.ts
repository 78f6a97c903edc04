import { expect, test } from 'vitest';

import { inSentence } from './in-sentence.ts';

test.each([
  ['Khoá SCIM', 'khoá SCIM'],
  ['Đầu số', 'đầu số'],
  ['SIP riêng', 'SIP riêng'],
  ['', ''],
])('“%s” is “%s” inside a sentence', (label, inside) => {
  expect(inSentence(label)).toBe(inside);
});
