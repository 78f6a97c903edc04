import { changePassword } from '@alo/contract';
import { Actions, Button, PasswordField, Stack } from '@alo/ui';

import { useConsole } from '../../kit/api/context.ts';
import type { Problems } from '../../resource/fields/problems.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';

const blank = { current_password: '', new_password: '', again: '' };

/** Changes the own password. The other sessions of the person end, and the form says so beforehand. */
export function OwnPassword() {
  const { api } = useConsole();
  const { props, values, set, errors, busy } = useContractForm({
    schema: changePassword.body,
    values: blank,
    body: ({ current_password, new_password }) => ({ current_password, new_password }),
    mistakes: (typed): Problems =>
      typed.again === typed.new_password ? {} : { again: 'Hai lần nhập mật khẩu mới chưa giống nhau' },
    send: (body) => api(changePassword, { body }),
    saved: 'Đã đổi mật khẩu',
  });

  return (
    <Stack as="form" {...props} gap={18} narrow>
      <PasswordField
        required
        name="current_password"
        label="Mật khẩu hiện tại"
        autoComplete="current-password"
        value={values.current_password}
        onChange={(event) => set({ current_password: event.target.value })}
        error={errors['current_password']}
      />
      <PasswordField
        required
        name="new_password"
        label="Mật khẩu mới"
        hint="Ít nhất 8 ký tự, không phải từ ai cũng đoán ra, không dựa trên tên của bạn."
        autoComplete="new-password"
        value={values.new_password}
        onChange={(event) => set({ new_password: event.target.value })}
        error={errors['new_password']}
      />
      <PasswordField
        required
        name="again"
        label="Nhập lại mật khẩu mới"
        hint="Các thiết bị khác đang đăng nhập bằng tài khoản này sẽ bị đăng xuất."
        autoComplete="new-password"
        value={values.again}
        onChange={(event) => set({ again: event.target.value })}
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
