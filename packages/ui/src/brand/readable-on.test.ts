import { expect, test } from 'vitest';

import { readableOn } from './readable-on.ts';

test('a letter on a colour is white on what is dark, and ink on what is light', () => {
  expect(['#000000', '#0f766e', '#7c3aed', '#b91c1c'].map(readableOn)).toEqual(Array(4).fill('#ffffff'));
  expect(['#ffffff', '#facc15', '#a3e635', '#fda4af'].map(readableOn)).toEqual(Array(4).fill('#16202b'));
});
