import { customers, type RowOf, updateNoteInCalling } from '@alo/contract';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';

import { useConsole } from '../../../shared/api/context.ts';
import { ApiProblem, explain } from '../../../shared/api/problem.ts';
import { draftKey, draftOf, dropDraft, keepDraft, writeOnDraft } from '../../../shared/drafts/drafts.ts';
import { useMe } from '../../../shared/session/me.ts';
import { type Note, type NoteEvent, openNote, stepNote } from './call-note.ts';
import { noteDrafts, refusalIn } from './left-notes.ts';

type Customer = RowOf<typeof customers>;

/** Pause in typing after which the note is saved, in milliseconds. */
const pause = 700;
/** A save that failed is tried again after this. */
const again = 5_000;

/** The customer's call note, saved as it is typed; `flush` saves what is left at once. */
export function useCallNote(customer: Customer): {
  readonly note: Note;
  readonly send: (event: NoteEvent) => void;
  readonly flush: () => void;
} {
  const { api, toasts, session } = useConsole();
  const accountId = useMe()?.id ?? '';
  const key = draftKey(noteDrafts(session.tenantCode, accountId), customer.id);
  const [note, send] = useReducer(stepNote, customer, ({ note_in_calling, version }) =>
    openNote(note_in_calling, version),
  );
  const latest = useRef(note);
  useEffect(() => {
    latest.current = note;
  }, [note]);
  const { id } = customer;

  const save = useCallback(async () => {
    const { text, version, state } = latest.current;
    if (state !== 'unsaved' && state !== 'failed') return;
    send({ type: 'saving' });
    try {
      const saved = await api(updateNoteInCalling, { params: { id }, body: { note_in_calling: text, version } });
      send({ type: 'saved', text: saved.note_in_calling, version: saved.version });
    } catch (error) {
      const current = error instanceof ApiProblem ? customers.row.safeParse(error.body.current).data : undefined;
      if (error instanceof ApiProblem && error.code === 'conflict' && current) {
        send({ type: 'conflict', text: current.note_in_calling, version: current.version });
        return;
      }
      send({ type: 'failed' });
      // That it will be tried again stands beside the words already.
      if (refusalIn(error) === 'refused') toasts.show({ key: 'call-note', kind: 'error', ...explain(error) });
    }
  }, [api, toasts, id]);

  const { state, text, saved, version } = note;
  // What is written here is sent from here, and from nowhere else meanwhile.
  useEffect(() => writeOnDraft(key), [key]);
  // What the server does not have the browser keeps, until it does.
  const onServer = useRef(customer.note_in_calling);
  const [looked, setLooked] = useState(false);
  useEffect(() => {
    void draftOf(key).then(async (draft) => {
      if (draft?.text === onServer.current) await dropDraft(key);
      else if (draft !== undefined) send({ type: 'found', ...draft });
      setLooked(true);
    });
  }, [key]);
  const wasUnsaved = useRef(false);
  useEffect(() => {
    // Nothing is kept over words that have not been read yet.
    if (!looked) return;
    if (state !== 'saved') void keepDraft(key, { text, base: saved, version });
    else if (wasUnsaved.current) void dropDraft(key);
    wasUnsaved.current = state !== 'saved';
  }, [key, state, text, saved, version, looked]);
  useEffect(() => {
    if (state !== 'unsaved' && state !== 'failed') return;
    const timer = setTimeout(() => void save(), state === 'failed' ? again : pause);
    return () => clearTimeout(timer);
    // Each letter starts the pause anew.
  }, [state, text, save]);

  // The card goes away with words that are not saved yet: they are saved now, whatever becomes of the card.
  useEffect(() => () => void save(), [save]);

  return { note, send, flush: () => void save() };
}
