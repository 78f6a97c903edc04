/** The part of an address after `?`, as plain names and words: `?page=2&status=missed`. */
export type Search = Record<string, string>;

export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** The opposite; what is empty is left out, so that an untouched list has a bare address. */
export function writeSearch(search: Record<string, string | number | boolean | null | undefined>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
