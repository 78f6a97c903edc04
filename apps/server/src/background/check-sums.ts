import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';

/** Compares the sums of the last two days with their calls, and makes them anew where they differ, which is a fault to be told. */
export async function checkSums(db: Pick<Db, 'inTenant' | 'directory'>, log: Pick<QueueLog, 'warn'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    const { rows } = await db.inTenant(tenantId, (trx) =>
      sql<{
        calls: boolean;
        numbers: boolean;
        parties: boolean;
        people: boolean;
      }>`select rebuild_call_sums(now() - interval '2 days', now()) as calls,
        rebuild_number_sums(now() - interval '2 days', now()) as numbers,
        rebuild_party_sums(now() - interval '2 days', now()) as parties,
        rebuild_person_sums(now() - interval '2 days', now()) as people`.execute(trx),
    );
    await db.inTenant(tenantId, (trx) =>
      trx.deleteFrom('rule_sum').where('at', '<', sql<Date>`now() - interval '60 days'`).execute(),
    );
    if (rows.some(({ calls, numbers, parties, people }) => calls || numbers || parties || people))
      log.warn({ tenant: tenantId }, 'sums of calls were not what the calls come to, and were made anew');
  }
}
