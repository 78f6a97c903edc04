import type { Trx } from './database.ts';
import { newId } from './new-id.ts';

/** Who does something, from where, in which request. `accountId` is null where nobody is signed in yet. */
export interface Actor {
  readonly accountId: string | null;
  readonly network: string;
  readonly requestId: string;
}

/** Adds to the audit trail, in the transaction of the very change, so that there is never the one without the other. */
export async function audit(
  trx: Trx,
  { accountId, network, requestId }: Actor,
  entry: { action: string; subject: string; subjectId: string; before?: unknown; after?: unknown },
): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      id: newId(),
      account_id: accountId,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      network,
      request_id: requestId,
    })
    .execute();
}
