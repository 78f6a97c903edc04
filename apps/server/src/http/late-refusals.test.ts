import { expect, test } from 'vitest';

import { Problem } from '../kernel/problem.ts';
import { lateRefusals } from './late-refusals.ts';

/** The order in which these many hear of it, of whom the first ask first. */
async function orderOf(mayTell: ReturnType<typeof lateRefusals>, problems: readonly Problem[]): Promise<number[]> {
  const order: number[] = [];
  await Promise.all(problems.map((problem, nth) => mayTell(problem).then(() => void order.push(nth))));
  return order;
}

const times = (count: number, problem: Problem) => Array.from({ length: count }, () => problem);

test('of a crowd that is refused on a busy machine the first hear of it at once, and who is refused for good does not wait', async () => {
  const mayTell = lateRefusals(
    () => true,
    () => 0,
  );
  const crowd = [...times(100, Problem.unauthenticated()), Problem.tooManyRequests(1), ...times(3, Problem.notFound())];
  const order = await orderOf(mayTell, crowd);
  expect(order).toHaveLength(crowd.length);
  expect(order.at(-1)).toBe(100);
});

test('nobody waits on a machine that has time, and each second is one of its own', async () => {
  let now = 0;
  let isBusy = false;
  const mayTell = lateRefusals(
    () => isBusy,
    () => now,
  );
  const inOrder = (count: number) => Array.from({ length: count }, (_, nth) => nth);
  expect(await orderOf(mayTell, times(300, Problem.unavailable()))).toEqual(inOrder(300));
  isBusy = true;
  now += 1_000;
  expect(await orderOf(mayTell, times(100, Problem.unavailable()))).toEqual(inOrder(100));
});
