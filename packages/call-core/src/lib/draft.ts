import { deleteFrom, getFrom, type PersistentMap, setIn } from './persistent-map.ts';

/** A map and what a turn changes in it, which is nothing in most maps of most turns: written to the map once, at the turn's end. */
export type Draft<V> = { readonly base: PersistentMap<V>; changes: Map<string, V | undefined> | null };

export function draftOf<V>(base: PersistentMap<V>): Draft<V> {
  return { base, changes: null };
}

/** The entry as the turn has it by now. */
export function read<V>(draft: Draft<V>, key: string): V | undefined {
  const { base, changes } = draft;
  return changes?.has(key) ? changes.get(key) : getFrom(base, key);
}

/** Undefined takes the entry out. */
export function write<V>(draft: Draft<V>, key: string, value: V | undefined): void {
  draft.changes ??= new Map();
  draft.changes.set(key, value);
}

/** The keys that were written, also those that are as before. */
export function writtenKeys<V>({ changes }: Draft<V>): readonly string[] {
  return changes === null ? [] : [...changes.keys()];
}

/** The keys whose value is another one than before, in the order in which they were first written. */
export function changedKeys<V>({ base, changes }: Draft<V>): string[] {
  const keys: string[] = [];
  for (const [key, value] of changes ?? []) if (getFrom(base, key) !== value) keys.push(key);
  return keys;
}

/** The map with the changes in it. */
export function commit<V>({ base, changes }: Draft<V>): PersistentMap<V> {
  let map = base;
  for (const [key, value] of changes ?? []) {
    if (getFrom(map, key) !== value) map = value === undefined ? deleteFrom(map, key) : setIn(map, key, value);
  }
  return map;
}
