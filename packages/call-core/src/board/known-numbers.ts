import { deleteFrom, entriesOf, setIn, valuesOf } from '../lib/persistent-map.ts';
import type { Board } from './board.ts';
import { leaveOut } from './expiry-line.ts';

/** Numbers that the board knows beyond their calls: with whom they spoke last, who was called by them, and which were called of late. */
export function numbersKept({ lastTalks, people, usage }: Board): Set<string> {
  return new Set([
    ...[...entriesOf(lastTalks)].map(([number]) => number),
    ...[...valuesOf(people)].flatMap(({ lastCaller }) => lastCaller ?? []),
    ...[...valuesOf(usage)].flatMap(({ attempts }) => attempts.map(({ number }) => number)),
  ]);
}

/** The board without what it keeps of these numbers beyond their calls. */
export function withoutNumbers(board: Board, numbers: ReadonlySet<string>): Board {
  let { lastTalks, people, usage } = board;
  for (const number of numbers) lastTalks = deleteFrom(lastTalks, number);
  for (const [extension, { lastCaller, ...person }] of entriesOf(people))
    if (lastCaller !== undefined && numbers.has(lastCaller)) people = setIn(people, extension, person);
  for (const [key, its] of entriesOf(usage)) {
    const attempts = its.attempts.filter(({ number }) => !numbers.has(number));
    if (attempts.length < its.attempts.length) usage = setIn(usage, key, { ...its, attempts });
  }
  const fading = { ...board.fading, lastTalks: leaveOut(board.fading.lastTalks, numbers) };
  return { ...board, lastTalks, people, usage, fading };
}
