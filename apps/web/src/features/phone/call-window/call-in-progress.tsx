import type { ActiveCall } from '@alo/softphone';
import {
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconNote,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  Tooltip,
} from '@alo/ui';
import { useState } from 'react';

import { DeviceButton } from '../audio/device-button.tsx';
import { usePhoneContext } from '../phone-context.ts';
import { shortcuts } from '../shortcuts.ts';
import styles from './call-window.module.css';
import { Keypad } from './keypad.tsx';
import { Keys, RoundButton } from './round-button.tsx';

/** What can be done with a call that is dialled or talking. Notes are offered where there is a customer to keep them. */
export function CallInProgress({ call, onNote }: { call: ActiveCall; onNote: (() => void) | null }) {
  const { phone } = usePhoneContext();
  const [keypad, setKeypad] = useState(false);
  const [keyed, setKeyed] = useState('');
  const talking = call.status === 'connected' ? call : null;
  return (
    <>
      {keypad && (
        <div className={styles.pad}>
          <output className={styles.keyed} aria-label="Các phím đã bấm">
            {keyed}
          </output>
          <Keypad
            label="Bàn phím"
            onKey={(tone) => {
              setKeyed((before) => (before + tone).slice(-20));
              phone?.do({ type: 'key', tone });
            }}
          />
        </div>
      )}
      {(talking || call.status === 'outgoing') && (
        <div className={styles.grid}>
          {talking && (
            <>
              <RoundButton
                icon={talking.muted ? <IconMicrophoneOff aria-hidden /> : <IconMicrophone aria-hidden />}
                label="Tắt tiếng"
                shortcut={shortcuts.mute.shown}
                pressed={talking.muted}
                onClick={() => phone?.do({ type: 'mute', on: !talking.muted })}
              />
              <RoundButton
                icon={talking.onHold ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
                label="Giữ máy"
                shortcut={shortcuts.hold.shown}
                pressed={talking.onHold}
                onClick={() => phone?.do({ type: talking.onHold ? 'resume' : 'hold' })}
              />
            </>
          )}
          <RoundButton
            icon={<IconDialpad aria-hidden />}
            label="Bàn phím"
            pressed={keypad}
            onClick={() => setKeypad(!keypad)}
          />
          {onNote && <RoundButton icon={<IconNote aria-hidden />} label="Ghi chú" onClick={onNote} />}
          <DeviceButton />
        </div>
      )}
      <Tooltip side="left" hint={<Keys label="Kết thúc" keys={shortcuts.hangUp.shown} />}>
        <button
          type="button"
          className={styles.end}
          aria-keyshortcuts={shortcuts.hangUp.shown}
          // It comes up where "Nghe" was: the second half of a double click there does not hang up on the caller.
          onClick={(event) => event.detail < 2 && phone?.do({ type: 'hang-up' })}
        >
          <IconPhoneOff aria-hidden />
          Kết thúc
        </button>
      </Tooltip>
    </>
  );
}
