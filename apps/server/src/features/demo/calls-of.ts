import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

/** What was said and answered is of the conversation that the customer had before it. */
export async function seedCallsOf(trx: Trx): Promise<void> {
  for (const table of ['disposition', 'survey_response'] as const) {
    const kept = sql.table(table);
    await sql`update ${kept} set call_id = (
      select call.id from call join customer_phone on customer_phone.e164 = call.outside_number
      where customer_phone.customer_id = ${kept}.customer_id and call.status = 'answered'
        and call.started_at < ${kept}.created_at
      order by call.started_at desc limit 1)`.execute(trx);
  }
}
