import { type EmbeddedCall, getSystemSetting, type PhoneNews } from '@alo/contract';
import type { ActiveCall } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';
import { useCaller } from '../model/caller.ts';
import { conversationOf, partyNow, ringingOf } from '../model/conversation.ts';
import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';
import { doCommand } from './do-command.ts';
import type { PageAround } from './page-around.ts';

/** Whether the company of who is signed in lets a page have its phones, now; undefined until that is known. */
export function useMayHavePhone(page: string): boolean | undefined {
  const read = useRead();
  const { data } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  return data && (page === location.origin || data.phone_origins.includes(page));
}

/**
 * Tells the page around the phone what happens in it, and does what that page asks for, for as long as the company lets it. A page that may no
 * more loses the phone once no call is in it: it does not come again there.
 */
export function TellsPage({ around }: { around: PageAround }) {
  const may = useMayHavePhone(around.origin);
  const { state } = usePhoneSnapshot();
  const isOver = may === false && state.call.status === 'idle';
  const { tell } = around;
  useEffect(() => {
    if (may === false) tell({ type: 'refused' });
  }, [may, tell]);
  useEffect(() => {
    if (isOver) location.reload();
  }, [isOver]);
  return may === true ? <Telling around={around} /> : null;
}

function Telling({ around: { allow, tell, listen } }: { around: PageAround }) {
  const { phone, dial, extension, unavailable } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const person = useMe()?.name;
  // Before whatever is told.
  useLayoutEffect(() => {
    allow(true);
    return () => allow(false);
  }, [allow]);
  const ready = phone !== null && unavailable === null && state.registration.state === 'registered';
  useEffect(() => {
    if (person !== undefined) tell({ type: 'phone', ready, extension, person });
  }, [tell, ready, extension, person]);
  useEffect(
    () => listen((command) => doCommand(command, { phone, dial: (to) => void dial(to) })),
    [listen, phone, dial],
  );
  const calls = [state.call, ...state.beside].filter((call) => call.status !== 'idle');
  return calls.map((call) => <ToldCall key={call.id} call={call} tell={tell} />);
}

/** One call, told as often as something of it changes; once it is there no more it has ended. */
function ToldCall({ call, tell }: { call: ActiveCall; tell: (news: PhoneNews) => void }) {
  const calls = useMyCalls();
  const conversation = conversationOf(call, calls);
  const came = ringingOf(call, calls) ?? conversation;
  const party = partyNow(call, conversation) ?? call.party;
  const { title, found } = useCaller(party, { told: came !== undefined, prefix: came?.name_prefix });
  const told: EmbeddedCall = {
    call_id: came?.id ?? call.conversation,
    direction: call.direction,
    state: stateOf(call),
    number: party.number,
    name: found?.customer?.name ?? (party.name === '' ? nameIn(title, party.number) : party.name),
    customer_id: found?.customer?.id ?? null,
    hotline: came?.hotline ?? '',
    through: came?.through ?? '',
    started_at: new Date(call.startedAt).toISOString(),
    answered_at: call.status === 'connected' ? new Date(call.answeredAt).toISOString() : null,
  };
  const text = JSON.stringify(told);
  const last = useRef(told);
  useEffect(() => {
    const now: EmbeddedCall = JSON.parse(text);
    last.current = now;
    tell({ type: 'call', call: now });
  }, [text, tell]);
  useEffect(() => () => tell({ type: 'call', call: { ...last.current, state: 'ended' } }), [tell]);
  return null;
}

/** What stands for a name where there is none is the number, in groups. */
const nameIn = (title: string, number: string) =>
  title.replaceAll(/\D/g, '') === number.replaceAll(/\D/g, '') ? '' : title;

function stateOf(call: ActiveCall): EmbeddedCall['state'] {
  switch (call.status) {
    case 'incoming':
      return 'ringing';
    case 'connected':
      return call.onHold ? 'held' : 'talking';
    // Who answers is not talking before the other side knows it.
    case 'connecting':
      return call.direction === 'incoming' ? 'ringing' : 'calling';
    case 'calling':
    case 'outgoing':
      return 'calling';
    default:
      return call satisfies never;
  }
}
