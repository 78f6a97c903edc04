import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';

/**
 * Writes into the trail that somebody listened to a call, or read what was said in it. A player asks for many parts, in whatever form: what
 * comes soon after is the same listening.
 */
export async function recordListening(
  trx: Trx,
  by: By,
  callId: string,
  action: 'listen' | 'read-words' = 'listen',
): Promise<void> {
  const entry = { action, subject: 'call', subjectId: callId };
  const recent = await trx
    .selectFrom('audit')
    .where('subject', '=', entry.subject)
    .where('subject_id', '=', entry.subjectId)
    .where('action', '=', entry.action)
    .where('account_id', '=', actorOf(by).accountId)
    .where('at', '>', sql<Date>`now() - interval '15 minutes'`)
    .select('id')
    .executeTakeFirst();
  if (recent === undefined) await audit(trx, actorOf(by), entry);
}
