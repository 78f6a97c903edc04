import type { CallNote, CallSaid, customers, RowOf } from '@alo/contract';

/** What a card shows of a customer that one writes oneself. */
interface Known {
  readonly customer: Pick<RowOf<typeof customers>, 'id' | 'note_in_calling' | 'version'> | null;
  readonly notes: CallNote[];
  readonly said: string[];
}

/**
 * What is known of whoever is at the other end, with what one has just written of a conversation with them, at whichever computer. Of
 * somebody who is no customer nothing says whose the conversation is: the note is found by its own name.
 */
export function withSaid<Found extends Known>(found: Found, told: CallSaid): Found {
  const { customer } = found;
  const { call_id: call, note: text, name, note_in_calling, version } = told;
  if ((customer?.id ?? null) !== told.customer_id) return found;
  const isOwn = (note: CallNote) => note.mine && note.call_id === call;
  const before = found.notes.find(isOwn);
  // What is known already may be newer than what was told.
  if (version < (customer?.version ?? before?.version ?? 0)) return found;
  const counted = customer === null ? version : 0;
  const own = { at: null, by_name: null, mine: true, call_id: call, ...before, text, name, version: counted };
  return {
    ...found,
    customer: customer && { ...customer, note_in_calling, version },
    notes:
      before === undefined && text === '' && name === ''
        ? found.notes
        : [own, ...found.notes.filter((note) => !isOwn(note))],
    said: told.said && !found.said.includes(call) ? [...found.said, call] : found.said,
  };
}
