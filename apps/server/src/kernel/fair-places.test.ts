import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { FairPlaces, TooManyWaiting } from './fair-places.ts';
import type { QueuedShare } from './shares.ts';

/** Work that goes on until it is told to end, in the order in which it begins. */
function works(places: FairPlaces) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: unknown[] = [];
  const endOf = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    await setImmediate();
  };
  return {
    begun,
    refused,
    ask(name: string, company: string, person = 'a') {
      places
        .take({ company, person }, () => {
          begun.push(name);
          return new Promise<void>((resolve) => void ends.set(name, resolve));
        })
        .catch((error: unknown) => refused.push(error));
    },
    /** Ends what began first. */
    async end() {
      const [first] = ends.keys();
      if (first !== undefined) await endOf(first);
    },
    endOf,
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

/** On a machine of two processors whose clock the test turns. */
function atWork(share: Partial<QueuedShare> = {}) {
  let now = 0;
  let busy = true;
  const machine = { processors: 2, now: () => now, isBusy: () => busy };
  const places = new FairPlaces({ places: 20, kept: 8, floor: 2, waiting: 100, isWork: true, ...share }, machine);
  return { places, work: works(places), pass: (ms: number) => void (now += ms), rest: () => void (busy = false) };
}

test('who has had more of the processors than their part goes last, with as many places as there are processors', async () => {
  const { places, work, pass } = atWork();
  for (let n = 0; n < 20; n += 1) work.ask(`a${n}`, 'a');
  work.ask('b0', 'b');
  await setImmediate();
  expect(work.begun).toHaveLength(13);
  pass(3_000);
  expect([places.goesLast('a'), places.goesLast('b')]).toEqual([true, false]);
  for (let n = 0; n < 11; n += 1) await work.end();
  // One of them is still there, and one more at most is begun.
  expect(work.begun.slice(13)).toEqual(['a12']);
  work.ask('b1', 'b');
  await setImmediate();
  expect(work.begun.at(-1)).toBe('b1');
});

test('who holds places long because others want many does not go last with them', async () => {
  const { places, work, pass } = atWork();
  for (let n = 0; n < 40; n += 1) {
    work.ask(`a${n}`, 'a');
    work.ask(`b${n}`, 'b');
  }
  for (let n = 0; n < 2; n += 1) work.ask(`c${n}`, 'c');
  await setImmediate();
  const goLast = () => ['a', 'b', 'c'].map((company) => places.goesLast(company));
  pass(5_000);
  expect(goLast()).toEqual([true, true, false]);
  // Those that go last hold two places now, and want as many as before; who has little to do is soon done each time.
  for (let n = 0; n < 14; n += 1) await work.end();
  expect(work.begun.filter((name) => !name.startsWith('c'))).toHaveLength(14);
  for (let n = 2; n < 22; n += 1) {
    work.ask(`c${n}`, 'c');
    pass(200);
    await work.endOf(`c${n}`);
    pass(800);
    expect(goLast()).toEqual([true, true, false]);
  }
});

test('beside others no company has more at work than a busy machine can do at once', async () => {
  const { work, rest } = atWork();
  for (let n = 0; n < 20; n += 1) work.ask(`b${n}`, 'b');
  work.ask('a0', 'a');
  await setImmediate();
  expect(work.begun).toHaveLength(13);
  for (let n = 0; n < 8; n += 1) await work.endOf(`b${n}`);
  expect(work.begun).toHaveLength(13);
  await work.endOf('b8');
  expect(work.begun.at(-1)).toBe('b12');
  rest();
  await work.endOf('b9');
  expect(work.begun.at(-1)).toBe('b19');
});

test('who had much alone goes before nobody, and who has had little again is one like others', async () => {
  const { places, work, pass } = atWork();
  for (let n = 0; n < 20; n += 1) work.ask(`a${n}`, 'a');
  await setImmediate();
  pass(3_000);
  expect(places.goesLast('a')).toBe(false);
  work.ask('b0', 'b');
  pass(1_000);
  expect(places.goesLast('a')).toBe(true);
  for (let n = 0; n < 21; n += 1) await work.end();
  work.ask('b1', 'b');
  pass(20_000);
  expect(places.goesLast('a')).toBe(false);
});

test('who has had most waits for nobody on a machine that has time for all', async () => {
  const { places, work, pass, rest } = atWork();
  rest();
  for (let n = 0; n < 20; n += 1) work.ask(`a${n}`, 'a');
  work.ask('b0', 'b');
  await setImmediate();
  pass(3_000);
  expect([places.hasHadMost('a'), places.goesLast('a')]).toEqual([true, false]);
  for (let n = 0; n < 7; n += 1) await work.end();
  expect(work.begun).toHaveLength(19);
});

test('places where others are waited for are no work of ours, and nobody goes last there', async () => {
  const places = new FairPlaces(
    { places: 20, kept: 8, floor: 2, waiting: 100 },
    { processors: 2, now: () => 10_000, isBusy: () => true },
  );
  const work = works(places);
  for (let n = 0; n < 20; n += 1) work.ask(`a${n}`, 'a');
  work.ask('b0', 'b');
  await setImmediate();
  expect(places.goesLast('a')).toBe(false);
});
