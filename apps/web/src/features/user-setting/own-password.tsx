import { changePassword } from '@alo/contract';
import { Button, PasswordField } from '@alo/ui';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain, mistakesIn, mistakesToldBy } from '../../shared/api/problem.ts';
import styles from '../../shared/page/form-parts.module.css';

type Errors = Partial<Record<'current_password' | 'new_password' | 'again', string>>;

/** Changes the own password. The other sessions of the person end, and the form says so beforehand. */
export function OwnPassword() {
  const { api, toasts } = useConsole();
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { again, ...body } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const parsed = changePassword.body.safeParse(body);
    const wrong: Errors = mistakesIn(parsed.error);
    if (again !== body['new_password']) wrong.again = 'Hai lần nhập mật khẩu mới chưa giống nhau';
    setErrors(wrong);
    if (!parsed.success || wrong.again !== undefined) return;
    setBusy(true);
    try {
      await api(changePassword, { body: parsed.data });
      toasts.show({ kind: 'success', text: 'Đã đổi mật khẩu' });
      form.reset();
    } catch (error) {
      const told = mistakesToldBy(error);
      if (told) setErrors(told);
      else toasts.show({ kind: 'error', ...explain(error) });
    }
    setBusy(false);
  };

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <PasswordField
        required
        name="current_password"
        label="Mật khẩu hiện tại"
        autoComplete="current-password"
        error={errors.current_password}
      />
      <PasswordField
        required
        name="new_password"
        label="Mật khẩu mới"
        hint="Ít nhất 8 ký tự, không phải từ ai cũng đoán ra, không dựa trên tên của bạn."
        autoComplete="new-password"
        error={errors.new_password}
      />
      <PasswordField
        required
        name="again"
        label="Nhập lại mật khẩu mới"
        hint="Các thiết bị khác đang đăng nhập bằng tài khoản này sẽ bị đăng xuất."
        autoComplete="new-password"
        error={errors.again}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={busy}>
          Đổi mật khẩu
        </Button>
      </div>
    </form>
  );
}
