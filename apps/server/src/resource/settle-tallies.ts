import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** Fewer small entries than this are quickly added up as they are. */
const worthIt = 500;

/** Entries of so many rows have been put together before. */
const small = 1_000;

/** Makes few entries of the many that statements leave in `row_tally`; see its migration. */
export async function settleTallies(db: Pick<Db, 'inTenant' | 'directory'>, atLeast = worthIt): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const lists = await trx
        .selectFrom('row_tally')
        .groupBy('list')
        .having(({ fn }) => fn.countAll().filterWhere('n', '<', small), '>=', atLeast)
        .select('list')
        .execute();
      for (const { list } of lists) await sql`select settle_tallies(${list})`.execute(trx);
    });
  }
}
