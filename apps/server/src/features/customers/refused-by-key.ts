import type { DataChange } from '@alo/call-core';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

type Refused = Extract<DataChange, { kind: 'refused-by-key' }>;

/**
 * Somebody has refused by a key in a call: everybody with that number is called for advertising no more, and the ledger has it with the
 * call. Told twice it is one line. Answers whose cards are other ones.
 */
export async function keepRefusal(trx: Trx, { call, number, key }: Refused): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer.id from customer where customer.id in (
      select customer_id from customer_phone where e164 = nullif(${number}, '')
      union select customer_id from campaign_attempt where call_id = ${call})
    order by customer.id for update`.execute(trx);
  const changed: string[] = [];
  for (const { id: customerId } of rows) {
    const id = newId();
    const { rows: added } = await sql`
      insert into consent (id, customer_id, number, purpose, given, way, evidence, call_id)
      values (${id}, ${customerId}, ${number}, 'marketing', false, 'key', ${`Khách bấm phím ${key}`}, ${call})
      on conflict (tenant_id, customer_id, call_id, purpose) where call_id is not null do nothing returning id`.execute(
      trx,
    );
    if (added.length === 0) continue;
    await sql`update customer set do_not_call = true, version = version + 1, updated_at = now()
      where id = ${customerId} and not do_not_call`.execute(trx);
    const actor = { accountId: null, network: `call ${call}`, requestId: '' };
    await audit(trx, actor, {
      action: 'create',
      subject: 'consent',
      subjectId: id,
      after: { purpose: 'marketing', given: false, way: 'key' },
    });
    changed.push(customerId);
  }
  return changed;
}
