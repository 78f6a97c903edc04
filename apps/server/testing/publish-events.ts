import type { CompanyEventType } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../src/db/database.ts';

/** Tells the company's programs of what happened, in telephony's place, in this order. */
export async function publishEvents(
  db: Pick<Db, 'inTenant'>,
  tenantId: string,
  events: readonly {
    readonly type: CompanyEventType;
    readonly call?: { readonly id: string; readonly started_at: Date };
    readonly detail?: object;
    readonly at?: Date;
  }[],
): Promise<void> {
  const told = events.map(({ type, call, detail = {}, at = new Date() }, index) => ({
    type,
    key: call === undefined ? `${type}/${at.getTime()}/${index}/${JSON.stringify(detail)}` : `${call.id}/${type}`,
    at,
    call_id: call?.id,
    call_started_at: call?.started_at,
    detail,
  }));
  await db.inTenant(tenantId, (trx) => sql`select tell_events(${JSON.stringify(told)}::jsonb)`.execute(trx));
}
