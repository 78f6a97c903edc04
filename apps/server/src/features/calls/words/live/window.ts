import type { Stretch } from '../../../../kernel/recorded-voices.ts';

/** Who says nothing for so long has ended what they said. */
const pauseMs = 700;
/** Whoever never pauses is cut. */
const longestMs = 20_000;

/** What of a voice is sent now, and from where on it is listened to next, in milliseconds of the part of a recording that was heard. */
export interface Window {
  readonly sends: readonly Stretch[];
  readonly upTo: number;
}

/** What is said whole by the end of a part; what is not said to its end waits for the next one. */
export function windowIn(speaks: readonly Stretch[], from: number, lengthMs: number): Window {
  const its = speaks.filter(([, to]) => to > from).map(([begins, to]): Stretch => [Math.max(begins, from), to]);
  const last = its.at(-1);
  const isOpen = last !== undefined && last[1] > lengthMs - pauseMs && lengthMs - last[0] < longestMs;
  return isOpen ? { sends: its.slice(0, -1), upTo: last[0] } : { sends: its, upTo: lengthMs };
}
