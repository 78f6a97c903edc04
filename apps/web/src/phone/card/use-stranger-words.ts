import { type CallNote, noteStranger } from '@alo/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { draftKey } from '../../kit/drafts/drafts.ts';
import { useKeptInput } from '../../kit/drafts/use-kept-input.ts';
import { useMay, useMe } from '../../kit/me/me.ts';
import { refusalIn } from './send-note.ts';
import {
  afterTold,
  noWords,
  type StrangerWords,
  sameStranger,
  strangerDrafts,
  strangerWords,
} from './stranger-draft.ts';

/** Pause in typing after which the words are saved, in milliseconds. */
const pause = 700;
/** A save that failed is tried again after this. */
const again = 5_000;

/**
 * What one writes of somebody who is no customer: with the conversation as soon as that has a name, so that one's other computer has it too,
 * and in the browser until then.
 */
export function useStrangerWords({
  number,
  conversation,
  own,
}: {
  number: string;
  /** The switchboard's name of the call; null until it is known. */
  conversation: string | null;
  /** What one has written in it, as the server has it. */
  own: CallNote | undefined;
}): {
  readonly words: StrangerWords;
  readonly say: (part: Partial<StrangerWords>) => void;
  /** The server has all of it. */
  readonly isSaved: boolean;
  /** They are kept otherwise: nothing is filled in, and nothing sent any more. */
  readonly clear: () => Promise<void>;
} {
  const { api, session } = useConsole();
  const accountId = useMe()?.id ?? '';
  const may = useMay()(noteStranger.access);
  const key = draftKey(strangerDrafts(session.tenantCode, accountId), number);
  const { input: words, change, show, sent, clear } = useKeptInput(key, strangerWords);
  const [server, setServer] = useState({ words: noWords, version: 0 });
  const [failures, setFailures] = useState(0);
  const isSending = useRef(false);
  const isOver = useRef(false);

  const hear = useEffectEvent(({ text: note, name, version }: CallNote) => {
    if (isOver.current || version <= server.version) return;
    const told = { name, note };
    const now = afterTold(words, server.words, told);
    setServer({ words: told, version });
    if (now !== words) show(now);
  });
  useEffect(() => {
    if (own !== undefined) hear(own);
  }, [own]);

  const isSaved = sameStranger(words, server.words);
  const save = useEffectEvent(async () => {
    if (isSaved || isSending.current || isOver.current || !may || conversation === null) return;
    isSending.current = true;
    try {
      const { version } = await api(noteStranger, { params: { id: conversation }, body: words });
      setServer((known) => (version > known.version ? { words, version } : known));
      sent(words);
      setFailures(0);
    } catch (error) {
      // Refused for good it stays in the browser, as of somebody who has become a customer meanwhile.
      if (refusalIn(error) === 'not-now') setFailures((times) => times + 1);
    } finally {
      isSending.current = false;
    }
  });
  useEffect(() => {
    const timer = setTimeout(() => void save(), failures === 0 ? pause : again);
    return () => clearTimeout(timer);
  }, [words, server, conversation, failures]);
  useEffect(() => () => void save(), []);

  return {
    words,
    say: change,
    isSaved,
    clear: () => {
      isOver.current = true;
      return clear();
    },
  };
}
