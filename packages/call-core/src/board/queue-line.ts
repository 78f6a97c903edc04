import { deleteFrom, emptyMap, getFrom, type PersistentMap, setIn } from '../lib/persistent-map.ts';
import type { Instant } from './vocabulary.ts';

/** Where somebody stands: the smaller number first; `serial` tells those apart who came in the same millisecond. */
export type Rank = { readonly score: readonly [number, number]; readonly serial: number };

/**
 * A waiting line in order. Whoever waits keeps one rank from the moment of joining, so the order never has to be made anew:
 * where priority grows with waiting, a level of it is worth a number of seconds, and joining with it is having joined earlier.
 */
export type Line<W extends { readonly id: string; readonly rank: Rank }> = {
  readonly order: readonly { readonly id: string; readonly rank: Rank }[];
  readonly waiting: PersistentMap<W>;
  /** How many have ever joined. */
  readonly serial: number;
};

export const emptyLine: Line<never> = { order: [], waiting: emptyMap, serial: 0 };

/** The rank of somebody who joins now with a priority. */
export function rankOf(
  joinedAt: Instant,
  serial: number,
  priority: number,
  priorityIsWorthSeconds: number | null,
): Rank {
  return priorityIsWorthSeconds === null
    ? { score: [0 - priority, joinedAt], serial } // Not -0, which no journal keeps.
    : { score: [0, joinedAt - priority * priorityIsWorthSeconds * 1000], serial };
}

export function isBefore(one: Rank, other: Rank): boolean {
  const [first, second] = one.score;
  if (first !== other.score[0]) return first < other.score[0];
  if (second !== other.score[1]) return second < other.score[1];
  return one.serial < other.serial;
}

/** The line with somebody more in it, at the place that the rank says. */
export function joinLine<W extends { readonly id: string; readonly rank: Rank }>(line: Line<W>, who: W): Line<W> {
  const { id, rank } = who;
  return {
    order: line.order.toSpliced(placeOf(line, rank), 0, { id, rank }),
    waiting: setIn(line.waiting, id, who),
    serial: Math.max(line.serial, rank.serial + 1),
  };
}

export function leaveLine<W extends { readonly id: string; readonly rank: Rank }>(line: Line<W>, id: string): Line<W> {
  const who = getFrom(line.waiting, id);
  if (who === undefined) return line;
  return { ...line, order: line.order.toSpliced(placeOf(line, who.rank), 1), waiting: deleteFrom(line.waiting, id) };
}

/** Changes what is known of somebody who waits; their place stays. */
export function changeInLine<W extends { readonly id: string; readonly rank: Rank }>(
  line: Line<W>,
  id: string,
  change: Partial<Omit<W, 'id' | 'rank'>>,
): Line<W> {
  const who = getFrom(line.waiting, id);
  return who === undefined ? line : { ...line, waiting: setIn(line.waiting, id, { ...who, ...change }) };
}

/** 1 for the caller who is next; 0 for one who is not in the line. */
export function positionOf<W extends { readonly id: string; readonly rank: Rank }>(line: Line<W>, id: string): number {
  const who = getFrom(line.waiting, id);
  return who === undefined ? 0 : placeOf(line, who.rank) + 1;
}

/** Everybody in order. */
export function* inOrder<W extends { readonly id: string; readonly rank: Rank }>(line: Line<W>): Generator<W> {
  for (const { id } of line.order) {
    const who = getFrom(line.waiting, id);
    if (who !== undefined) yield who;
  }
}

/** How many stand before this rank. */
function placeOf(line: Pick<Line<never>, 'order'>, rank: Rank): number {
  let [low, high] = [0, line.order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = line.order[middle];
    if (there !== undefined && isBefore(there.rank, rank)) low = middle + 1;
    else high = middle;
  }
  return low;
}
