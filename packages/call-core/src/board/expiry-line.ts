import { deleteFrom, emptyMap, getFrom, type PersistentMap, setIn } from '../lib/persistent-map.ts';
import type { Instant } from './vocabulary.ts';

/** Keys in the order in which they will be forgotten: `first` up to but not including `next`. */
export type ExpiryLine = {
  readonly first: number;
  readonly next: number;
  /** By its number: a line may be tens of thousands long, and by itself each thing in it would cost ten times as much. */
  readonly pieces: PersistentMap<Piece>;
};

/** `inPiece` things one after the other: their keys, and when each was put there. */
type Piece = { readonly keys: readonly string[]; readonly at: readonly Instant[] };
const inPiece = 32;
const pieceOf = (place: number): string => String(Math.floor(place / inPiece));

export const emptyExpiryLine: ExpiryLine = { first: 0, next: 0, pieces: emptyMap };

/** Puts a key at the end of the line. */
export function expireLater(fading: ExpiryLine, key: string, at: Instant): ExpiryLine {
  const { next, pieces } = fading;
  const before = getFrom(pieces, pieceOf(next)) ?? { keys: [], at: [] };
  const piece = { keys: [...before.keys, key], at: [...before.at, at] };
  return { ...fading, next: next + 1, pieces: setIn(pieces, pieceOf(next), piece) };
}

/** Takes the first key off the line if it has been there so long, or if the line is longer than `most`. */
export function takeExpired(fading: ExpiryLine, before: Instant, most: number): readonly [ExpiryLine, string | null] {
  const { first, next, pieces } = fading;
  const oldest = thingAt(fading, first);
  if (oldest === undefined || (oldest.at > before && next - first <= most)) return [fading, null];
  const isLast = (first + 1) % inPiece === 0;
  return [{ first: first + 1, next, pieces: isLast ? deleteFrom(pieces, pieceOf(first)) : pieces }, oldest.key];
}

/** When the first in the line was put there; undefined where there is none. */
export const oldestIn = (fading: ExpiryLine): Instant | undefined => thingAt(fading, fading.first)?.at;

/** All that is in the line, the first first. */
export function* expiringIn(fading: ExpiryLine): Generator<{ readonly key: string; readonly at: Instant }> {
  for (let place = fading.first; place < fading.next; place += 1) {
    const thing = thingAt(fading, place);
    if (thing !== undefined) yield thing;
  }
}

/** The line without these keys. Walks all of it. */
export function leaveOut(fading: ExpiryLine, keys: ReadonlySet<string>): ExpiryLine {
  let left = emptyExpiryLine;
  for (const { key, at } of expiringIn(fading)) if (!keys.has(key)) left = expireLater(left, key, at);
  return left;
}

function thingAt({ pieces }: ExpiryLine, place: number): { readonly key: string; readonly at: Instant } | undefined {
  const piece = getFrom(pieces, pieceOf(place));
  const [key, at] = [piece?.keys[place % inPiece], piece?.at[place % inPiece]];
  return key === undefined || at === undefined ? undefined : { key, at };
}
