import type { DataChange } from '@alo/call-core';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

type Said = Extract<DataChange, { kind: 'refused-by-key' | 'agreed-by-key' }>;

/**
 * Somebody has refused by a key in a call, or agreed: everybody with that number is called for advertising no more, or is again, and the
 * ledger has it with the call. Told twice it is one line; a number on no card has its own. Answers whose cards are other ones.
 */
export async function keepSaidByKey(trx: Trx, { kind, call, number, key, at }: Said): Promise<readonly string[]> {
  const given = kind === 'agreed-by-key';
  const saidAt = at === undefined ? null : new Date(at);
  const { rows } = await sql<{ id: string }>`
    select customer.id from customer where customer.id in (
      select customer_id from customer_phone where e164 = nullif(${number}, '')
      union select customer_id from campaign_attempt where call_id = ${call})
    order by customer.id for update`.execute(trx);
  if (rows.length === 0 && number !== '') {
    await sql`insert into consent (id, number, purpose, given, way, evidence, call_id, said_at)
      select ${newId()}, ${number}, 'marketing', ${given}, 'key', ${`Khách bấm phím ${key}`}, ${call}, ${saidAt}
      where not exists (select from consent where call_id = ${call} and purpose = 'marketing')`.execute(trx);
  }
  const changed: string[] = [];
  for (const { id: customerId } of rows) {
    const id = newId();
    const { rows: added } = await sql`
      insert into consent (id, customer_id, number, purpose, given, way, evidence, call_id, said_at)
      values (${id}, ${customerId}, ${number}, 'marketing', ${given}, 'key', ${`Khách bấm phím ${key}`}, ${call}, ${saidAt})
      on conflict (tenant_id, customer_id, call_id, purpose) where call_id is not null do nothing returning id`.execute(
      trx,
    );
    if (added.length === 0) continue;
    await sql`update customer set do_not_call = ${!given}, version = version + 1, updated_at = now()
      where id = ${customerId} and do_not_call = ${given}`.execute(trx);
    const actor = { accountId: null, network: `call ${call}`, requestId: '' };
    await audit(trx, actor, {
      action: 'create',
      subject: 'consent',
      subjectId: id,
      after: { purpose: 'marketing', given, way: 'key' },
    });
    changed.push(customerId);
  }
  return changed;
}
