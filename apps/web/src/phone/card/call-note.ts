import { isOver, type KeptDraft, sameWords } from '../../kit/drafts/drafts.ts';

/**
 * The call note while it is written: pure, so that no order of typing and answers loses a letter.
 * ```
 *   saved ──typing──► unsaved ──saving──► saving ──ok──► saved (or unsaved, when typing went on)
 *                        ▲                  ├──conflict──► conflict ──keep mine──► unsaved
 *                        └──────failed──────┘                 └──take theirs──► saved
 * ```
 */
export interface Note {
  readonly text: string;
  /** What of this call the server has. */
  readonly saved: string;
  /** What stands on the server, as of `version`: words of this call, or of one before it. */
  readonly over: string;
  readonly version: number;
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** With `saving`: the text that is on its way. */
  readonly sending: string;
  /** What was sent and has no answer yet: the server may have any of it, and what is written goes over it all the same. */
  readonly sent: readonly string[];
  /** With `conflict`: what somebody else wrote meanwhile. */
  readonly theirs: { readonly text: string; readonly version: number } | null;
}

export type NoteEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** Words that did not get to the server the last time, over what stood there then. */
  | ({ readonly type: 'found' } & KeptDraft)
  | { readonly type: 'saving' }
  | { readonly type: 'saved'; readonly text: string; readonly version: number }
  | { readonly type: 'failed' }
  | { readonly type: 'conflict'; readonly text: string; readonly version: number }
  /** What one has written in this call at another computer, as the server has it, over what stands there now. */
  | { readonly type: 'told'; readonly text: string; readonly over: string; readonly version: number }
  | { readonly type: 'keep-mine' }
  | { readonly type: 'take-theirs' };

/** The note of a call of which nothing is written yet, over what was written before. */
export const openNote = (over: string, version: number): Note => writtenNote('', over, version);

const writtenNote = (text: string, over: string, version: number): Note => ({
  text,
  saved: text,
  over,
  version,
  state: 'saved',
  sending: '',
  sent: [],
  theirs: null,
});

export function stepNote(note: Note, event: NoteEvent): Note {
  switch (event.type) {
    case 'typed':
      // While one text is on its way or in conflict, typing goes on beneath it.
      if (note.state === 'saving' || note.state === 'conflict') return { ...note, text: event.text };
      return {
        ...note,
        text: event.text,
        state: event.text === note.saved && note.sent.length === 0 ? 'saved' : 'unsaved',
      };
    case 'found':
      if (note.state === 'saving' || note.state === 'conflict') return { ...note, text: continued(event.text, note) };
      // The server has them: the page was loaded again in mid-call.
      if (sameWords(event.text, note.over)) {
        const text = continued(event.text, note);
        return { ...note, text, saved: event.text, state: sameWords(text, event.text) ? 'saved' : 'unsaved' };
      }
      // What somebody else wrote over since is not overwritten unseen: the server will say so.
      return {
        ...note,
        text: continued(event.text, note),
        version: isOver(event, note.over) ? note.version : event.version,
        sent: [...note.sent, ...(event.sent ?? [])],
        state: 'unsaved',
      };
    case 'saving':
      return note.state === 'unsaved' || note.state === 'failed'
        ? { ...note, state: 'saving', sending: note.text, sent: [...new Set([...note.sent, note.text])] }
        : note;
    case 'saved': {
      const now = { ...note, saved: event.text, over: event.text, version: event.version, sending: '', sent: [] };
      return { ...now, state: note.text === event.text || note.text === note.sending ? 'saved' : 'unsaved' };
    }
    case 'failed':
      return { ...note, state: 'failed', sending: '' };
    case 'conflict':
      // The same words from two people are no conflict.
      return sameWords(event.text, note.text)
        ? {
            ...note,
            saved: event.text,
            over: event.text,
            version: event.version,
            state: 'saved',
            sending: '',
            sent: [],
          }
        : { ...note, state: 'conflict', sending: '', sent: [], theirs: { text: event.text, version: event.version } };
    case 'told':
      // What is under way from here, or is here already, is no older.
      if (note.state !== 'saved' || event.version < note.version) return note;
      if (event.version === note.version && note.text !== '') return note;
      return sameWords(event.text, note.text)
        ? { ...note, saved: event.text, over: event.over, version: event.version }
        : writtenNote(event.text, event.over, event.version);
    case 'keep-mine':
      return note.theirs === null
        ? note
        : {
            ...note,
            saved: note.theirs.text,
            over: note.theirs.text,
            version: note.theirs.version,
            state: 'unsaved',
            theirs: null,
          };
    case 'take-theirs':
      return note.theirs === null ? note : writtenNote(note.theirs.text, note.theirs.text, note.theirs.version);
    default:
      return event satisfies never;
  }
}

/** Words that were left over, and behind them what was typed in the moment before they were found. */
function continued(found: string, { text, saved }: Note): string {
  if (text === saved || text === found) return found;
  return text.startsWith(saved) && saved !== '' ? `${found}${text.slice(saved.length)}` : `${found}\n${text}`;
}

/** Whether closing would lose something. */
export const isUnsaved = (note: Note): boolean => note.state !== 'saved';
