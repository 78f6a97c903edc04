import type { CallNote, customers, StoredRowOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import { dispositionsIn } from '../../domain/kept-of-calls.ts';
import type { By } from '../../kernel/by.ts';

type Note = Omit<CallNote, 'at'> & { readonly at: Date | null };

const notesAtMost = 3;

/** What was last written of conversations with a customer, newest first: the call note, and notes that were kept with an outcome. */
export async function lastNotes(
  trx: Trx,
  { caller }: Pick<By, 'caller'>,
  { id, note_in_calling: latest = '' }: StoredRowOf<typeof customers>,
): Promise<Note[]> {
  const isMine = (by: string | null) => by === caller.accountId;
  const written =
    latest === ''
      ? undefined
      : await trx
          .selectFrom('audit')
          .leftJoin('account', 'account.id', 'audit.account_id')
          .where('audit.subject', '=', 'customer')
          .where('audit.subject_id', '=', id)
          .where(sql<boolean>`audit.after->>'note_in_calling' = ${latest}`)
          .where(sql<boolean>`audit.before->>'note_in_calling' is distinct from ${latest}`)
          .orderBy('audit.at', 'desc')
          .limit(1)
          .select(['audit.at', 'audit.account_id', auditActor.as('name')])
          .executeTakeFirst();
  const kept = await dispositionsIn(trx)
    .where('disposition.customer_id', '=', id)
    .where('disposition.note', '<>', '')
    .where('disposition.note', '<>', latest)
    .limit(notesAtMost)
    .select('disposition.created_by')
    .execute();
  const newest: Note[] =
    latest === ''
      ? []
      : [
          {
            text: latest,
            at: written?.at ?? null,
            by_name: written?.name ?? null,
            mine: isMine(written?.account_id ?? null),
          },
        ];
  const older = kept.map(({ note, created_at: at, by_name, created_by }) => ({
    text: note ?? '',
    at,
    by_name,
    mine: isMine(created_by),
  }));
  return [...newest, ...older].slice(0, notesAtMost);
}
