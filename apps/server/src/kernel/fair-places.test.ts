import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { FairPlaces, TooManyWaiting } from './fair-places.ts';

/** Work that goes on until it is told to end, in the order in which it begins. */
function works(places: FairPlaces) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: unknown[] = [];
  return {
    begun,
    refused,
    ask(name: string, company: string, person = 'a') {
      places
        .take({ company, person }, () => {
          begun.push(name);
          return new Promise<void>((resolve) => void ends.push(resolve));
        })
        .catch((error: unknown) => refused.push(error));
    },
    /** Ends what began first. */
    async end() {
      ends.shift()?.();
      await setImmediate();
    },
  };
}

test('a company that asks a hundred times has its turns, and another has its own at once', async () => {
  const work = works(new FairPlaces({ places: 2, kept: 0, floor: 1, waiting: 200 }));
  for (let n = 0; n < 100; n += 1) work.ask(`a${n}`, 'a');
  work.ask('b0', 'b');
  work.ask('b1', 'b');
  await setImmediate();
  expect(work.begun).toEqual(['a0', 'a1']);
  for (let n = 0; n < 4; n += 1) await work.end();
  expect(work.begun.slice(2)).toEqual(['b0', 'a2', 'b1', 'a3']);
});

test('nobody takes the last place, even while nobody wants it', async () => {
  const work = works(new FairPlaces({ places: 3, kept: 1, floor: 1, waiting: 10 }));
  for (let n = 0; n < 5; n += 1) work.ask(`a${n}`, 'a');
  await setImmediate();
  expect(work.begun).toEqual(['a0', 'a1']);
  work.ask('b0', 'b');
  await setImmediate();
  expect(work.begun).toEqual(['a0', 'a1', 'b0']);
});

test('two companies that take all they may leave a third its floor', async () => {
  const work = works(new FairPlaces({ places: 8, kept: 4, floor: 2, waiting: 10 }));
  for (let n = 0; n < 10; n += 1) {
    work.ask(`a${n}`, 'a');
    work.ask(`b${n}`, 'b');
  }
  for (let n = 0; n < 3; n += 1) work.ask(`c${n}`, 'c');
  await setImmediate();
  expect(work.begun.toSorted()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
});

test('a company has no more places than the operator lets it, as soon as that is said', async () => {
  const places = new FairPlaces({ places: 9, kept: 0, floor: 2, waiting: 10 });
  const ends: (() => void)[] = [];
  const ask = (company: string, most?: number) =>
    places.take({ company, person: 'x', most }, () => new Promise<void>((resolve) => void ends.push(resolve)));
  const asked = [ask('a', 1), ask('a', 1), ask('b'), ask('b')];
  await setImmediate();
  expect(ends).toHaveLength(3);
  asked.push(ask('a', 3));
  ends.pop()?.();
  await setImmediate();
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  await Promise.all(asked);
});

test('people of one company take turns as well, and too much that waits is refused', async () => {
  const work = works(new FairPlaces({ places: 1, kept: 0, floor: 1, waiting: 3 }));
  for (const name of ['x0', 'x1', 'x2']) work.ask(name, 'a', 'x');
  work.ask('y0', 'a', 'y');
  work.ask('y1', 'a', 'y');
  work.ask('z0', 'b', 'z');
  await setImmediate();
  expect(work.refused).toEqual([expect.any(TooManyWaiting)]);
  for (let n = 0; n < 5; n += 1) await work.end();
  expect(work.begun).toEqual(['x0', 'x1', 'z0', 'y0', 'x2']);
});

test('a place whose work failed is free again', async () => {
  const places = new FairPlaces({ places: 1, kept: 0, floor: 1, waiting: 1 });
  const of = { company: 'a', person: 'x' };
  await expect(places.take(of, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
  expect(await places.take(of, () => Promise.resolve('good'))).toBe('good');
});
