import { myLastCall, type ResultOf } from '@alo/contract';
import type { Popup } from '@alo/softphone';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { draftKey, draftOf, dropDraft, keepDraft } from '../../kit/drafts/drafts.ts';
import { useMe } from '../../kit/me/me.ts';

/** The call that a card was of, as the server has it. */
interface LastCall {
  readonly call: NonNullable<ResultOf<typeof myLastCall>['call']>;
  readonly chosen: string | null;
}

/** A card that was open, by the phone's own name of its call. */
interface Left {
  readonly session: string;
  readonly last: LastCall;
}

/**
 * That a card is open the browser keeps until it is closed: a page that is loaded again, in the middle of a call too, asks the server
 * what became of the call and has the card `opened` again. Answers whether that has been looked into.
 */
export function useKeptCard(
  mayOpen: boolean,
  shown: string | undefined,
  opened: (popup: Popup, last: LastCall) => void,
): boolean {
  const { session } = useConsole();
  const queries = useQueryClient();
  const last = useRead()(myLastCall, {});
  const accountId = useMe()?.id;
  const key = draftKey('call-card', session.tenantCode, accountId ?? '');
  const [looked, setLooked] = useState(false);

  const look = useEffectEvent(async (): Promise<Left | undefined> => {
    const draft = await draftOf(key);
    if (draft === undefined) return undefined;
    try {
      const { call, chosen } = await queries.fetchQuery({ ...last, staleTime: 0 });
      if (call !== null) return { session: draft.text, last: { call, chosen } };
      await dropDraft(key);
    } catch (error) {
      // With no server to say what the call was, the page that is loaded next asks.
      if (!(error instanceof ApiProblem)) throw error;
    }
    return undefined;
  });
  const open = useEffectEvent(({ session: callId, last: { call, chosen } }: Left) =>
    opened({ callId, party: { number: call.phone, name: '' } }, { call, chosen }),
  );
  const ready = accountId !== undefined && mayOpen;
  useEffect(() => {
    if (!ready) return;
    let gone = false;
    void look().then((left) => {
      if (gone) return;
      if (left !== undefined) open(left);
      setLooked(true);
    });
    return () => {
      gone = true;
    };
  }, [ready]);

  const wasShown = useRef(false);
  useEffect(() => {
    if (shown !== undefined) void keepDraft(key, { text: shown, base: '', version: 0 });
    else if (wasShown.current) void dropDraft(key);
    wasShown.current = shown !== undefined;
  }, [key, shown]);
  return looked;
}
