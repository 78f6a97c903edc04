import { Button, IconPassword, TextField } from '@alo/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { ApiProblem, explain } from '../../kit/api/problem.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';

/** The code of the authenticator app, a recovery code, or a passkey in their place. */
export default function SecondStep({
  code,
  passkey,
  onCode,
  onPasskey,
  onBack,
}: {
  code: boolean;
  passkey: boolean;
  /** Both reject with what is to be shown here. */
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<void>;
  onBack: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [refusal, setRefusal] = useState<{ text: string; code: string }>();

  const focusCode = () => form.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus();
  // Whoever has pressed Enter goes on typing.
  useEffect(() => focusCode(), [recovery]);

  const refuse = (text: string) => {
    setWrong(text);
    focusCode();
  };
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    setRefusal(undefined);
    try {
      await work();
    } catch (error) {
      const field = error instanceof ApiProblem ? error.body.fields['code'] : undefined;
      if (field === undefined) setRefusal(explain(error));
      else refuse(field);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('code');
    if (typeof given !== 'string' || given.trim() === '') return refuse('Nhập mã xác thực');
    void attempt(() => onCode(given));
  };

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      {refusal && <Refusal {...refusal} />}
      {code && (
        <>
          <TextField
            key={recovery ? 'recovery' : 'code'}
            large
            required
            name="code"
            label={recovery ? 'Mã khôi phục' : 'Mã xác thực'}
            hint={recovery ? 'Mỗi mã dùng được một lần.' : '6 chữ số trong ứng dụng xác thực.'}
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            error={wrong}
          />
          <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
            Tiếp tục
          </Button>
        </>
      )}
      {passkey && (
        <Button
          size="lg"
          look={code ? 'default' : 'primary'}
          icon={<IconPassword size={18} aria-hidden />}
          onClick={() => void attempt(onPasskey)}
        >
          Dùng khoá truy cập
        </Button>
      )}
      {code && (
        <Button look="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Dùng ứng dụng xác thực' : 'Mất điện thoại? Dùng mã khôi phục'}
        </Button>
      )}
      <Button look="quiet" onClick={onBack}>
        Quay lại
      </Button>
    </form>
  );
}
