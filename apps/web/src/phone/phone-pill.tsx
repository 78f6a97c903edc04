import type { Call } from '@alo/softphone';
import { classNames, IconMicrophoneOff, IconParking, IconPhone, StatusDot, Tooltip } from '@alo/ui';

import { useCaller } from './model/caller.ts';
import { usePhoneContext, usePhoneSnapshot } from './model/phone-context.ts';
import { useParkedCalls } from './model/use-parked-calls.ts';
import { useThereNow } from './model/use-there.ts';
import {
  callLabel,
  elsewhereLine,
  type Line,
  mutedWords,
  noticeText,
  registrationLine,
  unavailableLine,
} from './model/words.ts';
import styles from './phone-pill.module.css';
import { Timer } from './window/timer.tsx';

/** The phone in the header: registered, ringing, talking with the time and whether one is heard, or why not. Opens and folds the call window. */
export function PhonePill() {
  const { phone, unavailable, extension } = usePhoneContext();
  const { state, role } = usePhoneSnapshot();
  const there = useThereNow();
  const call = state.call.status === 'idle' ? (there?.call ?? state.call) : state.call;
  const line = useLine(call);
  const caller = useCaller(call.status === 'idle' ? null : call.party);
  const parked = useParkedCalls().length;
  const muted = call.status === 'connected' && call.muted;
  const open = state.window === 'open';
  const toggle = () =>
    phone?.do({ type: 'show-window', window: open ? (state.call.status === 'idle' ? 'closed' : 'folded') : 'open' });
  return (
    <Tooltip hint={call.status === 'idle' ? line.help : caller.title}>
      <button
        type="button"
        className={classNames(styles.pill, styles[line.tone])}
        aria-expanded={open}
        data-role={role}
        data-phone
        disabled={unavailable === 'no-extension'}
        onClick={toggle}
      >
        <StatusDot tone={line.tone} />
        {muted ? (
          <IconMicrophoneOff className={styles.muted} size={16} aria-hidden />
        ) : (
          <IconPhone size={16} aria-hidden />
        )}
        <span className="alo-unseen">Điện thoại: </span>
        {line.tone === 'ready' && extension !== '' ? (
          <span className={styles.extension}>
            <span className="alo-unseen">{line.word}, </span>
            <span className={styles.kind}>máy nhánh </span>
            {extension}
          </span>
        ) : (
          <span className={styles.word}>
            {muted ? (
              <>
                <span className="alo-unseen">{line.word}, </span>
                <span className={styles.muted}>{mutedWords}</span>
              </>
            ) : (
              line.word
            )}
          </span>
        )}
        {parked > 0 && (
          <span className={styles.parked}>
            <IconParking size={16} aria-hidden />
            {parked}
            <span className="alo-unseen"> người đang chờ ở ô đỗ</span>
          </span>
        )}
        {call.status === 'connected' && <Timer since={call.answeredAt} />}
      </button>
    </Tooltip>
  );
}

function useLine(call: Call): Line {
  const { unavailable, onDesk } = usePhoneContext();
  const { state, role, way } = usePhoneSnapshot();
  const { notice, registration } = state;
  if (call.status !== 'idle') {
    return { tone: call.status === 'connected' ? 'talking' : 'ringing', word: callLabel(call), help: '' };
  }
  if (unavailable !== null) return unavailableLine(unavailable);
  if (role === 'elsewhere') return elsewhereLine;
  const line = registrationLine(registration, onDesk, way);
  // A folded window has nowhere else to say what became of the call.
  return notice !== null && state.window !== 'open' && line.tone === 'ready'
    ? { ...line, help: noticeText(notice) }
    : line;
}
