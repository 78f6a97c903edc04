import type { Call } from '@alo/softphone';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';

import { useMyCalls } from '../domain/calls/use-my-calls.ts';
import { useOwnTags } from '../domain/tags/use-own-tags.ts';
import { Zone } from '../kit/zone/zone.tsx';
import type { CardHandle } from './card/call-note-field.tsx';
import { useCard } from './card/use-card.ts';
import { useLeftNotes } from './card/use-left-notes.ts';
import { useLeftStrangers } from './card/use-left-strangers.ts';
import { useReadAhead } from './card/use-read-ahead.ts';
import { useRang } from './control/use-rang.ts';
import { useTakenOver } from './control/use-taken-over.ts';
import { callWantedBy } from './cti/wanted-call.ts';
import { FloatingContext, useFloating } from './floating/use-floating.ts';
import { useCaller } from './model/caller.ts';
import { conversationOf, numbersIn, partyNow, ringingOf } from './model/conversation.ts';
import { usePhoneContext, usePhoneSnapshot } from './model/phone-context.ts';
import { useCallerNews } from './model/use-caller-news.ts';
import { useLastCallNews } from './model/use-last-call-news.ts';
import { useShortcuts } from './model/use-shortcuts.ts';
import { useThere, useThereNow } from './model/use-there.ts';
import { callLabel, noticeText } from './model/words.ts';
import { CustomerCard, fetchExtras, LinkedCall, MicrophoneTrial } from './on-demand.ts';
import { CallWindowFailed } from './phone-failed.tsx';
import { CallWindow } from './window/call-window.tsx';
import styles from './window/dock.module.css';
import { useLeaveGuard } from './window/use-leave-guard.ts';
import { useIncomingNotification } from './window/use-notification.ts';
import { useTabMark } from './window/use-tab-mark.ts';

/** The customer's card is there with the call window, or without it where that is folded. */
export type DockedParts = 'nothing' | 'window' | 'card';

/**
 * The phone as it stands over every screen: call window, customer pop-up, announcements, keys. One of it a page. `asked`: the page
 * asks for the outcome of calls itself.
 */
export function PhoneHost({
  onDocked,
  asked = false,
  part = null,
}: {
  /** What of it stands in the page. */
  onDocked?: (docked: DockedParts) => void;
  asked?: boolean;
  /** What has all of the phone in it, and can stand in a window of its own. */
  part?: HTMLElement | null;
}) {
  const { phone, extension, onDesk, microphone } = usePhoneContext();
  const { state, role } = usePhoneSnapshot();
  const { window: shown } = state;
  const calls = useMyCalls();
  const { popup, call, conversation, openPopup, closePopup } = useSpoken();
  const came = ringingOf(call, calls) ?? conversation ?? null;
  const { card, send, allowed, looked } = useCard({ popup, call, conversation, asked });
  const ofCall = 'session' in card ? card : null;
  const ownCard = call.status !== 'idle' && call.id === ofCall?.session;
  const caller = useCaller(partyNow(call, conversation), {
    chosen: ownCard ? ofCall?.chosen : undefined,
    prefix: came?.name_prefix,
    told: came !== null,
  });
  const party = card.kind === 'none' ? null : card.party;
  const { found } = useCaller(allowed ? party : null, { chosen: ofCall?.chosen, told: came !== null });
  const handle = useRef<CardHandle>(null);
  const onClosed = useCallback(() => send({ type: 'nothing-to-lose' }), [send]);
  const close = () => {
    send({ type: 'closed' });
    closePopup();
  };
  const note = () => {
    openPopup();
    // Whoever types at once is ahead of any timer.
    if (handle.current) return handle.current.focusNote();
    // The card has to come up first.
    setTimeout(() => handle.current?.focusNote());
  };
  const shows = card.kind === 'of-call' ? card.shows : 'whole';
  const session = ofCall?.session;
  const waits = useCallback(
    () => phone?.snapshot().state.beside.some(({ id }) => id === session) === true,
    [phone, session],
  );
  const customerCard = allowed && party && found && (
    <CustomerCard
      key={`${session ?? 'left'} ${party.number}`}
      ref={handle}
      session={session ?? `left ${party.number}`}
      conversation={ofCall?.conversation ?? null}
      found={found}
      number={party.number}
      came={ownCard ? came : null}
      startedAt={ofCall?.startedAt ?? null}
      before={card.kind === 'before-reload'}
      shows={shows}
      consulted={ofCall?.consulted ?? false}
      waits={waits}
      // In the page of a CRM that page opens what it wants.
      here={role === 'here' && globalThis.top === globalThis.self}
      onChoose={(customer) => send({ type: 'chosen', customer })}
      onClosed={onClosed}
      onClose={close}
    />
  );
  useReadAhead(allowed);
  useOwnTags();
  useTabMark(call, caller.title);
  useLeftNotes();
  useCallerNews(numbersIn([call, ...state.beside], calls, ofCall));
  useLastCallNews();
  useTakenOver();
  useRang();
  useLeftStrangers(allowed && looked, party?.number, (number) => send({ type: 'words-left', number }));
  const inCall = call.status !== 'idle';
  const ownCall = state.call;
  // What was never missed is not fetched.
  const [missed, setMissed] = useState(false);
  if (!missed && microphone !== null && microphone !== 'usable') setMissed(true);
  // Before anybody can have answered.
  useEffect(() => {
    if (inCall) void fetchExtras();
  }, [inCall]);
  // A conversation on a desk phone goes on without the page.
  useLeaveGuard(role === 'here' && ownCall.status !== 'idle' && !onDesk);
  const who = [caller.title, caller.number].filter((part) => part !== '').join(', ');
  const ringing = {
    id: role === 'here' && ownCall.status === 'incoming' ? ownCall.id : null,
    answer: () => phone?.do({ type: 'answer' }),
    reject: () => phone?.do({ type: 'reject' }),
  };
  useIncomingNotification(ringing, extension, who);

  const hasCard = Boolean(customerCard);
  const { own, floating } = useFloating({ part, inCall, hasCard, folded: shown === 'folded' });
  const floats = floating?.floats === true;
  useShortcuts(own);
  const isOpen = shown === 'open' || floats;
  // In a window of its own it takes no room here.
  const docked = floats ? 'nothing' : hasCard ? 'card' : isOpen ? 'window' : 'nothing';
  useEffect(() => onDocked?.(docked), [docked, onDocked]);
  // The note is the customer's, also while a colleague is asked about them.
  const noted = allowed && (found ?? caller.found)?.customer ? note : null;
  const [isLinked] = useState(() => callWantedBy(location.search) !== null);
  return (
    <FloatingContext value={floating}>
      {isLinked && phone !== null && (
        <Suspense fallback={null}>
          <LinkedCall />
        </Suspense>
      )}
      <div role="alert" className="alo-unseen">
        {call.status === 'incoming' && `Cuộc gọi đến từ ${who}`}
      </div>
      <output className="alo-unseen">
        {call.status !== 'incoming' && callLabel(call)}
        {call.status === 'idle' && state.notice && noticeText(state.notice)}
      </output>
      {phone !== null && microphone !== null && missed && !inCall && !isOpen && !customerCard && (
        <Zone name="Thử micro">
          <Suspense fallback={null}>
            <MicrophoneTrial standing={microphone} />
          </Suspense>
        </Zone>
      )}
      {(isOpen || customerCard) && (
        <div
          className={styles.dock}
          data-folded={(shown === 'folded' && !floats) || undefined}
          data-card={hasCard || undefined}
        >
          {customerCard && (
            <div className={styles.place}>
              <Zone name="Thẻ khách hàng">
                <Suspense fallback={null}>{customerCard}</Suspense>
              </Zone>
            </div>
          )}
          {isOpen && (
            <Zone name="Cửa sổ gọi" fallback={(retry) => <CallWindowFailed phone={phone} onRetry={retry} />}>
              <CallWindow caller={caller} came={ownCard && customerCard ? null : came} onNote={noted} />
            </Zone>
          )}
        </div>
      )}
    </FloatingContext>
  );
}

/** The call that window and card are of: the page's own, or what one speaks at another telephone of one's own. */
function useSpoken() {
  const { phone } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const calls = useMyCalls();
  const there = useThere();
  const now = useThereNow();
  const isThere = state.call.status === 'idle' && (now !== null || there.popup !== null);
  if (isThere) {
    const { popup, openPopup, closePopup } = there;
    return { popup, call: now?.call ?? idle, conversation: now?.conversation, openPopup, closePopup };
  }
  return {
    popup: state.popup,
    call: state.call,
    conversation: conversationOf(state.call, calls),
    openPopup: () => phone?.do({ type: 'open-popup' }),
    closePopup: () => phone?.do({ type: 'close-popup' }),
  };
}

const idle: Call = { status: 'idle' };
