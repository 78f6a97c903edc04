import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/**
 * A worker looks at the report at the next moment that anything of it is due; of one report one look waits at most. Whoever queues holds the
 * report until they have committed, so that the last to queue has read what all others wrote.
 */
export async function queueReport(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('mailed_report').where('id', '=', id).forUpdate().select('id').executeTakeFirst();
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select due_at from mailed_report where id = ${id} and active),
      (select min(next_at) from mailed_report_sending where mailed_report_id = ${id} and state = 'waiting')
    ) as at`.execute(trx);
  const at = rows[0]?.at ?? null;
  if (at !== null) await sql`select queue_mailed_report(${id}, ${at})`.execute(trx);
}
