import { type CrudContract, totalCap } from '@alo/contract';
import { sql } from 'kysely';

import type { By } from '../kernel/by.ts';
import type { Condition, IndexedSearch, Resource } from './resource.ts';

const column = (name: string) => sql.ref(`row.${name}`);

export const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean);

/** Whether anything is searched for. */
export const isSearched = (search: string): boolean => wordsOf(search).length > 0;

/** What is searched for, as conditions on a `row`. */
export function searchConditions<C extends CrudContract>(
  resource: Resource<C>,
  text: string,
  by: By,
  isCommon: boolean,
): Condition[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const { search } = resource;
  if (typeof search === 'function') return words.map((word) => search(word, by));
  const index = indexedSearch(resource);
  if (index === undefined) return words.map((word) => hasWord(search as readonly string[], word));
  // What nearly every row has is met at once in the list's own order; the index would bring all of it to be sorted.
  if (isCommon) return [index.has(text, by)];
  return [sql<boolean>`row.id = any(array(select found.id from ${index.found(text, by, totalCap + 1)} as found))`];
}

/** The index that a resource is searched by; undefined where it has none. */
export function indexedSearch<C extends CrudContract>({ search, table }: Resource<C>): IndexedSearch | undefined {
  if (search === 'indexed') return everyWord(table);
  return typeof search === 'object' && 'found' in search ? search : undefined;
}

/** The rows of a `searchable` table that have every word. */
export const everyWord = (table: string): IndexedSearch => ({
  found: (text, _by, atMost) => sql`${sql.id(`find_${table}`)}(${wordsOf(text)}::text[], ${atMost})`,
  // Guessed by itself, a row that has several words is so rare that all are collected and sorted: `case` is guessed at half.
  has: (text) => sql<boolean>`case when row.search_text like all (search_patterns(${wordsOf(text)})) then true end`,
});

/** The word stands somewhere in one of the columns, without regard to accents and capitals; a number as it is written here, too. */
export function hasWord(searchIn: readonly string[], word: string): Condition {
  const patterns = spellingsOf(word).map((each) => `%${each.replace(/[\\%_]/g, '\\$&')}%`);
  const text = sql.join(
    searchIn.map((name) => sql`coalesce(${column(name)}, '')`),
    sql` || ' ' || `,
  );
  return sql<boolean>`fold(${text}) like any(array[${sql.join(patterns.map((pattern) => sql`fold(${pattern})`))}])`;
}

/** Numbers are kept as they are dialled from abroad, and people look for them as they dial them themselves. */
const spellingsOf = (word: string): readonly string[] =>
  /^0[1-9]\d+$/.test(word) ? [word, `+84${word.slice(1)}`] : [word];
