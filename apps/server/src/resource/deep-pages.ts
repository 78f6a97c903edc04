import { type RawBuilder, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';

/** So many rows are walked over without a thought. */
const walkedOver = 1_000;

/** Where a walk to a page begins: at rows made before `before`, `offset` of which are still to be passed. */
export interface Walk {
  readonly before: RawBuilder<Date>;
  readonly offset: RawBuilder<number>;
}

/**
 * The walk to rows far behind others in a list of all rows, newest first: behind `skip` of them. How many rows lie before a moment is in the tallies of the table (see its migration), so it
 * is exact, and page 100,000 costs as much as page 10.
 */
export function walkTo(list: string, skip: ValueOrPlaceholder<number>): Walk {
  const cut = (column: string) => sql`(select ${sql.ref(column)} from list_cut(${list}, ${skip}))`;
  return {
    // Under row-level security a bound is one for the index only where it is a value by itself, which `coalesce` is not.
    before: sql`(select coalesce(${cut('at')}, 'infinity'::timestamptz))`,
    offset: sql`${skip}::bigint - coalesce(${cut('newer')}, 0)`,
  };
}

/** Whether rows behind so many others are not to be walked to from the first one. */
export const isFar = (skip: number) => skip >= walkedOver;
