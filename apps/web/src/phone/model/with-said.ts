import type { CallNote, CallSaid, customers, RowOf } from '@alo/contract';

/** What a card shows of a customer that one writes oneself. */
interface Known {
  readonly customer: Pick<RowOf<typeof customers>, 'id' | 'note_in_calling' | 'version'> | null;
  readonly notes: CallNote[];
  readonly said: string[];
}

/** What is known of a customer, with what one has just written of a conversation with them, at whichever computer. */
export function withSaid<Found extends Known>(found: Found, told: CallSaid): Found {
  const { customer } = found;
  const { call_id: call, note: text, note_in_calling, version } = told;
  // What is known already may be newer than what was told.
  if (customer?.id !== told.customer_id || version < customer.version) return found;
  const isOwn = (note: CallNote) => note.mine && note.call_id === call;
  const before = found.notes.find(isOwn);
  const own: CallNote = { at: null, by_name: null, mine: true, call_id: call, ...before, text };
  return {
    ...found,
    customer: { ...customer, note_in_calling, version },
    notes: before === undefined && text === '' ? found.notes : [own, ...found.notes.filter((note) => !isOwn(note))],
    said: told.said && !found.said.includes(call) ? [...found.said, call] : found.said,
  };
}
