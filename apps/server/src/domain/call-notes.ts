import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/** What was noted in conversations, newest first, with who did; without what they kept with its outcome in the same words. */
export const callNotesIn = (trx: Trx) =>
  trx
    .selectFrom('call_note')
    .leftJoin('account', 'account.id', 'call_note.created_by')
    .where(({ or, eb }) => or([eb('call_note.text', '<>', ''), eb('call_note.name', '<>', '')]))
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
    .select(['call_note.id', 'call_note.updated_at as at', 'account.name as by_name'])
    // Of somebody who is no customer it is the only place for what they are called.
    .select(sql<string>`concat_ws(': ', nullif(call_note.name, ''), nullif(call_note.text, ''))`.as('text'));
