import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

const keptDays = 60;

/** Now and then: what automations did, and did not, is kept for sixty days. What still waits stays. */
export async function tidyRuns(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id } of await db.directory.tenants()) {
    await db.inTenant(id, (trx) =>
      trx
        .deleteFrom('automation_run')
        .where('at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .where('state', '<>', 'waiting')
        .execute(),
    );
  }
}
