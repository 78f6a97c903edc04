import type { CallNote, customers, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import { callNotesIn } from '../../domain/call-notes.ts';
import { dispositionsIn } from '../../domain/kept-of-calls.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { callsOfLateWith } from './own-calls.ts';

type Note = Omit<CallNote, 'at'> & { readonly at: Date | null };

/** Above the note of a conversation stand those of so many before it. */
const notesAtMost = 3;

/**
 * What was last written of conversations with a customer, newest first: what was noted in them, and notes that were kept with an
 * outcome. One of them is of the conversation that is going on, as likely as not.
 */
export async function lastNotes(
  trx: Trx,
  { caller }: Pick<By, 'caller'>,
  customer: StoredRowOf<typeof customers>,
): Promise<Note[]> {
  const { id, note_in_calling: latest = '' } = customer;
  const noted = await callNotesIn(trx)
    .where('call_note.customer_id', '=', id)
    .limit(notesAtMost + 1)
    .select(['call_note.call_id', 'call_note.created_by as by'])
    .execute();
  const kept = await dispositionsIn(trx)
    .where('disposition.customer_id', '=', id)
    .where('disposition.note', '<>', '')
    .limit(notesAtMost + 1)
    .execute();
  const known = [
    ...noted,
    ...kept.map(({ note, created_at: at, by_id: by, ...said }) => ({ ...said, text: note ?? '', at, by })),
  ];
  // The customer has words of no conversation that is known, as of one before 1.2: nothing else says who wrote them.
  const older = latest === '' || known.some(({ text }) => text === latest) ? [] : [await writtenAs(trx, id, latest)];
  return [...known, ...older]
    .toSorted((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))
    .slice(0, notesAtMost + 1)
    .map(({ text, at, by, by_name, call_id }) => ({
      text,
      at,
      by_name,
      mine: by === caller.accountId,
      call_id,
      name: '',
      version: 0,
    }));
}

/** What somebody has written of late of conversations with a number that is no customer's: theirs alone, for the page that goes on with it. */
export const strangersNotes = (trx: Trx, { accountId }: Pick<Caller, 'accountId'>, number: string): Promise<Note[]> =>
  trx
    .selectFrom('call_note')
    .where('customer_id', 'is', null)
    .where('created_by', '=', accountId)
    .where('call_id', 'in', callsOfLateWith(trx, number))
    .orderBy('updated_at', 'desc')
    .limit(notesAtMost + 1)
    .select(['text', 'name', 'updated_at as at', 'call_id', 'version'])
    .execute()
    .then((rows) => rows.map((note) => ({ ...note, by_name: null, mine: true })));

/** When the call note of a customer was written, and by whom, as the trail has it. */
async function writtenAs(trx: Trx, id: string, text: string) {
  const written = await trx
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .where('audit.subject', '=', 'customer')
    .where('audit.subject_id', '=', id)
    .where(sql<boolean>`audit.after->>'note_in_calling' = ${text}`)
    .where(sql<boolean>`audit.before->>'note_in_calling' is distinct from ${text}`)
    .orderBy('audit.at', 'desc')
    .limit(1)
    .select(['audit.at', 'audit.account_id', auditActor.as('name')])
    .executeTakeFirst();
  return {
    text,
    at: written?.at ?? null,
    by: written?.account_id ?? null,
    by_name: written?.name ?? null,
    call_id: null,
  };
}
