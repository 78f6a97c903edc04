import { type ResultOf, updateNoteInCalling } from '@alo/contract';
import { useEffect } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { draftsBeginning, dropDraft, type KeptDraft, withLeftDraft } from '../../kit/drafts/drafts.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { noteDrafts, sendNote } from './send-note.ts';

/** So often it is looked for what is left over; at once where the network comes back. */
const lookEveryMs = 20_000;

/**
 * Sends call notes that did not get to the server (the network, the session or the tab ended before), without anybody opening
 * their cards again.
 */
export function useLeftNotes(): void {
  const { api, toasts, changes, session } = useConsole();
  const accountId = useMe()?.id;
  const mayWrite = useMay()(updateNoteInCalling.access);
  useEffect(() => {
    if (accountId === undefined || !mayWrite) return;
    const prefix = noteDrafts(session.tenantCode, accountId);
    /** What the server refused is not sent again. */
    const refused = new Set<string>();

    const send = async () => {
      for (const key of (await draftsBeginning(prefix)).keys()) {
        if (refused.has(key)) continue;
        await withLeftDraft(key, async () => {
          // What is there now: somebody may have written on it since.
          const draft = (await draftsBeginning(prefix)).get(key);
          if (draft === undefined) return;
          const [id = ''] = key.slice(prefix.length + 1).split(' ');
          const save = (text: string, version: number) =>
            api(updateNoteInCalling, {
              params: { id },
              body: { note_in_calling: text, version, call_id: draft.call ?? null },
            });
          const first = await sendNote(draft, save);
          // Of two conversations somebody else has written of the later: both stay.
          const sent = first.kind === 'conflict' ? await sendNote(behind(first.customer, draft), save) : first;
          switch (sent.kind) {
            case 'sent':
              await dropDraft(key);
              toasts.show({ kind: 'success', text: `Đã lưu ghi chú viết dở của ${sent.customer.name}` });
              await changes.stale('customer');
              return;
            case 'known':
              await dropDraft(key);
              return;
            case 'conflict':
              // Somebody writes there at this moment: it is tried again.
              return;
            case 'refused':
              refused.add(key);
              return;
            case 'not-now':
              return;
            default:
              return sent satisfies never;
          }
        });
      }
    };

    const look = () => void send();
    const listening = new AbortController();
    addEventListener('online', look, { signal: listening.signal });
    const timer = setInterval(look, lookEveryMs);
    look();
    return () => {
      listening.abort();
      clearInterval(timer);
    };
  }, [api, toasts, changes, session, accountId, mayWrite]);
}

/** Words of a call behind those that somebody else wrote later. */
const behind = (
  { note_in_calling: theirs, version }: ResultOf<typeof updateNoteInCalling>,
  { text, ...draft }: KeptDraft,
): KeptDraft => ({
  ...draft,
  text: `${theirs}\n${text}`,
  base: theirs,
  version,
});
