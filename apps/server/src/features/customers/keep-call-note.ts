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
  await written(trx, { call_id: callId, customer_id: customerId, text, created_by: by });
}

/** The same of somebody who is no customer, with what they are called; how often it was written. Where nothing is left the row stays, and counts. */
export const keepStrangersNote = (
  trx: Trx,
  {
    callId,
    by,
    note,
    name,
  }: { readonly callId: string; readonly by: string; readonly note: string; readonly name: string },
): Promise<number> => written(trx, { call_id: callId, customer_id: null, text: note, name, created_by: by });

async function written(
  trx: Trx,
  note: {
    readonly call_id: string;
    readonly customer_id: string | null;
    readonly text: string;
    readonly name?: string;
    readonly created_by: string;
  },
): Promise<number> {
  const { text, name = '', created_by: by } = note;
  const { version } = await trx
    .insertInto('call_note')
    .values({ id: newId(), ...note })
    .onConflict((row) =>
      row.constraint('call_note_once').doUpdateSet({
        text,
        name,
        version: sql<number>`call_note.version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: by,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Notes of conversations with a number are the customer's whose it is from now on; whose notes of which conversations they were. */
export async function giveNotesTo(
  trx: Trx,
  { number, customerId }: { readonly number: string; readonly customerId: string },
): Promise<{ readonly call: string; readonly account: string }[]> {
  const rows = await trx
    .updateTable('call_note')
    .set({ customer_id: customerId, name: '' })
    .where('customer_id', 'is', null)
    .where('call_id', 'in', trx.selectFrom('call').where('outside_number', '=', number).select('id'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('call_note as theirs')
            .whereRef('theirs.call_id', '=', 'call_note.call_id')
            .whereRef('theirs.created_by', '=', 'call_note.created_by')
            .where('theirs.customer_id', '=', customerId)
            .select('theirs.id'),
        ),
      ),
    )
    .returning(['call_id as call', 'created_by as account'])
    .execute();
  return rows.flatMap(({ call, account }) => (account === null ? [] : { call, account }));
}
