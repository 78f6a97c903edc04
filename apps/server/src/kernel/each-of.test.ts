import { expect, test } from 'vitest';

import { eachOf } from './each-of.ts';

test('what goes wrong with some takes none of the others’ turn, and is told at the end', async () => {
  const done: number[] = [];
  const work = (wrong: readonly number[]) => async (one: number) => {
    if (wrong.includes(one)) throw new Error(`${one} went wrong`);
    done.push(one);
  };
  await eachOf([1, 2], work([]));
  await expect(eachOf([3, 4, 5], work([3]))).rejects.toThrow('3 went wrong');
  await expect(eachOf([6, 7, 8], work([6, 8]))).rejects.toThrow('2 of 3 went wrong.');
  expect(done).toEqual([1, 2, 4, 5, 7]);
});
