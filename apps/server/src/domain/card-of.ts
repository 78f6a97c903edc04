import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/**
 * The card of a customer, or the one that it was taken into while somebody talked with them; undefined where there is neither. It
 * stays for as long as the transaction.
 */
export async function cardOf(trx: Trx, asked: string): Promise<string | undefined> {
  for (let id: string | undefined = asked; id !== undefined; ) {
    const { rows } = await sql<{ id: string }>`select id from customer where id = ${id} for key share`.execute(trx);
    if (rows.length > 0) return id;
    const taken = await sql<{ kept_id: string }>`select kept_id from customer_merge
      where other ->> 'id' = ${id} order by created_at desc limit 1`.execute(trx);
    id = taken.rows[0]?.kept_id;
  }
  return undefined;
}
