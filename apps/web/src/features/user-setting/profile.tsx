import { me, updateUserInfoLogin } from '@alo/contract';
import { Actions, Button, Quiet, Skeleton, Stack, TextField } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useSaving } from '../../resource/form/use-saving.ts';

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
  const [saved, setSaved] = useState({ name, phone });
  const [given, setGiven] = useState(saved);
  const isChanged = given.name !== saved.name || given.phone !== saved.phone;

  const submit = () =>
    save(updateUserInfoLogin.body.safeParse(given), async (body) => {
      await api(updateUserInfoLogin, { body });
      setSaved(given);
      await invalidate(me);
      toasts.show({ kind: 'success', text: 'Đã lưu hồ sơ' });
    });

  return (
    <Stack
      as="form"
      noValidate
      gap={18}
      narrow
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        required
        name="name"
        label="Họ và tên"
        autoComplete="name"
        value={given.name}
        error={errors['name']}
        onChange={(event) => setGiven({ ...given, name: event.target.value })}
      />
      <TextField
        name="phone"
        label="Số điện thoại"
        inputMode="tel"
        autoComplete="tel"
        value={given.phone}
        error={errors['phone']}
        onChange={(event) => setGiven({ ...given, phone: event.target.value })}
      />
      <Quiet size="body">
        Email <b>{email}</b>, vai trò <b>{role}</b>: quản trị viên của công ty đổi được.
      </Quiet>
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Lưu
        </Button>
      </Actions>
      <Unsaved isChanged={isChanged} onSave={() => void submit()} />
    </Stack>
  );
}
