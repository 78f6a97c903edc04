import type { MyCall } from '@alo/contract';
import type { ActiveCall, Call } from '@alo/softphone';
import { Button, IconAlertTriangle, IconButton, IconChevronDown, IconPhone, IconX, Status } from '@alo/ui';
import { Suspense, use } from 'react';
import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { DeviceButton } from '../audio/device-button.tsx';
import { RecordingButton } from '../control/recording-button.tsx';
import { RecordingNews } from '../control/recording-news.tsx';
import { FloatingButton } from '../floating/floating-button.tsx';
import { FloatingContext } from '../floating/use-floating.ts';
import { type Caller, type CallOrigin, useCaller } from '../model/caller.ts';
import { conversationOf, othersIn } from '../model/conversation.ts';
import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';
import { placeWords } from '../model/there.ts';
import { useParkedCalls } from '../model/use-parked-calls.ts';
import { useThereNow } from '../model/use-there.ts';
import {
  callLabel,
  elsewhereLine,
  mutedWords,
  noticeText,
  rangWords,
  registrationLine,
  troubleText,
  unavailableLine,
} from '../model/words.ts';
import { CallScript, ParkedCalls, SpeaksMuted } from '../on-demand.ts';
import { AlsoRings } from './also-rings.tsx';
import { BesideCalls, ThereBeside } from './beside-calls.tsx';
import { CallInProgress } from './call-in-progress.tsx';
import { CallOriginLine } from './call-origin.tsx';
import styles from './call-window.module.css';
import { Dialler } from './dialler.tsx';
import { IncomingCall } from './incoming-call.tsx';
import notices from './notice.module.css';
import { SoundLevel, SoundTrouble } from './sound.tsx';
import { soundNow } from './sound-now.ts';
import { Timer } from './timer.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The call window: who, in what state, and what can be done now. */
export function CallWindow({
  caller,
  came,
  onNote,
}: {
  caller: Caller;
  /** How the call came, unless the customer's card beside it says so. */
  came: CallOrigin | null;
  onNote: (() => void) | null;
}) {
  const { phone, onDesk, devices } = usePhoneContext();
  const { state, role, quality, trouble } = usePhoneSnapshot();
  const now = useThereNow();
  const there = state.call.status === 'idle' ? now : null;
  const call = there?.call ?? state.call;
  const idle = call.status === 'idle';
  const own = conversationOf(state.call, useMyCalls());
  const conversation = there?.conversation ?? own;
  const parked = useParkedCalls().length;
  const window = useKeptFocus(call.status);
  const floats = use(FloatingContext)?.floats === true;
  const isHeld = call.status !== 'connected' || call.onHold || call.heldByThem;
  const sound = isHeld ? null : soundNow(there === null ? quality : null, conversation);
  return (
    <section
      ref={window}
      data-phone
      tabIndex={-1}
      className={styles.window}
      aria-label="Điện thoại"
      data-status={call.status}
    >
      <header className={styles.top}>
        {idle ? <h2 className={styles.heading}>Điện thoại</h2> : <CallState call={call} conversation={conversation} />}
        {sound && <SoundLevel sound={sound} />}
        <span className={styles.tools}>
          {call.status === 'connected' && conversation && <RecordingButton call={conversation} />}
          {!onDesk && there === null && <DeviceButton />}
          <FloatingButton />
          {!floats && (
            <IconButton
              label={idle ? 'Đóng cửa sổ gọi' : 'Thu nhỏ cửa sổ gọi'}
              size="sm"
              onClick={() => phone?.do({ type: 'show-window', window: idle ? 'closed' : 'folded' })}
            >
              {idle ? <IconX aria-hidden /> : <IconChevronDown aria-hidden />}
            </IconButton>
          )}
        </span>
      </header>
      {there && <Place {...there} />}
      {!idle && <Who caller={caller} conversation={conversation} />}
      {call.status === 'connected' && conversation && <RecordingNews call={conversation} />}
      {came !== null && isOneToOne(conversation) && <CallOriginLine came={came} />}
      {came !== null && call.status !== 'incoming' && (
        <Suspense fallback={null}>
          <CallScript of={came.script_of} customer={caller.found?.customer ?? null} number={caller.number} />
        </Suspense>
      )}
      {sound && (trouble === 'none' || there !== null) && <SoundTrouble sound={sound} />}
      {trouble !== 'none' && there === null && (
        <p className={styles.warning} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {troubleText[trouble]}
        </p>
      )}
      {role === 'here' && !onDesk && there === null && call.status === 'connected' && call.muted && (
        <Suspense fallback={null}>
          <SpeaksMuted microphone={devices.microphone} />
        </Suspense>
      )}
      {onDesk && call.status === 'connected' && <AlsoRings />}
      <BesideCalls />
      {there === null && now !== null && <ThereBeside conversation={now.conversation} call={now.call} />}
      {idle && <LineState />}
      {idle && <LastCall />}
      {idle && parked > 0 && (
        <Suspense fallback={null}>
          <ParkedCalls />
        </Suspense>
      )}
      {idle && <Dialler />}
      {call.status === 'incoming' && <IncomingCall />}
      {call.status !== 'idle' && call.status !== 'incoming' && (
        <CallInProgress key={call.id} call={call} conversation={conversation} there={there !== null} onNote={onNote} />
      )}
    </section>
  );
}

/** One does not speak here. */
const Place = ({ conversation, call }: { conversation: MyCall; call: ActiveCall }) => (
  <p className={styles.place}>
    <IconPhone size={16} aria-hidden />
    {placeWords(conversation, call)}
  </p>
);

function CallState({ call, conversation }: { call: Call; conversation: MyCall | undefined }) {
  const [other, ...more] = othersIn(conversation);
  // A switchboard between the two holds for them: the phone hears nothing of it.
  const heldByThem = call.status === 'connected' && (call.heldByThem || (other?.state === 'held' && more.length === 0));
  const tone = call.status === 'connected' ? 'talking' : 'ringing';
  return (
    <div className={styles.state}>
      <Status tone={tone}>{callLabel(call)}</Status>
      {call.status === 'connected' && (
        <>
          <span className={styles.timer}>
            <Timer since={call.answeredAt} />
          </span>
          {(call.onHold || heldByThem) && (
            <span className={styles.held}>{call.onHold ? 'Đang giữ máy' : 'Bên kia giữ máy'}</span>
          )}
          {call.muted && <span className={styles.muted}>{mutedWords}</span>}
        </>
      )}
    </div>
  );
}

const isOneToOne = (conversation: MyCall | undefined) =>
  conversation?.consulting !== true && othersIn(conversation).length <= 1;

/** Of three and more nobody is the other side: who they are stands below. */
function Who({ caller, conversation }: { caller: Caller; conversation: MyCall | undefined }) {
  const others = othersIn(conversation).length;
  if (others > 1)
    return (
      <div className={styles.who}>
        <p className={styles.name}>Đàm thoại {others + 1} người</p>
        {conversation?.through && <p className={styles.customer}>{conversation.through}</p>}
      </div>
    );
  const { title, number, found } = caller;
  return (
    <div className={styles.who}>
      <p data-caller className={styles.name}>
        {title}
      </p>
      {number !== '' && <p className={styles.phone}>{number}</p>}
      {found?.customer && <p className={styles.customer}>Khách hàng {found.customer.code}</p>}
    </div>
  );
}

/** Why no call can arrive, and what can be done about it. */
function LineState() {
  const { phone, unavailable } = usePhoneContext();
  const { state, role, way } = usePhoneSnapshot();
  if (role === 'elsewhere' && unavailable === null) {
    return (
      <div className={notices.line}>
        <p>{elsewhereLine.help}</p>
        <Button size="sm" onClick={() => phone?.takeOver()}>
          Nghe ở thẻ này
        </Button>
      </div>
    );
  }
  const line = unavailable === null ? registrationLine(state.registration, false, way) : unavailableLine(unavailable);
  if (line.tone === 'ready') return null;
  return (
    <div className={notices.line}>
      <Status tone={line.tone}>{line.word}</Status>
      <p>{line.help}</p>
    </div>
  );
}

/** What the last call left to say, until it is closed or the next one comes. */
function LastCall() {
  const { phone, dial } = usePhoneContext();
  const { notice } = usePhoneSnapshot().state;
  const party = notice?.kind === 'ended' ? notice.party : null;
  const caller = useCaller(party);
  const { rang } = useMyCalls();
  if (notice === null) return null;
  const became = notice.kind === 'ended' && rang !== null && rang.call_id === notice.conversation ? rang : null;
  // What one called oneself has its button beside "Gọi".
  const missed = notice.kind === 'ended' && notice.direction === 'incoming' && dialable(notice.party.number) !== null;
  return (
    <div className={notices.notice}>
      <div>
        <p className={notices['notice-text']}>{noticeText(notice)}</p>
        {caller.title !== '' && <p>{[caller.title, caller.number].filter((part) => part !== '').join(' · ')}</p>}
        {became !== null && <p>{rangWords(became)}</p>}
        {missed && (
          <Button size="sm" icon={<IconPhone aria-hidden />} onClick={() => void dial(notice.party.number)}>
            Gọi lại
          </Button>
        )}
      </div>
      <IconButton label="Đóng thông báo cuộc gọi" size="sm" onClick={() => phone?.do({ type: 'dismiss-notice' })}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  );
}
