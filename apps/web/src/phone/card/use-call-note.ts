import { customerByPhone, type customers, type RowOf, updateNoteInCalling } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { keyOf } from '../../kit/api/queries.ts';
import {
  draftKey,
  draftOf,
  dropDraft,
  type KeptDraft,
  keepDraft,
  sameWords,
  writeOnDraft,
} from '../../kit/drafts/drafts.ts';
import { useMe } from '../../kit/me/me.ts';
import type { CustomerByPhone } from '../model/caller.ts';
import { type Note, type NoteEvent, openNote, stepNote } from './call-note.ts';
import { noteDrafts, sendNote, sentNotes } from './send-note.ts';

type Customer = RowOf<typeof customers>;

/** Pause in typing after which the note is saved, in milliseconds. */
const pause = 700;
/** A save that failed is tried again after this. */
const again = 5_000;

/**
 * The note of one call with a customer, saved as it is typed; `flush` saves what is left at once. `call` is the phone's own name of it,
 * `conversation` the switchboard's, null until it is known. A call that `waits` beside another one has its words again when one goes back.
 */
export function useCallNote(
  customer: Customer,
  call: string,
  conversation: string | null,
  waits: () => boolean,
): {
  readonly note: Note;
  readonly send: (event: NoteEvent) => void;
  readonly flush: () => void;
  /** What came of the call is kept, and what is shown of the customer read again with that. */
  readonly kept: () => void;
} {
  const { api, toasts, changes, session } = useConsole();
  const accountId = useMe()?.id ?? '';
  const key = draftKey(noteDrafts(session.tenantCode, accountId), customer.id, call);
  const sentKey = draftKey(sentNotes(session.tenantCode, accountId), customer.id, call);
  const [note, send] = useReducer(stepNote, customer, ({ note_in_calling, version }) =>
    openNote(note_in_calling, version),
  );
  const latest = useRef(note);
  useEffect(() => {
    latest.current = note;
  }, [note]);
  const { id } = customer;
  const named = useRef(conversation);
  useEffect(() => {
    named.current = conversation;
  }, [conversation]);

  const queries = useQueryClient();
  const isSent = useRef(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      if (isSent.current) void changes.stale('customer');
    };
  }, [changes]);

  // Whoever asks again who is calling is answered no other than this.
  const known = useCallback(
    (now: Customer) =>
      queries.setQueriesData<CustomerByPhone>({ queryKey: keyOf(session.tenantCode, customerByPhone) }, (found) =>
        found?.customer?.id === now.id ? { ...found, customer: now } : found,
      ),
    [queries, session.tenantCode],
  );

  const save = useCallback(async () => {
    const { text, over: base, sent: unanswered, version, state } = latest.current;
    if (state !== 'unsaved' && state !== 'failed') return;
    send({ type: 'saving' });
    const sent = await sendNote({ text, base, sent: unanswered, version }, (note_in_calling, on) =>
      api(updateNoteInCalling, { params: { id }, body: { note_in_calling, version: on, call_id: named.current } }),
    ).catch((error: unknown) => {
      // A mistake of ours, which is told of at the top; the words are sent again.
      send({ type: 'failed' });
      throw error;
    });
    // What is shown of the customer elsewhere is read again behind the card, and not at each pause of typing.
    if (sent.kind === 'sent') {
      if (isClosed.current) void changes.stale('customer');
      else isSent.current = true;
    }
    switch (sent.kind) {
      case 'sent':
      case 'known':
        known(sent.customer);
        return send({ type: 'saved', text: sent.customer.note_in_calling, version: sent.customer.version });
      case 'conflict':
        return send({ type: 'conflict', text: sent.customer.note_in_calling, version: sent.customer.version });
      case 'refused':
        send({ type: 'failed' });
        toasts.show({ key: 'call-note', kind: 'error', ...explain(sent.error) });
        return;
      case 'not-now':
        // That it will be tried again stands beside the words already.
        return send({ type: 'failed' });
      default:
        return sent satisfies never;
    }
  }, [api, toasts, changes, known, id]);

  const { state, text, over, version, sent } = note;
  // What is written here is sent from here, and from nowhere else meanwhile.
  useEffect(() => writeOnDraft(key), [key]);
  // What the server does not have the browser keeps, until it does.
  const onServer = useRef(customer.note_in_calling);
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    const look = async (): Promise<KeptDraft | undefined> => {
      const draft = await draftOf(key);
      if (draft !== undefined && sameWords(draft.text, onServer.current)) await dropDraft(key);
      return draft ?? (await draftOf(sentKey));
    };
    void look().then((draft) => {
      if (draft !== undefined) send({ type: 'found', ...draft });
      setLooked(true);
    });
  }, [key, sentKey]);
  const wasUnsaved = useRef(false);
  useEffect(() => {
    // Nothing is kept over words that have not been read yet.
    if (!looked) return;
    if (state !== 'saved')
      void keepDraft(key, { text, base: over, version, sent, ...(conversation !== null && { call: conversation }) });
    else if (wasUnsaved.current) {
      void dropDraft(key);
      void keepDraft(sentKey, { text, base: text, version });
    }
    wasUnsaved.current = state !== 'saved';
  }, [key, sentKey, state, text, over, version, sent, looked, conversation]);
  const goesOn = useRef(waits);
  useEffect(() => {
    goesOn.current = waits;
  }, [waits]);
  // The card of the call is closed: what is written next is of another.
  useEffect(
    () => () => {
      if (!goesOn.current()) void dropDraft(sentKey);
    },
    [sentKey],
  );
  useEffect(() => {
    if (state !== 'unsaved' && state !== 'failed') return;
    const timer = setTimeout(() => void save(), state === 'failed' ? again : pause);
    return () => clearTimeout(timer);
    // Each letter starts the pause anew.
  }, [state, text, save]);

  // The card goes away with words that are not saved yet: they are saved now, whatever becomes of the card.
  useEffect(() => () => void save(), [save]);

  const kept = () => {
    isSent.current = false;
  };
  return { note, send, flush: () => void save(), kept };
}
