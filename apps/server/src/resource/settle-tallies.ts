import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** Rows that an entry stands for, about: so many are walked over at most. */
const rowsInAnEntry = 5_000;
/** Fewer entries than this are quickly added up as they are. */
const worthIt = 500;

/**
 * Makes few entries of the many that statements have left in `row_tally`, without changing where any row lies. What is added
 * meanwhile stays beside it.
 */
export async function settleTallies(db: Pick<Db, 'inTenant' | 'directory'>, atLeast = worthIt): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const lists = await trx
        .selectFrom('row_tally')
        .groupBy('list')
        .having(({ fn }) => fn.countAll(), '>=', atLeast)
        .select('list')
        .execute();
      // What lies within another entry's span cannot be told apart from it; the others are put together until they are enough.
      for (const { list } of lists) {
        await sql`
          with taken as (delete from row_tally where list = ${list} returning at, until, n),
          entry as (
            select at, max(until) as until, sum(n) as n,
              coalesce(max(max(until)) over (order by at rows between unbounded preceding and 1 preceding) < at, true) as begins
            from taken group by at),
          span as (
            select min(at) as at, max(until) as until, sum(n) as n
            from (select at, until, n, count(*) filter (where begins) over (order by at) as number from entry) as numbered
            group by number having sum(n) <> 0),
          filled as (select at, until, n, div(sum(n) over (order by at) - n, ${rowsInAnEntry}) as number from span)
          insert into row_tally (list, at, until, n)
            select ${list}, min(at), max(until), sum(n) from filled group by number`.execute(trx);
      }
    });
  }
}
