import { DayField, Quiet, SwitchField } from '@alo/ui';

import { onOff } from '../../resource/fields/choices.tsx';
import { day } from '../../resource/fields/times.tsx';
import { SettingForm, type SettingPart } from './setting-form.tsx';

const fields = {
  second_factor: onOff('Bắt buộc xác thực hai bước'),
  second_factor_from: day('Bắt buộc từ ngày'),
};

/** What everybody has to have to sign in. */
export const CompanySecurity: SettingPart = ({ setting }) => (
  <SettingForm setting={setting} fields={fields}>
    {({ value, set, errors, disabled }) => (
      <>
        <SwitchField
          label={fields.second_factor.label}
          hint="Ai chưa có sẽ được dẫn đi thiết lập trước khi làm việc khác."
          value={value.second_factor}
          disabled={disabled}
          onChange={(second_factor) => set({ second_factor })}
        />
        {value.second_factor && (
          <DayField
            label={fields.second_factor_from.label}
            hint="Trước ngày này mọi người được nhắc và có thể để sau. Để trống: bắt buộc ngay."
            value={value.second_factor_from}
            error={errors['second_factor_from']}
            disabled={disabled}
            onChange={(from) => set({ second_factor_from: from })}
          />
        )}
        <Quiet size="body">
          Mật khẩu phổ biến hoặc dựa trên tên, email, công ty luôn bị từ chối. Thử sai nhiều lần thì phải chờ, và được
          ghi vào nhật ký hoạt động.
        </Quiet>
      </>
    )}
  </SettingForm>
);
