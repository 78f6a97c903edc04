import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedCall } from './desk-phones.ts';
import { spread } from './generator.ts';

/** Begins so many a second for so long, and waits for all of them. */
export async function beginEvenly<End>(
  rate: number,
  seconds: number,
  begin: (nth: number) => Promise<End>,
): Promise<readonly End[]> {
  const from = performance.now();
  const begun: Promise<End>[] = [];
  while (begun.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - from) / 1_000) * rate);
    while (begun.length < due) begun.push(begin(begun.length));
    await sleep(1);
  }
  return Promise.all(begun);
}

/** How many failed, which are told one by one kind, and how long the others took to be set up. */
export function outcome(calls: readonly PlacedCall[]) {
  const why = Map.groupBy(
    calls.flatMap((call) => (call.ok ? [] : [call.why])),
    (text) => text,
  );
  for (const [text, its] of why) console.error(`${its.length} × ${text}`);
  return {
    failed: calls.filter(({ ok }) => !ok).length,
    setUpMs: spread(calls.flatMap((call) => (call.ok ? [call.setUpMs] : []))),
  };
}
