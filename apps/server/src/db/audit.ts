import type { Actor } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import type { Trx } from './database.ts';

/** What happened to one thing. `subject` is its table. */
export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Adds to the audit trail, in the transaction of the very change, so that there is never the one without the other. */
export async function audit(trx: Trx, actor: Actor, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await auditing(trx, actor, entries).execute();
}

/** The statement that does it, of at least one entry, for who sends several together. */
export const auditing = (trx: Trx, actor: Actor, entries: readonly AuditEntry[]) =>
  trx.insertInto('audit').values(
    entries.map(({ action, subject, subjectId, before, after }) => ({
      id: newId(),
      account_id: actor.accountId,
      action,
      subject,
      subject_id: subjectId,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      network: actor.network,
      request_id: actor.requestId,
    })),
  );
