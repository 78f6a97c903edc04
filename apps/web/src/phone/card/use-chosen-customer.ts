import { chooseCallCustomer, type MyCall } from '@alo/contract';
import { useEffect, useState } from 'react';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';

interface Choice {
  /** The phone's own name of the call. */
  readonly session: string;
  /** The switchboard's. */
  readonly callId: string | null;
  readonly customer: string | undefined;
  /** Chosen here, and not yet said to the switchboard. */
  readonly untold?: true;
}

/**
 * Which of several customers one has said that a call is with. It is kept with the conversation, so that a page that is loaded
 * again and a colleague to whom the call is sent know it too; here it outlives the call for as long as the card is open.
 */
export function useChosenCustomer(
  session: string | undefined,
  conversation: Pick<MyCall, 'id' | 'customer_id'> | undefined,
): {
  readonly chosen: string | undefined;
  readonly choose: (customer: string) => void;
  /** What was chosen of a call before this page was there. */
  readonly recall: (choice: Choice) => void;
} {
  const { api, toasts } = useConsole();
  const [kept, setKept] = useState<Choice>({ session: '', callId: null, customer: undefined });
  const own = session !== undefined && kept.session === session ? kept : null;
  const callId = conversation?.id ?? own?.callId ?? null;
  const chosen = own?.customer ?? conversation?.customer_id ?? undefined;
  if (session !== undefined && (own?.callId !== callId || own.customer !== chosen)) {
    setKept({ ...own, session, callId, customer: chosen });
  }

  // Who chooses may be faster than the word of which conversation it is.
  const untold = own?.untold ? own.customer : undefined;
  useEffect(() => {
    if (untold === undefined || callId === null) return;
    const tell = async () => {
      try {
        await api(chooseCallCustomer, { params: { id: callId }, body: { customer_id: untold } });
      } catch (error) {
        toasts.show({ kind: 'error', ...explain(error) });
      }
      // Somebody else may have been chosen meanwhile.
      setKept((now) => {
        const { untold: _told, ...told } = now;
        return now.customer === untold ? told : now;
      });
    };
    void tell();
  }, [untold, callId, api, toasts]);
  const choose = (customer: string) => {
    if (session !== undefined) setKept({ session, callId, customer, untold: true });
  };
  return { chosen, choose, recall: setKept };
}
