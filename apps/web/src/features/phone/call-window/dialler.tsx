import { formatPhone } from '@alo/phone-number';
import { Button, IconButton, IconPhone, IconRefresh, IconX } from '@alo/ui';
import { type FormEvent, useRef, useState } from 'react';

import { usePhoneContext, usePhoneSnapshot } from '../phone-context.ts';
import styles from './call-window.module.css';
import { dialable } from './dialable.ts';
import { Keypad } from './keypad.tsx';

/** The idle phone: a number is typed, pasted or keyed in, or the last one dialled again. */
export function Dialler() {
  const { dial } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const number = dialable(text);
  const { lastDialled } = state;

  const call = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (number === null) {
      if (text === '' && lastDialled !== null) setText(lastDialled.number);
      input.current?.focus();
      return;
    }
    setBusy(true);
    await dial(number);
    setBusy(false);
    setText('');
  };

  return (
    <form className={styles.dialler} onSubmit={(event) => void call(event)}>
      <div className={styles.number}>
        <input
          ref={input}
          inputMode="tel"
          autoComplete="off"
          aria-label="Số cần gọi"
          placeholder="Số điện thoại hoặc máy nhánh"
          value={text}
          onChange={(event) => setText(event.target.value)}
          // What was pasted is shown as it will be dialled, so that a wrong number is seen before it rings.
          onPaste={(event) => {
            const pasted = dialable(event.clipboardData.getData('text'));
            if (pasted === null) return;
            event.preventDefault();
            setText(formatPhone(pasted));
          }}
        />
        {text !== '' && (
          <IconButton
            label="Xoá số"
            size="sm"
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <IconX aria-hidden />
          </IconButton>
        )}
      </div>
      <Keypad label="Bàn phím quay số" onKey={(tone) => setText((before) => before + tone)} />
      <div className={styles.call}>
        {lastDialled !== null && (
          <Button icon={<IconRefresh aria-hidden />} onClick={() => void dial(lastDialled.number)}>
            Gọi lại {lastDialled.name || formatPhone(lastDialled.number)}
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          size="lg"
          busy={busy}
          icon={<IconPhone aria-hidden />}
          disabled={text !== '' && number === null}
        >
          Gọi
        </Button>
      </div>
    </form>
  );
}
