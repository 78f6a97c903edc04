import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds since 1970 with fractions, the same in all processes of a machine. */
export const moment = (): number => performance.timeOrigin + performance.now();

/** So many times a second a call comes, is answered or ends, for so long. */
export interface Life {
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

/** What happens in such a life, and when, in milliseconds from its beginning. Each call rings for two seconds and is talked in for four. */
export function happeningsOf({ eventsPerSecond, seconds }: Life) {
  const eachMs = 3_000 / eventsPerSecond;
  const calls = Math.floor((1000 * seconds) / eachMs);
  return Array.from({ length: calls }, (_, call) => [
    { call, what: 'comes' as const, atMs: call * eachMs },
    { call, what: 'talks' as const, atMs: call * eachMs + 2_000 },
    { call, what: 'ends' as const, atMs: call * eachMs + 6_000 },
  ])
    .flat()
    .toSorted((a, b) => a.atMs - b.atMs);
}

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
