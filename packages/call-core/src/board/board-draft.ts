import { commit, type Draft, draftOf } from '../lib/draft.ts';
import { emptyMap, type PersistentMap } from '../lib/persistent-map.ts';
import { type Board, type BoardParts, type BoardValues, boardParts, boardValues } from './board.ts';

type PartName = keyof BoardParts;
type ValueName = keyof BoardValues;
type EntryOf<Part> = Part extends PersistentMap<infer V> ? V : never;

/** The parts of a board as a turn changes them. */
export type BoardDraft = { readonly [P in PartName]: Draft<EntryOf<BoardParts[P]>> };

const partNames = Object.keys(boardParts) as readonly PartName[]; // its own keys
const valueNames = Object.keys(boardValues) as readonly ValueName[]; // its own keys

type AnyDraft = Record<PartName, Draft<unknown>>;

/** A draft of nothing: it is copied, for an object of known shape is made faster than one that grows. */
const blank = Object.fromEntries(partNames.map((name) => [name, draftOf<unknown>(emptyMap)])) as AnyDraft;

/** Begins a draft of each part. */
export function draftBoard(board: Board): BoardDraft {
  const drafts = { ...blank };
  for (const name of partNames) drafts[name] = draftOf<unknown>(board[name]);
  return drafts as BoardDraft; // under each name the draft of the map that stands there
}

/** The board with all that a turn changed; the same board where nothing did. */
export function commitBoard(before: Board, turn: BoardDraft & BoardValues): Board {
  let after: Record<PartName | ValueName, unknown> | null = null;
  for (const name of partNames) {
    if (turn[name].changes === null) continue;
    const map = commit<unknown>(turn[name]);
    if (map !== before[name]) (after ??= { ...before })[name] = map;
  }
  for (const name of valueNames) {
    if (turn[name] !== before[name]) (after ??= { ...before })[name] = turn[name];
  }
  return after === null ? before : (after as Board); // a copy in which each part gave way to one of its kind
}
