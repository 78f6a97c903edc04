import { describe, expect, test } from 'vitest';

import { readers } from './support/readers.ts';

/**
 * Whatever strangers bring is read in proportion to its length: four times as much takes four times the processor, and never the sixteen
 * times of a reader that goes back to the beginning again and again. Ratios of one process's own processor time, the least of some runs: how fast
 * the machine is, and what else it does, is in neither.
 */
const [times, most] = [4, 9];

/** So much work that the clock, which counts microseconds, and the collector of garbage do not matter. */
const enoughUs = 20_000;

describe.each(Object.entries(readers))('%s', (_reader, { read, shapes }) => {
  test.each(Object.entries(shapes))('reads %s in proportion to its length', async (_shape, shape) => {
    let size = 512;
    // What is so quick that nothing can be measured at the greatest length that anybody may send is quick enough.
    while (size < 200_000 && (await costUs(() => read(shape(size)))) < enoughUs) size *= 2;
    const least = async (text: string) => {
      const costs: number[] = [];
      for (let nth = 0; nth < 5; nth += 1) costs.push(await costUs(() => read(text)));
      return Math.min(...costs);
    };
    const [one, four] = [await least(shape(size)), await least(shape(times * size))];
    expect(four / Math.max(one, 200)).toBeLessThan(most);
  });
});

async function costUs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal is read, too.
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
