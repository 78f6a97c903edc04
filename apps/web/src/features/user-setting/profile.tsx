import { me, updateUserInfoLogin } from '@alo/contract';
import { Actions, Button, Quiet, Skeleton, Stack, TextField } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useMe } from '../../kit/me/me.ts';
import { Unsaved } from '../../resource/form/unsaved.tsx';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

/** Name and phone of one's own; the rest is the administrators'. */
export function Profile() {
  const person = useMe();
  if (person === undefined) return <Skeleton width="100%" height={160} />;
  const { id, name, email, phone, roles } = person;
  return <ProfileForm key={id} {...{ name, email, phone }} role={roles[0]?.name ?? ''} />;
}

function ProfileForm({ name, email, phone, role }: Record<'name' | 'email' | 'phone' | 'role', string>) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: updateUserInfoLogin.body,
    values: { name, phone },
    send: async (body) => {
      await api(updateUserInfoLogin, { body });
      await invalidate(me);
    },
    saved: 'Đã lưu hồ sơ',
  });

  return (
    <Stack as="form" {...form.props} gap={18} narrow>
      <TextField
        required
        name="name"
        label="Họ và tên"
        autoComplete="name"
        value={form.values.name}
        error={form.errors['name']}
        onChange={(event) => form.set({ name: event.target.value })}
      />
      <TextField
        name="phone"
        label="Số điện thoại"
        inputMode="tel"
        autoComplete="tel"
        value={form.values.phone}
        error={form.errors['phone']}
        onChange={(event) => form.set({ phone: event.target.value })}
      />
      <Quiet size="body">
        Email <b>{email}</b>, vai trò <b>{role}</b>: quản trị viên của công ty đổi được.
      </Quiet>
      <Actions>
        <Button type="submit" look="primary" busy={form.busy}>
          Lưu
        </Button>
      </Actions>
      <Unsaved form={form} />
    </Stack>
  );
}
