import { setTimeout as sleep } from 'node:timers/promises';

import { machineIsBusy } from '../kernel/machine-is-busy.ts';
import type { Problem } from '../kernel/problem.ts';

/** Who is nobody, or refused for now, may ask again at once, and again: refusing costs little once, and a processor in the end. */
const mayComeAgain: ReadonlySet<number> = new Set([401, 429, 503]);
/** So many a second hear of it at once. */
const atOnce = 100;
const laterMs = 1_000;
/** So many wait at most, each with its connection. */
const waitAtMost = 2_000;

/** Resolves when whoever is refused may be told. */
export type MayTell = (problem: Pick<Problem, 'status'>) => Promise<void>;

/**
 * While the machine is busy and many are refused, they hear of it a second later: who asks again as soon as they are answered asks once a second by
 * each connection.
 */
export function lateRefusals(isBusy: () => boolean = machineIsBusy(), now = () => performance.now()): MayTell {
  let since = now();
  let told = 0;
  let waiting = 0;
  return async ({ status }) => {
    if (!mayComeAgain.has(status)) return;
    if (now() - since >= 1_000) [since, told] = [now(), 0];
    told += 1;
    if (told <= atOnce || waiting >= waitAtMost || !isBusy()) return;
    waiting += 1;
    await sleep(laterMs);
    waiting -= 1;
  };
}
