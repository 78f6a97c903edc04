import { type InferResult, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { GoingOn } from '../../domain/calls-now.ts';

/** Whose lines the screens of a carrier of their own are about. */
const partners = ['eTelecom', 'FPT'];

/** A company's lines, with the words in which a carrier's name is looked for, as the history looks for it (`carriedBy`). */
export const lineRows = (trx: Trx) => ({
  trunks: trx
    .selectFrom('trunk')
    .select(['id', 'name', sql<string>`fold(name)`.as('folded'), sql<string>`fold(name || ' ' || host)`.as('words')])
    .orderBy('name')
    .orderBy('id'),
  numbers: trx
    .selectFrom('service_number')
    .select(['number', 'carrier as name', sql<string>`fold(carrier)`.as('folded')])
    .where('carrier', '<>', '')
    .orderBy('carrier')
    .orderBy('number'),
});

type Lines = { readonly [Rows in keyof ReturnType<typeof lineRows>]: InferResult<ReturnType<typeof lineRows>[Rows]> };

/** The carriers of a company, and over whose lines a call on a trunk, or with a number, goes. */
export interface Carriers {
  readonly names: readonly string[];
  readonly byTrunk: ReadonlyMap<string, readonly string[]>;
  readonly byNumber: ReadonlyMap<string, readonly string[]>;
}

export function carriersIn(trunks: Lines['trunks'], numbers: Lines['numbers']): Carriers {
  // However it is written, a carrier is told once.
  const carriers = new Map(
    [...trunks, ...numbers, ...partners.map((name) => ({ name, folded: name.toLowerCase() }))].map((row) => [
      row.folded,
      row.name,
    ]),
  );
  const inWords = new Map(
    [...new Set([...trunks.map(({ words }) => words), ...numbers.map(({ folded }) => folded)])].map((words) => [
      words,
      [...carriers].flatMap(([folded, name]) => (folded !== '' && words.includes(folded) ? [name] : [])),
    ]),
  );
  const of = (words: string) => inWords.get(words) ?? [];
  const names = new Set([...inWords.values()].flat());
  return {
    names: [...names].toSorted((a, b) => a.localeCompare(b, 'vi')),
    byTrunk: new Map(trunks.map(({ id, words }) => [id, of(words)])),
    byNumber: new Map(numbers.map(({ number, folded }) => [number, of(folded)])),
  };
}

export const carriersOf = (
  { byTrunk, byNumber }: Carriers,
  { trunk, serviceNumber }: Pick<GoingOn['calls'][number], 'trunk' | 'serviceNumber'>,
): string[] => [...new Set([...(byTrunk.get(trunk) ?? []), ...(byNumber.get(serviceNumber) ?? [])])];
