import { me, updateUserInfoLogin } from '@alo/contract';
import { Button, Skeleton, TextField } from '@alo/ui';
import type { FormEvent } from 'react';

import { useConsole } from '../../shared/api/context.ts';
import { useInvalidate } from '../../shared/api/queries.ts';
import { useSaving } from '../../shared/api/use-saving.ts';
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
  const { errors, busy, save } = useSaving();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget));
    return save(updateUserInfoLogin.body.safeParse(given), async (body) => {
      await api(updateUserInfoLogin, { body });
      await invalidate(me);
      toasts.show({ kind: 'success', text: 'Đã lưu hồ sơ' });
    });
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
