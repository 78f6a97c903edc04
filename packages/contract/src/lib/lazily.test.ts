import { expect, test } from 'vitest';

import { lazily } from './lazily.ts';

test('a part is made when it is first asked for, and once', () => {
  const made: string[] = [];
  const parts = lazily({
    one: () => made.push('one'),
    other: () => made.push('other'),
  });
  expect('other' in parts).toBe(true);
  expect(Object.keys(parts)).toEqual(['one', 'other']);
  expect(made).toEqual([]);
  expect(parts.one).toBe(parts.one);
  expect(made).toEqual(['one']);
});

test('a copy has every part', () => {
  expect({ ...lazily({ one: () => 1, other: () => 'two' }) }).toEqual({ one: 1, other: 'two' });
});
