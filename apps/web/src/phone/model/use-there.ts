import type { MyCall } from '@alo/contract';
import type { ActiveCall, Popup } from '@alo/softphone';
import { useCallback, useEffect, useMemo, useReducer } from 'react';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { usePhoneContext, usePhoneSnapshot } from './phone-context.ts';
import { callThere, nothingThere, stepThere, thereIn } from './there.ts';

/** What one speaks at another telephone of one's own than this page, while there is such. In voice mode 3 the page's phone is that telephone. */
export function useThereNow(): { readonly conversation: MyCall; readonly call: ActiveCall } | null {
  const { onDesk, away } = usePhoneContext();
  const { data } = useMyCalls();
  const conversation = onDesk ? undefined : thereIn(data, away);
  return useMemo(
    () => (conversation === undefined ? null : { conversation, call: callThere(conversation) }),
    [conversation],
  );
}

/** The same with its card. It stands in the call window, which comes up with it and goes with it, unless the page has a call of its own. */
export function useThere(): {
  readonly popup: Popup | null;
  readonly openPopup: () => void;
  readonly closePopup: () => void;
} {
  const { phone } = usePhoneContext();
  const { role, state } = usePhoneSnapshot();
  const now = useThereNow();
  const [{ popup }, send] = useReducer(stepThere, nothingThere);
  const conversation = now?.conversation;
  const busy = state.call.status !== 'idle';
  useEffect(() => send({ type: 'told', conversation, busy }), [conversation, busy]);

  const id = conversation?.id;
  const shows = role === 'here' && !busy;
  useEffect(() => {
    if (id === undefined || !shows) return;
    // The card of a call before it is this one's now.
    phone?.do({ type: 'close-popup' });
    phone?.do({ type: 'dismiss-notice' });
    phone?.do({ type: 'show-window', window: 'open' });
    return () => {
      // A call of the page's own that comes meanwhile keeps the window.
      if (phone?.snapshot().state.call.status === 'idle') phone.do({ type: 'show-window', window: 'closed' });
    };
  }, [phone, id, shows]);

  return {
    popup,
    openPopup: useCallback(() => send({ type: 'open-popup' }), []),
    closePopup: useCallback(() => send({ type: 'close-popup' }), []),
  };
}
