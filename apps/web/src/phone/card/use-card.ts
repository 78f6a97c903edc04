import { chooseCallCustomer, type MyCall } from '@alo/contract';
import type { Call, Popup } from '@alo/softphone';
import { useEffect, useReducer } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { type Card, type CardEvent, noCard, stepCard } from './card.ts';
import { useKeptCard } from './use-kept-card.ts';
import { useMayShowPopup } from './use-may-show-popup.ts';

/** What the card follows. */
interface Followed {
  readonly popup: Popup | null;
  readonly call: Call;
  readonly conversation: MyCall | undefined;
  /** A page asks for the outcome of calls itself. */
  readonly asked: boolean;
}

/** Whose card is up, under the condition of the pop-up, and what is done with it. */
export function useCard({ popup, call, conversation, asked }: Followed): {
  readonly card: Card;
  readonly send: (event: CardEvent) => void;
  readonly allowed: boolean;
  /** Whether it is known what was open before this page. */
  readonly looked: boolean;
} {
  const allowed = useMayShowPopup();
  const [card, send] = useReducer(stepCard, noCard);
  useEffect(() => send({ type: 'phone', popup, call, conversation, asked }), [popup, call, conversation, asked]);
  const looked = useKeptCard(allowed, allowed ? keptOf(card, call) : undefined, ({ callId, party }, last) =>
    send({
      type: 'found',
      session: callId,
      party,
      conversation: last.call.id,
      startedAt: last.call.started_at,
      chosen: last.chosen ?? undefined,
      busyWith: call.status === 'idle' ? null : call.id,
    }),
  );
  useTellChoice(card, send);
  return { card, send, allowed, looked };
}

/** What only rings may never be talked in: a page that is loaded again has nothing to say of it. */
function keptOf(card: Card, call: Call): string | undefined {
  if (!('session' in card)) return undefined;
  return call.status === 'incoming' && call.id === card.session ? undefined : card.session;
}

/** Whom one chose is kept with the conversation, so that a page that is loaded again and a colleague to whom it is sent know it too. */
function useTellChoice(card: Card, send: (event: CardEvent) => void): void {
  const { api, toasts } = useConsole();
  const { conversation, customer } =
    'session' in card && card.untold
      ? { conversation: card.conversation, customer: card.chosen }
      : { conversation: null, customer: undefined };
  useEffect(() => {
    if (customer === undefined || conversation === null) return;
    const tell = async () => {
      try {
        await api(chooseCallCustomer, { params: { id: conversation }, body: { customer_id: customer } });
      } catch (error) {
        toasts.show({ kind: 'error', ...explain(error) });
      }
      // Somebody else may have been chosen meanwhile.
      send({ type: 'choice-told', customer });
    };
    void tell();
  }, [conversation, customer, api, toasts, send]);
}
