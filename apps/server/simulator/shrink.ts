import { type LifeOptions, type LifeResult, liveOneLife } from './life.ts';

/** The smallest life of a failing seed: faults that it does without, and the fewest calls. */
export async function shrink(
  { seed, faults, calls }: Pick<LifeResult, 'seed' | 'faults' | 'calls'>,
  mistake?: LifeOptions['mistake'],
) {
  const made = mistake === undefined ? {} : { mistake };
  const without = new Set<number>();
  let mostCalls = calls;
  const fails = async (left: ReadonlySet<number>, most: number) =>
    (await liveOneLife({ seed, without: left, mostCalls: most, ...made })).wrongs.length > 0;
  for (const index of faults.keys()) {
    if (await fails(new Set([...without, index]), mostCalls)) without.add(index);
  }
  for (let step = mostCalls >> 1; step >= 1; step >>= 1) {
    while (mostCalls - step >= 0 && (await fails(without, mostCalls - step))) mostCalls -= step;
  }
  const { wrongs } = await liveOneLife({ seed, without, mostCalls, ...made });
  return { seed, mostCalls, without: [...without], faults: faults.filter((_, index) => !without.has(index)), wrongs };
}
