import { messages } from '@alo/contract';
import { formatPhone } from '@alo/phone-number';
import { Button, focusGently, IconButton, IconPhone, IconRefresh, IconX } from '@alo/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { dialable } from '../../domain/phone-door/dialable.ts';
import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';
import styles from './dialler.module.css';
import { type Callee, Callees, useCallees } from './dialler-people.tsx';
import { Keypad } from './keypad.tsx';

/** The idle phone: a number is typed, pasted or keyed in, or the last one dialled again. */
export function Dialler() {
  const { dial } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const number = dialable(text);
  // The cursor is there when the window was opened to dial, and nowhere else's work is disturbed.
  useEffect(() => {
    const now = document.activeElement;
    if (now === document.body || now?.closest('[data-phone]')) focusGently(input.current);
  }, []);
  const { lastDialled } = state;
  const callees = useCallees(text);

  const type = (next: string) => {
    setText(next);
    setRefused(false);
  };
  const call = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const [first] = callees;
    if (number === null && text !== '' && first !== undefined) return callTo(first);
    if (number === null) {
      if (text === '' && lastDialled !== null && dialable(lastDialled.number) !== null) setText(lastDialled.number);
      setRefused(text !== '');
      input.current?.focus();
      return;
    }
    setBusy(true);
    await dial(number);
    setBusy(false);
    setText('');
  };

  const callTo = async ({ target }: Callee) => {
    setBusy(true);
    await dial(target);
    setBusy(false);
    setText('');
  };
  return (
    <form className={styles.dialler} onSubmit={(event) => void call(event)}>
      <div className={styles.number}>
        <input
          ref={input}
          autoComplete="off"
          aria-label="Số cần gọi"
          placeholder="Tên, số điện thoại hoặc máy nhánh"
          value={text}
          aria-invalid={refused || undefined}
          aria-describedby={refused ? noteId : undefined}
          onChange={(event) => type(event.target.value)}
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
      {refused && (
        <p id={noteId} role="alert" className={styles.wrong}>
          {messages.phone}
        </p>
      )}
      <Callees
        callees={callees}
        label={text === '' ? 'Yêu thích và gần đây' : 'Kết quả'}
        onCall={(callee) => void callTo(callee)}
      />
      <Keypad label="Bàn phím quay số" onKey={(tone) => type(text + tone)} />
      <div className={styles.call}>
        {lastDialled !== null && (
          <Button icon={<IconRefresh aria-hidden />} onClick={() => void dial(lastDialled.target)}>
            Gọi lại {lastDialled.name || formatPhone(lastDialled.number)}
          </Button>
        )}
        <Button type="submit" look="primary" size="lg" busy={busy} icon={<IconPhone aria-hidden />}>
          Gọi
        </Button>
      </div>
    </form>
  );
}
