import { expect, test } from 'vitest';

import { fairQueue } from './fair-queue.ts';

/** A queue of one at a time whose works end when they are told to, in the order in which they began. */
function desk(waitingAtMost = 1_000) {
  const queue = fairQueue({ atOnce: 1, waitingAtMost });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, share: string, isFamiliar = false) =>
    queue
      .inTurn(share, isFamiliar, async () => {
        began.push(name);
        await new Promise<void>((end) => ends.push(end));
      })
      .catch(() => void refused.push(name));
  const settle = () => new Promise(setImmediate);
  return {
    began,
    refused,
    ask,
    settle,
    async endOne() {
      ends.shift()?.();
      await settle();
    },
  };
}

test('a hundred of one address make nobody else wait for more than one', async () => {
  const { began, ask, endOne } = desk();
  for (let n = 0; n < 100; n += 1) void ask(`flood ${n}`, 'their network');
  void ask('Lan', 'her network');
  await endOne();
  await endOne();
  expect(began.slice(0, 3)).toEqual(['flood 0', 'flood 1', 'Lan']);
});

test('familiar networks go first, however many strange ones there are', async () => {
  const { began, ask, endOne } = desk();
  for (let n = 0; n < 50; n += 1) void ask(`bot ${n}`, `network ${n}`);
  void ask('Lan', 'the office', true);
  await endOne();
  expect(began).toEqual(['bot 0', 'Lan']);
});

test('where too many wait it is whoever has most of them that is refused', async () => {
  const { began, refused, ask, settle, endOne } = desk(10);
  for (let n = 0; n < 11; n += 1) void ask(`flood ${n}`, 'their network');
  void ask('Lan', 'her network');
  void ask('flood 11', 'their network');
  await settle();
  expect(refused).toEqual(['flood 10', 'flood 11']);
  for (let n = 0; n < 11; n += 1) await endOne();
  expect(began).toHaveLength(11);
  expect(began).toContain('Lan');
});

test('what fails gives its turn on', async () => {
  const queue = fairQueue({ atOnce: 1, waitingAtMost: 10 });
  const failed = queue.inTurn('a', false, () => Promise.reject(new Error('mistake')));
  const second = queue.inTurn('a', false, async () => 2);
  await expect(failed).rejects.toThrow('mistake');
  expect(await second).toBe(2);
  expect(await queue.inTurn('a', false, async () => 3)).toBe(3);
});
