import { type RawBuilder, sql } from 'kysely';

import type { Db } from '../db/database.ts';
import type { QueueLog } from '../jobs/queue-log.ts';

const since = sql`now() - interval '2 days'`;

/**
 * Each kind of sums has a transaction of its own: it lets nobody write its table meanwhile, and whoever writes a call writes all of
 * them, in another order.
 */
const kinds: readonly RawBuilder<{ wrong: boolean }>[] = [
  sql`select rebuild_call_sums(${since}, now()) as wrong`,
  sql`select rebuild_number_sums(${since}, now()) as wrong`,
  sql`select rebuild_party_sums(${since}, now()) as wrong`,
  sql`select rebuild_talk_sums(${since}, now()) as wrong`,
  // What people reached stays when its calls are kept no longer, which is after a day at the least.
  sql`select rebuild_person_sums(now() - interval '1 day', now()) as wrong`,
  sql`select rebuild_recording_sums(${since}, now()) as wrong`,
];

/** Compares the sums of the last two days with their calls, and makes them anew where they differ, which is a fault to be told. */
export async function checkSums(db: Pick<Db, 'inTenant' | 'directory'>, log: Pick<QueueLog, 'warn'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    let isWrong = false;
    for (const kind of kinds) {
      const { rows } = await db.inTenant(tenantId, (trx) => kind.execute(trx));
      isWrong ||= rows.some(({ wrong }) => wrong);
    }
    await db.inTenant(tenantId, (trx) =>
      trx.deleteFrom('rule_sum').where('at', '<', sql<Date>`now() - interval '60 days'`).execute(),
    );
    if (isWrong) log.warn({ tenant: tenantId }, 'sums of calls were not what the calls come to, and were made anew');
  }
}
