import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '@alo/testing';

/** Asks again and again until there is an answer other than undefined or false; fails with `what` after `withinMs`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = patienceMs,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Did not happen within ${withinMs} ms: ${what}`);
    await sleep(50);
  }
}
