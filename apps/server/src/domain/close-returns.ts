import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';

interface Closing {
  /** All numbers of whoever needs to be called no more. */
  readonly numbers: readonly string[];
  /** What came later is open. */
  readonly to: Date;
  readonly reason: string;
  readonly by: string;
}

/** Nobody needs to call these numbers for what came until then. */
export async function closeReturns(trx: Trx, { numbers, to, reason, by }: Closing): Promise<void> {
  for (const e164 of numbers) {
    await trx
      .insertInto('call_return')
      .values({ id: newId(), e164, closed_to: to, closed_reason: reason, created_by: by, updated_by: by })
      .onConflict((there) =>
        there.columns(['tenant_id', 'e164']).doUpdateSet({
          closed_to: sql<Date>`greatest(call_return.closed_to, excluded.closed_to)`,
          closed_reason: reason,
          updated_at: sql<Date>`now()`,
          updated_by: by,
        }),
      )
      .execute();
  }
}
