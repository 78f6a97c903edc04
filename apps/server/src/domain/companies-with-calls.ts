import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** Companies that have calls to place, or that wait for calls that they have placed: one statement for all of them. */
export async function companiesWith(
  { outside }: Pick<Db, 'outside'>,
  what: 'campaigns' | 'codes',
): Promise<ReadonlySet<string>> {
  const rows = what === 'campaigns' ? sql`companies_that_call()` : sql`companies_with_codes()`;
  const { rows: found } = await outside((one) => sql<{ id: string }>`select id from ${rows}`.execute(one));
  return new Set(found.map(({ id }) => id));
}
