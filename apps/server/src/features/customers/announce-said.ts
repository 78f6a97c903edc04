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
  async function tell(tenantId: string, { account, call, customer }: NoteAuthor): Promise<void> {
    if (!live.listening(tenantId, 'me').some(({ caller }) => caller.accountId === account)) return;
    const said = await db.inTenant(tenantId, (trx) => saidNow(trx, { account, call, customer }));
    if (said === undefined) return;
    live.publish(tenantId, 'call-said', ({ accountId }) => (accountId === account ? said : undefined));
  }

  return (tenantId: string, [account, call, customer]: readonly string[]): void => {
    if (account === undefined || call === undefined) return;
    void tell(tenantId, { account, call, customer: customer ?? null }).catch(onError);
  };
}

/** Who has written of which conversation with which customer; null where it is nobody's. */
export interface NoteAuthor {
  readonly account: string;
  readonly call: string;
  readonly customer: string | null;
}

async function saidNow(trx: Trx, said: NoteAuthor): Promise<CallSaid | undefined> {
  const { account, call, customer } = said;
  const note = await trx
    .selectFrom('call_note')
    .where('call_id', '=', call)
    .where('customer_id', 'is not distinct from', customer)
    .where('created_by', '=', account)
    .select(['text', 'name', 'version'])
    .executeTakeFirst();
  const outcome = await trx
    .selectFrom('disposition')
    .where('call_id', '=', call)
    .where('created_by', '=', account)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const about = { call_id: call, note: note?.text ?? '', name: note?.name ?? '', said: outcome !== undefined };
  if (customer === null) return { ...about, customer_id: null, note_in_calling: '', version: note?.version ?? 0 };
  const card = await trx
    .selectFrom('customer')
    .where('id', '=', customer)
    .select(['id as customer_id', 'note_in_calling', 'version'])
    .executeTakeFirst();
  return card && { ...card, ...about };
}
