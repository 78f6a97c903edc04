import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

/** What somebody notes stays with the conversation that they note it in, in which each has one note. */
export async function keepCallNote(
  trx: Trx,
  {
    callId,
    customerId,
    by,
    text,
  }: { readonly callId: string; readonly customerId: string; readonly by: string; readonly text: string },
): Promise<void> {
  if (text.trim() === '') {
    await trx
      .deleteFrom('call_note')
      .where('call_id', '=', callId)
      .where('customer_id', '=', customerId)
      .where('created_by', '=', by)
      .execute();
    return;
  }
  await trx
    .insertInto('call_note')
    .values({ id: newId(), call_id: callId, customer_id: customerId, text, created_by: by })
    .onConflict((row) =>
      row.constraint('call_note_once').doUpdateSet({
        text,
        version: sql<number>`call_note.version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: by,
      }),
    )
    .execute();
}
