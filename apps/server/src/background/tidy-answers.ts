import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** Removes what is remembered for a day only: answers that a repeated request gets again, numbers that were looked up. */
export async function tidyAnswers(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  const aDayAgo = sql<Date>`now() - interval '1 day'`;
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      await trx.deleteFrom('kept_answer').where('created_at', '<', aDayAgo).execute();
      await trx.deleteFrom('number_lookup').where('at', '<', aDayAgo).execute();
      await trx.deleteFrom('notice').where('at', '<', sql<Date>`now() - interval '90 days'`).execute();
    });
  }
}
