import type { CallerMatch } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';

const matchesAtMost = 6;

/** Those whose number it is, then those who are known by it in Zalo. */
export async function whoMayBe(trx: Trx, number: string): Promise<Map<string, CallerMatch['by']>> {
  const parsed = parsePhone(number);
  const spelt = parsed.ok ? [parsed.phone.national, parsed.phone.canonical.replace('+', '')] : [number];
  const { rows } = await sql<{ id: string; by: CallerMatch['by'] }>`
    select customer_id as id, 'phone' as by, 0 as rank from customer_phone where e164 = ${number}
    union all
    select id, 'zalo', 1 from customer where zalo_digits <> '' and zalo_digits = any (${spelt})
    order by rank, id limit ${matchesAtMost}`.execute(trx);
  // Who has the number in both places is found by their phone.
  const found = new Map<string, CallerMatch['by']>();
  for (const { id, by } of rows) if (!found.has(id)) found.set(id, by);
  return found;
}
