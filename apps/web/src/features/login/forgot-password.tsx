import { forgotPassword } from '@alo/contract';
import { Button, TextField } from '@alo/ui';
import { type FormEvent, useState } from 'react';

import type { Api } from '../../kit/api/client.ts';
import { explain, mistakesIn } from '../../kit/api/problem.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';

/** In the tab's storage: company code and e-mail as they were typed where the password was forgotten. */
export const forgottenKey = 'forgotten';

/** A letter with a link is sent, if there is such a person; the page says no more than the server does. */
export function ForgotPassword({ api, onBack }: { api: Api; onBack: () => void }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<{ text: string; code: string }>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [typed] = useState(readTyped);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setRefusal(undefined);
    const parsed = forgotPassword.body.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setErrors(mistakesIn(parsed.error));
    if (!parsed.success) return;
    setBusy(true);
    try {
      await api(forgotPassword, { body: parsed.data });
      setSentTo(parsed.data.email);
    } catch (error) {
      setRefusal(explain(error));
    }
    setBusy(false);
  };

  if (sentTo !== undefined) {
    return (
      <div className={styles.form}>
        <output>
          Nếu có tài khoản dùng <b>{sentTo}</b>, một thư kèm liên kết đặt mật khẩu mới đã được gửi đến đó. Liên kết dùng
          được trong một giờ.
        </output>
        <Button size="lg" onClick={onBack}>
          Về trang đăng nhập
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {refusal && <Refusal {...refusal} />}
      <TextField
        large
        required
        name="ma_dn"
        label="Mã doanh nghiệp"
        autoComplete="organization"
        autoCapitalize="none"
        defaultValue={typed[0]}
        error={errors['ma_dn']}
      />
      <TextField
        large
        required
        name="email"
        label="Email"
        autoComplete="username"
        inputMode="email"
        defaultValue={typed[1]}
        error={errors['email']}
      />
      <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
        Gửi liên kết
      </Button>
      <Button size="lg" look="quiet" onClick={onBack}>
        Quay lại
      </Button>
    </form>
  );
}

function readTyped(): readonly [string, string] {
  try {
    const [code, email] = JSON.parse(sessionStorage.getItem(forgottenKey) ?? '[]') as unknown[];
    return [typeof code === 'string' ? code : '', typeof email === 'string' ? email : ''];
  } catch {
    // Somebody else wrote there.
    return ['', ''];
  }
}
