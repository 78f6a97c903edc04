import { type SelectQueryBuilder, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';

/** How many rows a page has if it is the first one, which nearly all are; 0 of others. */
export const firstPage = ({ skip, perPage }: { readonly skip: number; readonly perPage: number }): number =>
  skip === 0 ? perPage : 0;

/**
 * A page of a prepared statement. The size of the first page stands in it: of a limit that is told later PostgreSQL takes a tenth of all rows
 * for granted, finds that worse than to plan anew each time, and then planning costs several times what the page does.
 */
export const paged = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  first: number,
  { skip, perPage }: { readonly skip: ValueOrPlaceholder<number>; readonly perPage: ValueOrPlaceholder<number> },
): SelectQueryBuilder<DB, TB, O> => (first > 0 ? rows.limit(sql.lit(first)) : rows.limit(perPage).offset(skip));
