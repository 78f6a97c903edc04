import type { Trx } from '../db/database.ts';

/** What was noted in conversations, newest first, with who did; without what they kept with its outcome in the same words. */
export const callNotesIn = (trx: Trx) =>
  trx
    .selectFrom('call_note')
    .leftJoin('account', 'account.id', 'call_note.created_by')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disposition as said')
            .whereRef('said.call_id', '=', 'call_note.call_id')
            .whereRef('said.created_by', '=', 'call_note.created_by')
            .whereRef('said.note', '=', 'call_note.text')
            .select('said.id'),
        ),
      ),
    )
    .orderBy('call_note.updated_at', 'desc')
    .orderBy('call_note.id', 'desc')
    .select(['call_note.id', 'call_note.text', 'call_note.updated_at as at', 'account.name as by_name']);
