import { customers, type ResultOf, type updateNoteInCalling } from '@alo/contract';

import { ApiProblem } from '../../../shared/api/problem.ts';
import { type Draft, draftKey } from '../../../shared/drafts/drafts.ts';

type Customer = ResultOf<typeof updateNoteInCalling>;

/** Where call notes are kept that the server does not have. */
export const noteDrafts = (tenantCode: string, accountId: string): string =>
  draftKey('call-note', tenantCode, accountId);

/** What became of a note that was left over. */
export type Sent =
  /** The server has it now. */
  | { readonly kind: 'sent'; readonly customer: Customer }
  /** It has it already. */
  | { readonly kind: 'known' }
  /** Somebody else wrote there since: whoever opens the card decides. */
  | { readonly kind: 'conflict'; readonly customer: Customer }
  /** The customer is gone, or is not one's to change any more. */
  | { readonly kind: 'refused' }
  /** No network, or no server: it is tried again. */
  | { readonly kind: 'not-now' };

/** Sends a note that was left over, and overwrites nobody's words with it. */
export async function sendLeftNote(
  draft: Draft,
  save: (text: string, version: number) => Promise<Customer>,
): Promise<Sent> {
  try {
    return { kind: 'sent', customer: await save(draft.text, draft.version) };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal !== 'conflict') return { kind: refusal };
    const now = currentIn(error);
    if (now === undefined) return { kind: 'refused' };
    if (now.note_in_calling === draft.text) return { kind: 'known' };
    if (now.note_in_calling !== draft.base) return { kind: 'conflict', customer: now };
    // Something else of the customer has changed: the note goes over what it was written on.
    return now.version === draft.version ? { kind: 'refused' } : sendLeftNote({ ...draft, version: now.version }, save);
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
