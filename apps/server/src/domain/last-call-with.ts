import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import { isCallOf } from './calls-of.ts';

/**
 * The conversation that somebody has, or had last, with a customer: what they keep is of that one, unless they name another. Where
 * they said that it is with this customer, whosever the number is, it is that; and no other where they said that it is with somebody else.
 */
export async function lastCallWith(trx: Trx, { caller }: By, customerId: string): Promise<string | null> {
  if (caller.extension === null) return null;
  const { rows } = await sql<{ id: string }>`
    select call.id from call left join call_customer as chosen on chosen.call_id = call.id
    where (${isCallOf(sql`array[${caller.extension}::text]`)} or ${talksIn(caller.extension)})
      and call.started_at > now() - interval '1 day'
      and (chosen.customer_id = ${customerId} or chosen.customer_id is null and call.outside_number in (
        select e164 from customer_phone where customer_id = ${customerId}))
    order by call.started_at desc limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}

/** A conversation that was handed on to somebody is counted as theirs when it has ended, and is theirs as soon as they have answered. */
const talksIn = (extension: string) => sql<boolean>`exists (select from leg
  where leg.call_id = call.id and leg.call_started_at = call.started_at
    and leg.extension = ${extension} and leg.answered_at is not null)`;
