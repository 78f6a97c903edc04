import { deleteFrom, getFrom, type PersistentMap, setIn } from './persistent-map.ts';

/** A map and what a turn changes in it: written to the map once, at the turn's end. */
export type Draft<V> = { readonly base: PersistentMap<V>; readonly changes: Map<string, V | undefined> };

export function draftOf<V>(base: PersistentMap<V>): Draft<V> {
  return { base, changes: new Map() };
}

export function read<V>(draft: Draft<V>, key: string): V | undefined {
  return draft.changes.has(key) ? draft.changes.get(key) : getFrom(draft.base, key);
}

/** Undefined takes the entry out. */
export function write<V>(draft: Draft<V>, key: string, value: V | undefined): void {
  draft.changes.set(key, value);
}

/** The keys whose value is another one than before, in the order in which they were first written. */
export function changedKeys<V>({ base, changes }: Draft<V>): string[] {
  return [...changes].filter(([key, value]) => getFrom(base, key) !== value).map(([key]) => key);
}

/** The map with the changes in it. */
export function commit<V>({ base, changes }: Draft<V>): PersistentMap<V> {
  let map = base;
  for (const [key, value] of changes) {
    if (getFrom(map, key) !== value) map = value === undefined ? deleteFrom(map, key) : setIn(map, key, value);
  }
  return map;
}
