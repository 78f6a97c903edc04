import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { mistakes } from './planted.mjs';

const root = join(import.meta.dirname, '../..');

test('there are at least forty mistakes, and no two say the same', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mistakes.map(({ says }) => says)).size).toBe(mistakes.length);
});

test.each(mistakes)('$says It is planted in a text that stands there once, and its tests are there', (mistake) => {
  const { file, text, becomes, tests } = mistake;
  expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
  expect(becomes).not.toBe(text);
  expect(tests.filter((each) => !existsSync(join(root, each)))).toEqual([]);
  expect(tests.length).toBeGreaterThan(0);
});
