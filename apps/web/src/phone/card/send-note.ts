import { customers, type ResultOf, type updateNoteInCalling } from '@alo/contract';

import { ApiProblem } from '../../kit/api/problem.ts';
import { draftKey, isOver, type KeptDraft, sameWords } from '../../kit/drafts/drafts.ts';

type Customer = ResultOf<typeof updateNoteInCalling>;

/** Where call notes are kept that the server does not have. */
export const noteDrafts = (tenantCode: string, accountId: string): string =>
  draftKey('call-note', tenantCode, accountId);

/** Where the words of a call stand that the server has, as long as its card is open: a page that is loaded again shows them. */
export const sentNotes = (tenantCode: string, accountId: string): string =>
  draftKey('call-note-sent', tenantCode, accountId);

/** What became of a note that was sent. */
export type Sent =
  /** The server has it now. */
  | { readonly kind: 'sent'; readonly customer: Customer }
  /** It has it already. */
  | { readonly kind: 'known'; readonly customer: Customer }
  /** Somebody else wrote there since: whoever opens the card decides. */
  | { readonly kind: 'conflict'; readonly customer: Customer }
  /** The customer is gone, or is not one's to change any more. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** No network, or no server: it is tried again. */
  | { readonly kind: 'not-now' };

/** Sends a note, and overwrites nobody else's words with it. */
export async function sendNote(
  draft: KeptDraft,
  save: (text: string, version: number) => Promise<Customer>,
): Promise<Sent> {
  try {
    return { kind: 'sent', customer: await save(draft.text, draft.version) };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === 'not-now') return { kind: refusal };
    const now = refusal === 'conflict' ? currentIn(error) : undefined;
    if (now === undefined || now.version === draft.version) return { kind: 'refused', error };
    if (sameWords(now.note_in_calling, draft.text)) return { kind: 'known', customer: now };
    if (!isOver(draft, now.note_in_calling)) return { kind: 'conflict', customer: now };
    // Something else of the customer has changed, or earlier words of this note came by without an answer: it goes over them.
    return sendNote({ ...draft, version: now.version }, save);
  }
}

/** Why a note was not taken: somebody else was faster, it will never be, or not now. */
export function refusalIn(error: unknown): 'conflict' | 'refused' | 'not-now' {
  if (!(error instanceof ApiProblem)) throw error;
  if (error.code === 'conflict') return 'conflict';
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
    ? 'refused'
    : 'not-now';
}

const currentIn = (error: unknown): Customer | undefined =>
  error instanceof ApiProblem ? customers.row.safeParse(error.body.current).data : undefined;
