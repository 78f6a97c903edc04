import { getSystemSetting, type MyCall } from '@alo/contract';
import type { Call, Popup } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { useMyCalls } from '../domain/calls/use-my-calls.ts';
import { useRead } from '../kit/api/queries.ts';
import { useMe } from '../kit/me/me.ts';
import { Zone } from '../kit/zone/zone.tsx';
import type { CardHandle } from './card/customer-card.tsx';
import { mayShowPopup } from './card/may-show-popup.ts';
import { useChosenCustomer } from './card/use-chosen-customer.ts';
import { useKeptCard } from './card/use-kept-card.ts';
import { useLeftNotes } from './card/use-left-notes.ts';
import { useLeftStrangers } from './card/use-left-strangers.ts';
import { callWantedBy } from './cti/wanted-call.ts';
import { type CallOrigin, useCaller } from './model/caller.ts';
import { conversationOf, partyNow, ringingOf } from './model/conversation.ts';
import { usePhoneContext, usePhoneSnapshot } from './model/phone-context.ts';
import { useCallerNews } from './model/use-caller-news.ts';
import { useShortcuts } from './model/use-shortcuts.ts';
import { callLabel, noticeText } from './model/words.ts';
import { CustomerCard, fetchExtras, LinkedCall } from './on-demand.ts';
import { CallWindowFailed } from './phone-failed.tsx';
import { CallWindow } from './window/call-window.tsx';
import styles from './window/dock.module.css';
import { useLeaveGuard } from './window/use-leave-guard.ts';
import { useIncomingNotification } from './window/use-notification.ts';

/** The phone as it stands over every screen: call window, customer pop-up, announcements, keys. One of it a page. */
export function PhoneHost({ onCard }: { onCard?: (shown: boolean) => void }) {
  const { phone, extension, onDesk } = usePhoneContext();
  const { state, role } = usePhoneSnapshot();
  const { call, window: shown } = state;
  const calls = useMyCalls();
  const conversation = conversationOf(call, calls);
  const came = ringingOf(call, calls) ?? conversation ?? null;
  const popup = useCustomerPopup(state.popup, call, { came, conversation });
  const ownCard = call.status !== 'idle' && call.id === popup.session;
  const caller = useCaller(partyNow(call, conversation), {
    chosen: ownCard ? popup.chosen : undefined,
    prefix: came?.name_prefix,
    told: came !== null,
  });
  useShortcuts();
  useLeftNotes();
  useCallerNews();
  useLeftStrangers(popup.allowed && popup.looked, popup.number, popup.openFor);
  const inCall = call.status !== 'idle';
  // Before anybody can have answered.
  useEffect(() => {
    if (inCall) void fetchExtras();
  }, [inCall]);
  // A conversation on a desk phone goes on without the page.
  useLeaveGuard(role === 'here' && inCall && !onDesk);
  const who = [caller.title, caller.number].filter((part) => part !== '').join(', ');
  useIncomingNotification(role === 'here' && call.status === 'incoming', extension, who);

  const hasCard = Boolean(popup.card);
  useEffect(() => onCard?.(hasCard), [hasCard, onCard]);
  const noted = popup.allowed && caller.found?.customer ? popup.note : null;
  const [isLinked] = useState(() => callWantedBy(location.search) !== null);
  return (
    <>
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
      {(shown === 'open' || popup.card) && (
        <div className={styles.dock} data-folded={shown === 'folded' || undefined}>
          {popup.card && (
            <Zone name="Thẻ khách hàng">
              <Suspense fallback={null}>{popup.card}</Suspense>
            </Zone>
          )}
          {shown === 'open' && (
            <Zone name="Cửa sổ gọi" fallback={(retry) => <CallWindowFailed phone={phone} onRetry={retry} />}>
              <CallWindow caller={caller} came={ownCard && popup.card ? null : came} onNote={noted} />
            </Zone>
          )}
        </div>
      )}
    </>
  );
}

const left = 'left';
const isLeft = ({ callId }: Popup) => callId.startsWith(`${left} `);

/** The pop-up under its condition. It stays after its call for as long as it holds words that are not saved. */
function useCustomerPopup(
  popup: Popup | null,
  call: Call,
  { came, conversation }: { came: CallOrigin | null; conversation: MyCall | undefined },
) {
  const { phone } = usePhoneContext();
  const allowed = useMayShowPopup();
  const [kept, setKept] = useState<Popup | null>(null);
  if (popup !== null && popup.callId !== kept?.callId) setKept(popup);
  const shown = popup ?? kept;
  const { chosen, choose, recall } = useChosenCustomer(
    shown?.callId,
    call.status !== 'idle' && call.id === shown?.callId ? conversation : undefined,
  );
  // What was open when the page was loaded again is wanted until it is closed, or the phone itself says so.
  const [before, setBefore] = useState<string | null>(null);
  if (popup !== null && before !== null) setBefore(null);
  const isBefore = popup === null && shown !== null && shown.callId === before;
  // What only rings may never be talked in: a page that is loaded again has nothing to say of it.
  const rings = call.status === 'incoming' && call.id === shown?.callId;
  const looked = useKeptCard(
    allowed,
    allowed && shown !== null && !isLeft(shown) && !rings ? shown.callId : undefined,
    (card, last) => {
      // The phone may have the call back by now.
      if (shown?.callId !== card.callId) {
        if (shown !== null || (call.status !== 'idle' && call.id !== card.callId)) return;
        setKept(card);
        setBefore(card.callId);
      }
      recall({ session: card.callId, callId: last.call.id, customer: last.chosen ?? undefined });
    },
  );
  const { found } = useCaller(allowed && shown ? shown.party : null, { chosen, told: came !== null });
  const handle = useRef<CardHandle>(null);

  const onClosed = useCallback(() => setKept(null), []);
  const close = () => {
    setKept(null);
    phone?.do({ type: 'close-popup' });
  };
  const note = () => {
    phone?.do({ type: 'open-popup' });
    // Whoever types at once is ahead of any timer.
    if (handle.current) return handle.current.focusNote();
    // The card has to come up first.
    setTimeout(() => handle.current?.focusNote());
  };
  const card = allowed && shown && found && (
    <CustomerCard
      key={shown.callId}
      ref={handle}
      session={shown.callId}
      found={found}
      number={shown.party.number}
      came={call.status !== 'idle' && call.id === shown.callId ? came : null}
      before={isBefore}
      onChoose={choose}
      wanted={popup !== null || isBefore || isLeft(shown)}
      onClosed={onClosed}
      onClose={close}
    />
  );
  /** The card of a number of which there are words that nobody has kept. */
  const openFor = (number: string) => setKept({ callId: `${left} ${number}`, party: { number, name: '' } });
  return { allowed, card, note, chosen, session: shown?.callId, number: shown?.party.number, looked, openFor };
}

/** Read again each half minute, so that a licence also runs out on a page that stays open. */
const lookEveryMs = 30_000;

function useMayShowPopup(): boolean {
  const read = useRead();
  const features = useMe()?.features;
  const { data: setting } = useQuery({ ...read(getSystemSetting, {}), staleTime: 60_000 });
  return useSyncExternalStore(
    everyHalfMinute,
    () => features !== undefined && setting !== undefined && mayShowPopup(features, setting, Date.now()),
  );
}

function everyHalfMinute(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  return () => clearInterval(timer);
}
