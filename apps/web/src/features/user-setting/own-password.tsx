import { changePassword } from '@alo/contract';
import { Actions, Button, PasswordField, Stack } from '@alo/ui';
import type { FormEvent } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { useSaving } from '../../resource/form/use-saving.ts';

/** Changes the own password. The other sessions of the person end, and the form says so beforehand. */
export function OwnPassword() {
  const { api, toasts } = useConsole();
  const { errors, busy, save } = useSaving();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { again, ...given } = Object.fromEntries(new FormData(form));
    const isSame = again === given['new_password'];
    return save(
      changePassword.body.safeParse(given),
      async (body) => {
        await api(changePassword, { body });
        toasts.show({ kind: 'success', text: 'Đã đổi mật khẩu' });
        form.reset();
      },
      isSame ? {} : { again: 'Hai lần nhập mật khẩu mới chưa giống nhau' },
    );
  };

  return (
    <Stack as="form" noValidate gap={18} narrow onSubmit={(event) => void submit(event)}>
      <PasswordField
        required
        name="current_password"
        label="Mật khẩu hiện tại"
        autoComplete="current-password"
        error={errors['current_password']}
      />
      <PasswordField
        required
        name="new_password"
        label="Mật khẩu mới"
        hint="Ít nhất 8 ký tự, không phải từ ai cũng đoán ra, không dựa trên tên của bạn."
        autoComplete="new-password"
        error={errors['new_password']}
      />
      <PasswordField
        required
        name="again"
        label="Nhập lại mật khẩu mới"
        hint="Các thiết bị khác đang đăng nhập bằng tài khoản này sẽ bị đăng xuất."
        autoComplete="new-password"
        error={errors['again']}
      />
      <Actions>
        <Button type="submit" look="primary" busy={busy}>
          Đổi mật khẩu
        </Button>
      </Actions>
    </Stack>
  );
}
