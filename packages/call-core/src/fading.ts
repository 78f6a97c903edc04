import { deleteFrom, emptyMap, getFrom, type PersistentMap, setIn } from './persistent-map.ts';
import type { Instant } from './vocabulary.ts';

/** Things in the order in which they are to be forgotten: `first` up to but not including `next`. */
export type Fading = {
  readonly first: number;
  readonly next: number;
  readonly keys: PersistentMap<{ readonly key: string; readonly at: Instant }>;
};

export const nothingFades: Fading = { first: 0, next: 0, keys: emptyMap };

/** Puts a key at the end of the line. */
export function fadeLater(fading: Fading, key: string, at: Instant): Fading {
  return { ...fading, next: fading.next + 1, keys: setIn(fading.keys, String(fading.next), { key, at }) };
}

/** Takes the first key off the line if it has been there so long, or if the line is longer than `most`. */
export function fadeOne(fading: Fading, before: Instant, most: number): readonly [Fading, string | null] {
  const { first, next, keys } = fading;
  const oldest = getFrom(keys, String(first));
  if (oldest === undefined || (oldest.at > before && next - first <= most)) return [fading, null];
  return [{ first: first + 1, next, keys: deleteFrom(keys, String(first)) }, oldest.key];
}
