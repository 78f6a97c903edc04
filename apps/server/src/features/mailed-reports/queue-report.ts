import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** A worker looks at the report then; of one report one look waits at most. */
export async function queueReport(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`select queue_mailed_report(${id}, ${at})`.execute(trx);
}
