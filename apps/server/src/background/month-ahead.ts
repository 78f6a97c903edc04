import { sql } from 'kysely';

import type { Db } from '../db/database.ts';

/** Makes the parts of every log for this month and the next two, where they are missing. */
export async function makeMonthsAhead(db: Pick<Db, 'outside'>): Promise<void> {
  await db.outside((one) =>
    sql`select create_call_month((current_date + make_interval(months => ahead))::date)
      from generate_series(0, 2) as ahead`.execute(one),
  );
}
