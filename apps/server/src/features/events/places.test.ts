import { expect, test } from 'vitest';

import { socketPlaces } from './places.ts';

test('a key has its places and a company its own, however many keys it makes; what is given back is there again', () => {
  const all = socketPlaces(2);
  const take = (company: string, key: string) => all.take(company, key, 3);
  const kept: (() => void)[] = [];
  const keep = (taken: ReturnType<typeof take>) => {
    if (typeof taken === 'string') return taken;
    kept.push(taken);
    return 'taken';
  };
  const taken = ['a', 'a', 'a', 'b', 'c'].map((key) => keep(take('one', key)));
  expect(taken).toEqual(['taken', 'taken', 'key', 'taken', 'company']);
  // Another company has all of its own.
  expect(keep(take('two', 'a'))).toBe('taken');
  expect([all.countOf('one'), all.countOf('two')]).toEqual([3, 1]);
  kept.shift()?.();
  expect(keep(take('one', 'c'))).toBe('taken');
  for (const giveBack of kept) giveBack();
  expect(all.size).toBe(0);
});
