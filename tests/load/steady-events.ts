import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds since 1970 with fractions, the same in all processes of a machine. */
export const moment = (): number => performance.timeOrigin + performance.now();

/**
 * Does what is planned, each thing at its moment, in milliseconds from now; one that is late is done at once. Answers what happened,
 * as the thing itself calls it, and when that was due: whoever is busy then keeps it waiting, and that counts.
 */
export async function steadily(
  plan: readonly { readonly atMs: number; readonly act: () => string }[],
): Promise<[name: string, due: number][]> {
  const begin = moment();
  const done: [string, number][] = [];
  for (const { atMs, act } of plan) {
    const wait = begin + atMs - moment();
    if (wait > 0) await sleep(wait);
    done.push([act(), begin + atMs]);
  }
  return done;
}
