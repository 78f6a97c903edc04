import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';

/** So many calls at once: nobody who works on a customer waits longer. */
const atOnce = 200;

/**
 * Has the customers of campaigns stand by what their calls' announcements mean, until all do. Which calls are still due is in their rows: a
 * process that dies in between leaves the rest to the next that hears or names one.
 */
export async function settleNamed(db: Pick<Db, 'inTenant'>, tenantId: string): Promise<void> {
  for (;;) {
    const n = await db.inTenant(tenantId, async (trx) => {
      const { rows } = await sql<{ n: number }>`
        with due as (
          select heard.id, heard.call_id, saying.meaning
            from heard_saying as heard join network_saying as saying on saying.id = heard.saying_id
            where heard.settled <> saying.meaning order by heard.at limit ${atOnce} for update of heard skip locked
        ), settled as (
          update heard_saying as its set settled = due.meaning from due where its.id = due.id returning its.call_id
        )
        select count(settle_by_network(call_id))::int as n from settled`.execute(trx);
      return rows[0]?.n ?? 0;
    });
    if (n < atOnce) return;
  }
}
