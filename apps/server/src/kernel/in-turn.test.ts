import { expect, test } from 'vitest';

import { inTurn } from './in-turn.ts';

test('work with one key is done one after the other, whatever becomes of it, and other keys do not wait', async () => {
  const turn = inTurn();
  const began: string[] = [];
  const first = Promise.withResolvers<string>();
  const begin = (key: string, name: string, work: () => Promise<string>) =>
    turn(key, () => {
      began.push(name);
      return work();
    });
  const all = [
    begin('demo', 'first', () => first.promise),
    begin('demo', 'second', () => Promise.reject(new Error('bad'))),
    begin('demo', 'third', () => Promise.resolve('third')),
    begin('other', 'fourth', () => Promise.resolve('fourth')),
  ];
  expect(await all[3]).toBe('fourth');
  expect(began).toEqual(['first', 'fourth']);
  first.resolve('first');
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(began).toEqual(['first', 'fourth', 'second', 'third']);
});
