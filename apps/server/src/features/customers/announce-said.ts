import type { CallSaid } from '@alo/contract';

import type { Db, Trx } from '../../db/database.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/**
 * Tells people's consoles what they have written of a conversation themselves, and whether they have said what came of it: whoever sits at
 * two computers goes on at either. Nobody else is told.
 */
export function saidAnnouncer({
  db,
  live,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  live: Pick<LiveHub, 'publish' | 'listening'>;
  onError: (error: unknown) => void;
}) {
  async function tell(tenantId: string, { account, call, customer }: Said): Promise<void> {
    if (!live.listening(tenantId, 'me').some(({ caller }) => caller.accountId === account)) return;
    const said = await db.inTenant(tenantId, (trx) => saidNow(trx, { account, call, customer }));
    if (said === undefined) return;
    live.publish(tenantId, 'call-said', ({ accountId }) => (accountId === account ? said : undefined));
  }

  return (tenantId: string, [account, call, customer]: readonly string[]): void => {
    if (account === undefined || call === undefined || customer === undefined) return;
    void tell(tenantId, { account, call, customer }).catch(onError);
  };
}

/** Who has written of which conversation with which customer. */
export interface Said {
  readonly account: string;
  readonly call: string;
  readonly customer: string;
}

async function saidNow(trx: Trx, { account, call, customer }: Said): Promise<CallSaid | undefined> {
  return trx
    .selectFrom('customer')
    .where('customer.id', '=', customer)
    .select(({ exists, selectFrom }) => [
      'customer.id as customer_id',
      'customer.note_in_calling',
      'customer.version',
      selectFrom('call_note')
        .where('call_note.call_id', '=', call)
        .where('call_note.customer_id', '=', customer)
        .where('call_note.created_by', '=', account)
        .select('call_note.text')
        .as('note'),
      exists(
        selectFrom('disposition')
          .where('disposition.call_id', '=', call)
          .where('disposition.created_by', '=', account)
          .select('disposition.id'),
      )
        .$castTo<boolean>()
        .as('said'),
    ])
    .executeTakeFirst()
    .then((row) => row && { ...row, call_id: call, note: row.note ?? '' });
}
