import { me, updateUserInfoLogin } from '@alo/contract';
import { Button, Skeleton, TextField } from '@alo/ui';
import { type FormEvent, useState } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { explain, mistakesIn, mistakesToldBy } from '../../shared/api/problem.ts';
import { useInvalidate } from '../../shared/api/queries.ts';
import styles from '../../shared/page/form-parts.module.css';
import { useMe } from '../../shared/session/me.ts';

/** Name and phone of one's own; the rest is the administrators'. */
export function Profile() {
  const person = useMe();
  if (person === undefined) return <Skeleton width="100%" height={160} />;
  const { id, name, email, phone, roles } = person;
  return <ProfileForm key={id} {...{ name, email, phone }} role={roles[0]?.name ?? ''} />;
}

function ProfileForm({ name, email, phone, role }: Record<'name' | 'email' | 'phone' | 'role', string>) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = updateUserInfoLogin.body.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    setErrors(mistakesIn(parsed.error));
    if (!parsed.success) return;
    setBusy(true);
    try {
      await api(updateUserInfoLogin, { body: parsed.data });
      await invalidate(me);
      toasts.show({ kind: 'success', text: 'Đã lưu hồ sơ' });
    } catch (error) {
      const told = mistakesToldBy(error);
      if (told) setErrors(told);
      else toasts.show({ kind: 'error', ...explain(error) });
    }
    setBusy(false);
  };

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        required
        name="name"
        label="Họ và tên"
        autoComplete="name"
        defaultValue={name}
        error={errors['name']}
      />
      <TextField
        name="phone"
        label="Số điện thoại"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={phone}
        error={errors['phone']}
      />
      <p className={styles.note}>
        Email <b>{email}</b>, vai trò <b>{role}</b>: quản trị viên của công ty đổi được.
      </p>
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </div>
    </form>
  );
}
