import { focusGently, IconPhone, IconPhoneOff, Tooltip } from '@alo/ui';
import { useEffect, useRef } from 'react';

import { usePhoneContext } from '../model/phone-context.ts';
import { shortcuts } from '../model/shortcuts.ts';
import buttons from './call-buttons.module.css';
import styles from './incoming-call.module.css';
import { KeysHint } from './round-button.tsx';

/**
 * "Nghe" has the focus and stands well apart from "Từ chối"; somebody who is typing keeps the focus. What rings on a desk is answered
 * there.
 */
export function IncomingCall() {
  const { phone, onDesk } = usePhoneContext();
  return (
    <div className={styles.decide}>
      <Tooltip side="left" hint={<KeysHint label="Từ chối" keys={shortcuts.hangUp.shown} />}>
        <button
          type="button"
          className={buttons.reject}
          aria-keyshortcuts={shortcuts.hangUp.shown}
          onClick={() => phone?.do({ type: 'reject' })}
        >
          <IconPhoneOff aria-hidden />
          Từ chối
        </button>
      </Tooltip>
      {onDesk ? <p className={styles['at-desk']}>Nghe ở máy đang đổ chuông</p> : <Answer />}
    </div>
  );
}

function Answer() {
  const { phone } = usePhoneContext();
  const answer = useRef<HTMLButtonElement>(null);
  useEffect(() => focusGently(answer.current), []);
  return (
    <Tooltip side="left" quietFocus hint={<KeysHint label="Nghe" keys={shortcuts.answer.shown} />}>
      <button
        ref={answer}
        type="button"
        data-keeps-focus
        className={buttons.answer}
        aria-keyshortcuts={shortcuts.answer.shown}
        onClick={() => phone?.do({ type: 'answer' })}
      >
        <IconPhone aria-hidden />
        Nghe
      </button>
    </Tooltip>
  );
}
