import { forgotPassword } from '@alo/contract';
import { Button, TextField } from '@alo/ui';
import { useState } from 'react';

import type { Api } from '../../kit/api/client.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { forgottenKey } from './forgotten-key.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';

/** The fields keep what is typed themselves. */
const nothing = {};

/** A letter with a link is sent, if there is such a person; the page says no more than the server does. */
export default function ForgotPassword({ api, onBack }: { api: Api; onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string>();
  const [typed] = useState(readTyped);
  const { props, errors, refusal, busy } = useContractForm({
    schema: forgotPassword.body,
    values: nothing,
    body: (_, given) => given,
    send: async (body) => {
      await api(forgotPassword, { body });
      return body.email;
    },
    onSaved: setSentTo,
  });

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
    <form {...props} className={styles.form}>
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
