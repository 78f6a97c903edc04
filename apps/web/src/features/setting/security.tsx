import { Quiet, SwitchField } from '@alo/ui';

import { onOff } from '../../resource/fields/choices.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = { second_factor: onOff('Bắt buộc xác thực hai bước') };

/** What everybody has to have to sign in. */
export const Security: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, disabled }) => (
      <>
        <SwitchField
          label={fields.second_factor.label}
          hint="Ai chưa có sẽ được dẫn đi thiết lập ở lần đăng nhập sau, trước khi làm việc khác."
          value={value.second_factor}
          disabled={disabled}
          onChange={(second_factor) => set({ second_factor })}
        />
        <Quiet size="body">
          Mật khẩu phổ biến hoặc dựa trên tên, email, công ty luôn bị từ chối. Thử sai nhiều lần thì phải chờ, và được
          ghi vào nhật ký hoạt động.
        </Quiet>
      </>
    )}
  </SettingForm>
);
