import type { MyCall } from '@alo/contract';
import type { ActiveCall } from '@alo/softphone';
import {
  IconCornerUpRight,
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconNote,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconUserPlus,
  Tooltip,
} from '@alo/ui';
import { Suspense, useState } from 'react';

import { Parties } from '../control/parties.tsx';
import { useHands } from '../control/use-hands.ts';
import { shortcuts } from '../model/shortcuts.ts';
import { Consultation, InvitePanel, Supervision, TransferPanel } from '../on-demand.ts';
import buttons from './call-buttons.module.css';
import styles from './call-in-progress.module.css';
import { Keypad } from './keypad.tsx';
import { KeysHint, RoundButton } from './round-button.tsx';

type Opened = 'transfer' | 'invite' | null;

/**
 * What can be done with a call that is dialled or talking. `conversation` is what the switchboard knows of it, once it does.
 * Notes are offered where there is a customer to keep them.
 */
export function CallInProgress({
  call,
  conversation,
  there,
  onNote,
}: {
  call: ActiveCall;
  conversation: MyCall | undefined;
  /** It is on another telephone of one's own than this page. */
  there: boolean;
  onNote: (() => void) | null;
}) {
  const hands = useHands(there ? conversation : undefined);
  const { mute } = hands;
  // The keys are the page's own phone's.
  const keys = there ? undefined : shortcuts;
  const [keypad, setKeypad] = useState(false);
  const [keyed, setKeyed] = useState('');
  const [panel, setPanel] = useState<Opened>(null);
  const talking = call.status === 'connected' ? call : null;
  // A supervisor sends nobody anywhere, and neither does whoever talks to one side only.
  const mayChange = conversation !== undefined && !conversation.consulting && conversation.supervising === null;
  if (talking && mayChange && panel !== null) {
    const close = () => setPanel(null);
    const Panel = { transfer: TransferPanel, invite: InvitePanel }[panel];
    return (
      <>
        <Suspense fallback={null}>
          <Panel call={conversation} onDone={close} />
        </Suspense>
        <EndButton hangUp={hands.hangUp} keys={keys?.hangUp.shown} />
      </>
    );
  }
  return (
    <>
      <Suspense fallback={null}>
        {conversation?.supervising && <Supervision call={conversation} />}
        {conversation?.consulting === true && <Consultation call={conversation} />}
      </Suspense>
      {mayChange && conversation.parties.length > 1 && <Parties call={conversation} />}
      {keypad && (
        <div className={styles.pad}>
          <output className={styles.keyed} aria-label="Các phím đã bấm">
            {keyed}
          </output>
          <Keypad
            label="Bàn phím"
            onKey={(tone) => {
              setKeyed((before) => (before + tone).slice(-20));
              hands.key(tone);
            }}
          />
        </div>
      )}
      {(talking || call.status === 'outgoing') && (
        <div className={styles.grid}>
          {talking && (
            <>
              {mute !== null && (
                <RoundButton
                  icon={talking.muted ? <IconMicrophoneOff aria-hidden /> : <IconMicrophone aria-hidden />}
                  label="Tắt tiếng"
                  hint={talking.muted ? 'Bật tiếng lại' : 'Tắt tiếng: bên kia không nghe bạn'}
                  side="top"
                  shortcut={keys?.mute.shown}
                  pressed={talking.muted}
                  onClick={() => mute(!talking.muted)}
                />
              )}
              <RoundButton
                icon={talking.onHold ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
                label="Giữ máy"
                hint={talking.onHold ? 'Nói tiếp' : 'Giữ máy: bên kia nghe nhạc chờ'}
                side="top"
                shortcut={keys?.hold.shown}
                pressed={talking.onHold}
                onClick={() => hands.hold(!talking.onHold)}
              />
            </>
          )}
          <RoundButton
            icon={<IconDialpad aria-hidden />}
            label="Bàn phím"
            hint={keypad ? 'Ẩn bàn phím' : 'Bấm phím cho tổng đài bên kia'}
            side="top"
            pressed={keypad}
            onClick={() => setKeypad(!keypad)}
          />
          {talking && (
            <>
              <RoundButton
                icon={<IconCornerUpRight aria-hidden />}
                label="Chuyển"
                hint="Chuyển cuộc gọi cho người khác"
                side="bottom"
                disabled={!mayChange}
                onClick={() => setPanel('transfer')}
              />
              <RoundButton
                icon={<IconUserPlus aria-hidden />}
                label="Thêm người"
                hint="Mời thêm người vào cuộc gọi"
                side="bottom"
                disabled={!mayChange}
                onClick={() => setPanel('invite')}
              />
            </>
          )}
          {onNote && (
            <RoundButton
              icon={<IconNote aria-hidden />}
              label="Ghi chú"
              hint="Ghi chú cho khách hàng"
              side="bottom"
              onClick={onNote}
            />
          )}
        </div>
      )}
      <EndButton hangUp={hands.hangUp} keys={keys?.hangUp.shown} />
    </>
  );
}

function EndButton({ hangUp, keys }: { hangUp: () => void; keys: string | undefined }) {
  return (
    <Tooltip side="left" hint={keys === undefined ? 'Kết thúc cuộc gọi' : <KeysHint label="Kết thúc" keys={keys} />}>
      <button
        type="button"
        className={buttons.end}
        aria-keyshortcuts={keys}
        // It comes up where "Nghe" was: the second half of a double click there does not hang up on the caller.
        onClick={(event) => event.detail < 2 && hangUp()}
      >
        <IconPhoneOff aria-hidden />
        Kết thúc
      </button>
    </Tooltip>
  );
}
