import { expect, test } from 'vitest';

import { places } from './places.ts';

test('a key has its places and a company its own, however many keys it makes; what is given back is there again', () => {
  const all = places({ key: 2, company: 3 });
  const taken = ['a', 'a', 'a', 'b', 'c'].map((key) => all.take('one', key));
  expect(taken.map((place) => place !== undefined)).toEqual([true, true, false, true, false]);
  // Another company has all of its own.
  const theirs = all.take('two', 'a');
  expect(theirs).toBeDefined();
  taken[0]?.();
  taken.push(all.take('one', 'c'), theirs);
  expect(taken.at(-2)).toBeDefined();
  for (const giveBack of taken.slice(1)) giveBack?.();
  expect(all.size).toBe(0);
});
