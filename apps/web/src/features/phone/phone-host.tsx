import { getSystemSetting } from '@alo/contract';
import type { Call, Popup } from '@alo/softphone';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { useMe } from '../../shared/session/me.ts';
import styles from './call-window/call-window.module.css';
import { CallWindow } from './call-window/call-window.tsx';
import { useCaller } from './call-window/caller.ts';
import { useCame } from './call-window/use-came.ts';
import type { CardHandle } from './customer/customer-card.tsx';
import { mayShowPopup } from './customer/may-show-popup.ts';
import { useChosenCustomer } from './customer/use-chosen-customer.ts';
import { useLeftNotes } from './customer/use-left-notes.ts';
import { callWantedBy } from './linked-call/wanted-call.ts';
import { CustomerCard, fetchExtras, LinkedCall } from './on-demand.ts';
import { usePhoneContext, usePhoneSnapshot } from './phone-context.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useIncomingNotification } from './use-notification.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { callLabel, noticeText } from './words.ts';

/** The phone as it stands over every screen: call window, customer pop-up, announcements, keys. One of it a page. */
export function PhoneHost() {
  const { phone, extension } = usePhoneContext();
  const { state, role } = usePhoneSnapshot();
  const { call, window: shown } = state;
  const popup = useCustomerPopup(state.popup, call);
  const ownCard = call.status !== 'idle' && call.id === popup.session;
  const caller = useCaller(call.status === 'idle' ? null : call.party, ownCard ? popup.chosen : undefined);
  useShortcuts();
  useLeftNotes();
  const inCall = call.status !== 'idle';
  // Before anybody can have answered.
  useEffect(() => {
    if (inCall) void fetchExtras();
  }, [inCall]);
  useLeaveGuard(role === 'here' && inCall);
  const who = [caller.title, caller.number].filter((part) => part !== '').join(', ');
  useIncomingNotification(role === 'here' && call.status === 'incoming', extension, who);

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
        <div className={styles.dock}>
          <Suspense fallback={null}>{popup.card}</Suspense>
          {shown === 'open' && <CallWindow caller={caller} onNote={noted} />}
        </div>
      )}
    </>
  );
}

/** The pop-up under its condition. It stays after its call for as long as it holds words that are not saved. */
function useCustomerPopup(popup: Popup | null, call: Call) {
  const { phone } = usePhoneContext();
  const allowed = useMayShowPopup();
  const [kept, setKept] = useState<Popup | null>(null);
  if (popup !== null && popup.callId !== kept?.callId) setKept(popup);
  const shown = popup ?? kept;
  const { chosen, choose } = useChosenCustomer(shown?.callId);
  const { found } = useCaller(allowed && shown ? shown.party : null, chosen);
  const came = useCame(call);
  const handle = useRef<CardHandle>(null);

  const onClosed = useCallback(() => setKept(null), []);
  const close = () => {
    setKept(null);
    phone?.do({ type: 'close-popup' });
  };
  const note = () => {
    phone?.do({ type: 'open-popup' });
    // The card may have to come up first.
    setTimeout(() => handle.current?.focusNote());
  };
  const card = allowed && shown && found && (
    <CustomerCard
      key={shown.callId}
      ref={handle}
      found={found}
      number={shown.party.number}
      came={call.status !== 'idle' && call.id === shown.callId ? came : null}
      onChoose={choose}
      wanted={popup !== null}
      onClosed={onClosed}
      onClose={close}
    />
  );
  return { allowed, card, note, chosen, session: shown?.callId };
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
