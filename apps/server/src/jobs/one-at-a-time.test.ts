import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { oneAtATime } from './one-at-a-time.ts';

test('a place looks for work when the one before it has some, or has found none', async () => {
  const events = new EventEmitter();
  let looked = 0;
  const look = oneAtATime(events, async () => (looked += 1));
  const all = [look(), look(), look()];
  await setImmediate();
  expect(looked).toBe(1);
  events.emit('job:start');
  await setImmediate();
  expect(looked).toBe(2);
  events.emit('worker:getJob:empty');
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

test('one that could not look holds nobody up', async () => {
  let tries = 0;
  const look = oneAtATime(new EventEmitter(), async () => {
    tries += 1;
    if (tries === 1) throw new Error('no database');
    return tries;
  });
  const [first, second] = [look(), look()];
  await expect(first).rejects.toThrow('no database');
  expect(await second).toBe(2);
});
